"""A QEMU virtual machine: its start and end, its screen, its connection to the agent."""

import ctypes
import json
import os
import signal
import socket
import subprocess
import time
from dataclasses import dataclass, replace

from rig import waiting

CARDS = {
    # The test layouts are shown in two sizes: once pixel for pixel, once scaled with borders. One machine has
    # two processors, the other has one, which takes 20 % less of the host's processor time.
    # The slot must be that in machine/backlight.asl.
    "bochs": ("VGA,edid=on,xres=800,yres=480,addr=0x10", (800, 480), "bochs", 2),
    # The second output has no screen until a scenario plugs one in.
    "virtio-gpu": ("virtio-gpu-pci,id=card,max_outputs=2,xres=1024,yres=768", (1024, 768), "virtio-gpu", 1),
}
# No cursor, so that the text console does not change. tsc=reliable, because Linux distrusts the TSC of two
# processors; here it is the host's clock, and reading it does not leave the emulation. Without
# acpi_backlight, Linux 6.12 registers no backlight of the firmware.
KERNEL_OPTIONS = ("console={} quiet mitigations=off nokaslr panic=-1 tsc=reliable "
                  "consoleblank=0 vt.global_cursor_default=0 acpi_backlight=video")

# For tools of file systems, which a user's path lacks.
TOOLS = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin"}


@dataclass(frozen=True)
class Architecture:
    """A kind of machine, by Debian's name for its kernel."""

    emulator: str
    package: str
    # QEMU's options for the board and the processor.
    arguments: tuple
    console: str
    # The program that loads shared libraries.
    loader: str
    cards: tuple
    # The factor for all time limits of the scenarios.
    patience: float
    # The firmware tables in machine/ that it uses.
    tables: tuple = ()


ARCHITECTURES = {
    "amd64": Architecture(
        "qemu-system-x86_64", "qemu-system-x86", ("-machine", "pc", "-cpu", "qemu64"), "ttyS0",
        "/lib64/ld-linux-x86-64.so.2", ("bochs", "virtio-gpu"), 1, ("backlight",)),
    # The processor of a Raspberry Pi 4. QEMU's model of its board has no usable screen.
    "arm64": Architecture(
        "qemu-system-aarch64", "qemu-system-arm",
        ("-machine", "virt", "-cpu", "cortex-a72", "-device", "virtio-keyboard-pci"), "ttyAMA0",
        "/lib/ld-linux-aarch64.so.1", ("virtio-gpu",), 3),
}
# The processor of a Raspberry Pi 5 and its page size, which the Cortex-A72 does not support.
ARCHITECTURES["arm64-16k"] = replace(
    ARCHITECTURES["arm64"],
    arguments=("-machine", "virt", "-cpu", "cortex-a76", "-device", "virtio-keyboard-pci"))


class VMError(Exception):
    """The machine did not start, hung, or ended unexpectedly."""


class VM:
    """A machine that runs for the duration of a `with` block. `folder` has its sockets and its console log.
    The changes to its root disk are lost, unless `disk` is a file for them. With `counts`, its clocks advance by
    one nanosecond per instruction, which is much slower."""

    # The limit until the agent answers.
    boot_seconds = 180

    def __init__(self, image, payload, card, folder, architecture="amd64",
                 counts=False, disk=None):
        self.folder = folder
        self.card = card
        self.architecture = kind = ARCHITECTURES[architecture]
        waiting.patience = kind.patience
        waiting.processor_seconds = self.processor_seconds
        device, self.screen_size, self.module, processors = CARDS[card]
        if counts:
            pace = ["-accel", "tcg,thread=single", "-icount", "shift=0,align=off,sleep=off", "-smp", "1"]
        else:
            threads = "multi" if processors > 1 else "single"
            pace = ["-accel", f"tcg,thread={threads}", "-smp", str(processors)]
        self.console_log = os.path.join(folder, "console.log")
        root = f"file={disk}" if disk else f"file={image}/root.img,snapshot=on"
        self._arguments = [
            kind.emulator, "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
            *kind.arguments, *pace, "-m", "640",
            "-kernel", f"{image}/vmlinuz", "-initrd", f"{image}/initramfs.gz",
            "-append", KERNEL_OPTIONS.format(kind.console),
            "-drive", f"{root},if=virtio,format=raw,cache=unsafe",
            "-drive", f"file={payload},if=virtio,format=raw,readonly=on",
            "-device", device,
            *(part for table in kind.tables for part in ("-acpitable", f"file={self._compiled(table)}")),
            "-device", "virtio-serial-pci",
            "-chardev", f"socket,id=agent,path={folder}/agent,server=on,wait=off",
            "-device", "virtserialport,chardev=agent,name=knobpanel",
            "-chardev", f"file,id=console,path={self.console_log}", "-serial", "chardev:console",
            "-qmp", f"unix:{folder}/qmp,server=on,wait=off",
        ]

    def _compiled(self, table):
        """Compiles a table of machine/ and returns the path of the result."""
        source = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "machine",
                              table + ".asl")
        target = os.path.join(self.folder, table)
        try:
            made = subprocess.run(["iasl", "-p", target, source], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True)
        except FileNotFoundError:
            raise VMError("iasl is not installed (apt-get install acpica-tools)") from None
        if made.returncode != 0:
            raise VMError(f"cannot compile {source}:\n{made.stdout}")
        return target + ".aml"

    def __enter__(self):
        def die_with_parent():
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG

        self._errors = open(os.path.join(self.folder, "qemu.log"), "w+")
        try:
            self._process = subprocess.Popen(
                self._arguments, stdin=subprocess.DEVNULL, stdout=self._errors,
                stderr=self._errors, preexec_fn=die_with_parent)
        except FileNotFoundError:
            kind = self.architecture
            raise VMError(
                f"{kind.emulator} is not installed (apt-get install {kind.package})") from None
        try:
            self._qmp = MessageSocket(self._connect("qmp"))
            self._qmp.receive(10)
            self._command("qmp_capabilities")
            self.agent = MessageSocket(self._connect("agent"))
            self.agent.receive(self.boot_seconds)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        self._errors.close()

    def _connect(self, name):
        """Returns a connection to a socket that QEMU makes soon after its start."""
        path = os.path.join(self.folder, name)
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            if self._process.poll() is not None:
                self._errors.seek(0)
                raise VMError("QEMU ended immediately: " + self._errors.read().strip())
            link = socket.socket(socket.AF_UNIX)
            try:
                link.connect(path)
                return link
            except (FileNotFoundError, ConnectionRefusedError):
                link.close()
                time.sleep(0.02)
        raise VMError(f"QEMU made no socket '{name}'")

    def _command(self, name, **arguments):
        self._qmp.send(json.dumps({"execute": name, "arguments": arguments}).encode())
        while True:
            answer = json.loads(self._qmp.receive(30))
            if "return" in answer:
                return answer["return"]
            if "error" in answer:
                raise VMError(f"QMP {name}: {answer['error']['desc']}")

    def screenshot(self, path, output=None):
        """Writes a screenshot as a PPM file. `output` is the number, from 0, of an output of virtio-gpu."""
        where = {} if output is None else {"device": "card", "head": output}
        self._command("screendump", filename=path, **where)

    def press(self, *keys):
        """Presses keys together on the machine's keyboard (QEMU key names)."""
        self._command("send-key", keys=[{"type": "qcode", "data": key} for key in keys])

    @property
    def is_suspended(self):
        """Whether the machine is suspended to memory (ACPI S3)."""
        return self._command("query-status")["status"] == "suspended"

    def wake(self):
        """Wakes a suspended machine, like its power button."""
        self._command("system_wakeup")

    def processor_seconds(self):
        """Returns the processor time, in seconds, that the machine has used on the host. An emulated machine
        uses a processor whenever it is not idle."""
        try:
            with open(f"/proc/{self._process.pid}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except FileNotFoundError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def console_tail(self, lines=25):
        if not os.path.exists(self.console_log):
            return ""
        with open(self.console_log, errors="replace") as file:
            return "".join(file.readlines()[-lines:])


class MessageSocket:
    """A socket on which each line is a message."""

    def __init__(self, link):
        self._link = link
        self._rest = b""

    def send(self, message):
        self._link.settimeout(30)
        self._link.sendall(message + b"\n")

    def receive(self, seconds):
        limit = waiting.Limit(seconds)
        pieces = [self._rest]
        self._link.settimeout(1)
        while b"\n" not in pieces[-1]:
            if limit.is_over:
                raise VMError(f"no answer from the machine within {limit.seconds} s")
            try:
                piece = self._link.recv(1 << 16)
            except TimeoutError:
                continue
            if not piece:
                raise VMError("the machine closed the connection")
            pieces.append(piece)
        message, self._rest = b"".join(pieces).split(b"\n", 1)
        return message
