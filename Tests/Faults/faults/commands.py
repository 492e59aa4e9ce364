"""The commands under test: their input, and checks of their output."""

import os
import re
import struct
import zlib

OLD = b"the old content\n"
LAYOUT = "volume.yaml"


class Command:
    """A command line. It runs in its own folder, in which `layouts` links to the layouts."""

    stays = False  # Whether it runs until SIGTERM.
    outputs = ()  # Files that exist before the run and are replaced.

    def __init__(self, name, *arguments):
        self.name, self.arguments = name, arguments

    def prepare(self, folder):
        for output in self.outputs:
            with open(os.path.join(folder, output), "wb") as file:
                file.write(OLD)

    def errors(self, folder, outcome, good):
        """Returns the errors in its output. `good` is the output of a run without faults."""
        return []

    def good(self, folder, stdout):
        """Returns the output that `errors` compares with, after a run without faults."""
        return stdout


class Render(Command):
    outputs = ("picture.png",)

    def __init__(self, layout):
        super().__init__(f"render {layout}", "render", f"layouts/{layout}", "-o", *self.outputs)

    def errors(self, folder, outcome, good):
        return picture_errors(folder, self.outputs[0], outcome.status)


class Replay(Command):
    outputs = ("events.jsonl", "picture.png")

    def __init__(self):
        super().__init__("replay", "replay", "layouts/demo.evemu", f"layouts/{LAYOUT}",
                         "--events", self.outputs[0], "--frame", self.outputs[1])

    def good(self, folder, stdout):
        return contents(folder, self.outputs[0])

    def errors(self, folder, outcome, good):
        events = contents(folder, self.outputs[0])
        found = picture_errors(folder, self.outputs[1], outcome.status)
        if outcome.status == 0 and events != good and not has_reason(outcome):
            found.append("ends with status 0 and no message, but events are missing")
        elif events != OLD and not good.startswith(events):
            found.append("the events are neither the old ones nor a prefix of the new ones")
        return found


class Check(Command):
    def __init__(self):
        super().__init__("check", "check", f"layouts/{LAYOUT}", "layouts/home.yaml",
                         "layouts/skinned.yaml")

    def errors(self, folder, outcome, good):
        if outcome.status == 0 and outcome.stdout != good:
            return ["ends with status 0, but its output differs"]
        return []


class Devices(Command):
    def __init__(self):
        super().__init__("devices", "devices")


class Run(Command):
    stays = True

    def __init__(self, layout):
        super().__init__(f"run {layout}", "run", f"layouts/{layout}", "--display", "headless",
                         "--events", "events.jsonl")


class RunWithServer(Command):
    """A panel with knobs that are connected to a server."""

    stays = True
    file = "server.yaml"

    def __init__(self, name, port):
        super().__init__(name, "run", self.file, "--display", "headless")
        self._port = port

    def prepare(self, folder):
        with open(os.path.join(folder, self.file), "w") as file:
            file.write(self.layout.format(port=self._port))


class RunWithBroker(RunWithServer):
    layout = """\
version: 1
connections: {{home: {{mqtt: {{host: 127.0.0.1, port: {port}}}}}}}
knobs:
  a: {{center: [60, 60], diameter: 100, control: {{mqtt: {{set: a/set, state: a}}}}}}
"""

    def __init__(self, port):
        super().__init__("run with a broker", port)


class RunWithHouse(RunWithServer):
    """A Home Assistant; one of the entities is misspelt, so that the panel asks for all names."""

    layout = """\
version: 1
connections: {{home: {{homeassistant: {{url: "http://127.0.0.1:{port}", token: {{file: token}}}}}}}}
knobs:
  a: {{center: [60, 60], diameter: 100, control: {{homeassistant: {{entity: light.a}}}}}}
  b: {{center: [60, 180], diameter: 100, control: {{homeassistant: {{entity: light.b}}}}}}
"""

    def __init__(self, port):
        super().__init__("run with a Home Assistant", port)

    def prepare(self, folder):
        super().prepare(folder)
        with open(os.path.join(folder, "token"), "w") as file:
            file.write("token\n")
        os.chmod(os.path.join(folder, "token"), 0o600)


# A message of knobpanel that is not empty, or a message about a location in a layout.
CLEAR_LINE = re.compile(r"^(knobpanel|\S+:\d+:\d+): (error: )?\w.*\w", re.MULTILINE)


def has_reason(outcome):
    return CLEAR_LINE.search(outcome.text)


def contents(folder, name):
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()


def picture_errors(folder, name, status):
    """Returns the errors of a picture, which must be the old one or a complete new one."""
    bytes = contents(folder, name)
    if bytes == OLD:
        return ["ends with status 0 without a picture"] if status == 0 else []
    return [] if is_png(bytes) else [f"{name} is neither the old picture nor a complete new one"]


def is_png(bytes):
    """Returns whether all chunks exist and have correct checksums."""
    position, kind, pixels = 8, b"", b""
    if bytes[:position] != b"\x89PNG\r\n\x1a\n":
        return False
    try:
        while position < len(bytes):
            length, kind = struct.unpack_from(">I4s", bytes, position)
            data = bytes[position + 8:position + 8 + length]
            if struct.unpack_from(">I", bytes, position + 8 + length)[0] != zlib.crc32(kind + data):
                return False
            pixels += data if kind == b"IDAT" else b""
            position += 12 + length
        return kind == b"IEND" and len(zlib.decompress(pixels)) > 0
    except (struct.error, zlib.error):
        return False


def all_commands(port, house_port):
    """Returns all commands. A broker and a Home Assistant listen on these ports."""
    return [Render(LAYOUT), Render("skinned.yaml"), Replay(), Check(), Devices(), Run(LAYOUT),
            RunWithBroker(port), RunWithHouse(house_port)]
