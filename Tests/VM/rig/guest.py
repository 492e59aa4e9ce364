"""Access to the guest for scenarios: commands, files, udev rules and kernel modules."""

import ast
import itertools
import os

from rig.waiting import until

PAYLOAD = "/run/payload"
BINARY = f"{PAYLOAD}/knobpanel"
RESULTS = "/run/results"
# A device that every machine has. Its udev properties show which rules are in effect.
NULL, NULL_RECORD = "/sys/class/mem/null", "/run/udev/data/c1:3"

markers = itertools.count()


class GuestError(Exception):
    """A command of the scenario itself, not of the panel, failed in the guest."""


class Guest:
    def __init__(self, vm):
        self._agent = vm.agent
        self._loader = vm.architecture.loader
        # For each path of a udev rules file, the property that its rules set on the device NULL.
        self._rule_markers = {}
        self.ask("run", ["mkdir", "-p", RESULTS], 10)
        self.ask("run", ["chmod", "777", RESULTS], 10)

    def ask(self, operation, *arguments, seconds=60):
        """Calls an operation of the agent (guest/agent.py) and returns its result."""
        self._agent.send(repr((operation, *arguments)).encode())
        verdict, result = ast.literal_eval(self._agent.receive(seconds).decode())
        if verdict == "error":
            raise GuestError(f"{operation} {arguments[:1]}: {result}")
        return result

    def run(self, *argv, seconds=30, tty=False, user=None, env={}):
        """Runs a command to its end. Returns (status, stdout, stderr); the status is None after a timeout."""
        status, out, err = self.ask(
            "run", list(argv), seconds, tty, user, env, seconds=seconds + 30)
        return status, out.decode(errors="replace"), err.decode(errors="replace")

    def must(self, *argv, seconds=30):
        """Runs a command that must succeed, and returns its output."""
        status, out, err = self.run(*argv, seconds=seconds)
        if status != 0:
            ended = "still running" if status is None else f"exit {status}"
            raise GuestError(f"{' '.join(argv)}: {ended}: {(err or out).strip()}")
        return out

    def read(self, path, offset=0):
        return self.ask("read", path, offset)

    def text(self, path):
        return self.read(path).decode(errors="replace")

    def write(self, path, data):
        self.ask("write", path, data if isinstance(data, bytes) else data.encode())

    def set_udev_rules(self, path, rules):
        """Installs a udev rules file and waits until it is in effect. `rules` is its text; None removes it.

        The file is moved into its folder when it is complete. udevd also watches the folder by itself, and
        does not read a file again that it has found empty."""
        before, after = self._rule_markers.get(path), f"RULES_{next(markers)}" if rules else None
        self._rule_markers[path] = after
        folder = os.path.dirname(path)
        if rules is None:
            self.must("rm", path)
        else:
            new = os.path.join(os.path.dirname(folder), os.path.basename(path))
            self.must("mkdir", "-p", folder)
            self.write(new, f'{rules}KERNEL=="null", ENV{{{after}}}="1"\n')
            self.ask("rename", new, path)

        def in_force():
            # Repeated, because udevd 252 ignores a request that arrives between its accept() and its
            # SO_PASSCRED ("Invalid sender uid 65534"), which `udevadm` does not report.
            self.must("udevadm", "control", "--reload")
            self.write(f"{NULL}/uevent", "change")
            self.settle()
            properties = b"".join(self.ask("texts", NULL_RECORD).values()).decode()
            return ((not before or f"{before}=" not in properties)
                    and (not after or f"{after}=" in properties))

        until(in_force, 20, f"udevd has read {path}")

    def forget_udev_rules(self):
        """Removes all rules that `set_udev_rules` has installed."""
        for path, marker in self._rule_markers.items():
            if marker:
                self.set_udev_rules(path, None)

    def kill(self, pid, number):
        self.ask("kill", pid, int(number))

    def has_open(self, pid, path):
        """Returns whether a process has this file open."""
        return path in self.ask("links", f"/proc/{pid}/fd/*").values()

    def settle(self):
        """Waits until udevd has handled all events."""
        # Repeated for the same reason as in `set_udev_rules`. Here `udevadm` reports the failure.
        until(lambda: self.run("udevadm", "settle", "--timeout=20")[0] == 0, 60, "udevd is done")

    def load(self, *modules):
        self.must("modprobe", "-a", *modules)
        self.settle()

    def unload_card(self, module):
        """Unloads the driver of the graphics card, which the text console must release before."""
        self.must("sh", "-c", "echo 0 >/sys/class/vtconsole/vtcon1/bind")
        self.unload(module)

    def load_card(self, module):
        self.load(module)
        self.run("sh", "-c", "echo 1 >/sys/class/vtconsole/vtcon1/bind")

    def unload(self, *modules):
        self.must("modprobe", "-r", *modules)
        self.settle()

    def missing_libraries(self):
        """Returns the loader's lines about shared libraries of the binary that the guest lacks."""
        _, out, err = self.run(self._loader, "--list", f"{PAYLOAD}/knobpanel")
        return [line.strip() for line in (out + err).splitlines()
                if "not found" in line or "error" in line]
