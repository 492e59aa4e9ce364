"""The guest as the scenarios see it: commands, files, the console, its mixer."""

import ast
import itertools
import os

from rig.waiting import until

PAYLOAD = "/run/payload"
BINARY = f"{PAYLOAD}/knobpanel"
RESULTS = "/run/results"
# A device that every machine has, whose properties show which rules are in force.
NULL, NULL_RECORD = "/sys/class/mem/null", "/run/udev/data/c1:3"

markers = itertools.count()


class GuestError(Exception):
    """A command of the scenario itself (not of the panel) failed in the guest."""


class Guest:
    def __init__(self, vm):
        self._line = vm.agent
        self._loader = vm.architecture.loader
        # By path of a file of udev rules: the property that its rules give to the device NULL.
        self._rule_markers = {}
        self.ask("run", ["mkdir", "-p", RESULTS], 10)
        self.ask("run", ["chmod", "777", RESULTS], 10)

    def ask(self, operation, *arguments, seconds=60):
        """One call of the agent (see guest/agent.py)."""
        self._line.send(repr((operation, *arguments)).encode())
        verdict, result = ast.literal_eval(self._line.receive(seconds).decode())
        if verdict == "error":
            raise GuestError(f"{operation} {arguments[:1]}: {result}")
        return result

    def run(self, *argv, seconds=30, tty=False, user=None, env={}):
        """Runs a command to its end: (status, stdout, stderr); status None after a hang."""
        status, out, err = self.ask(
            "run", list(argv), seconds, tty, user, env, seconds=seconds + 30)
        return status, out.decode(errors="replace"), err.decode(errors="replace")

    def must(self, *argv, seconds=30):
        """Runs a command that the scenario relies on: its output."""
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
        """Puts a file of udev rules in force; None removes it.

        It appears in its folder as a whole: udevd looks on its own, too, whether a folder has changed, and
        would not read a file again that it has found empty."""
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
            # Asked again, because udevd 252 ignores a request that arrives between its accept() and its
            # SO_PASSCRED ("Invalid sender uid 65534"), and `udevadm` does not notice.
            self.must("udevadm", "control", "--reload")
            self.write(f"{NULL}/uevent", "change")
            self.settle()
            told = b"".join(self.ask("texts", NULL_RECORD).values()).decode()
            return (not before or f"{before}=" not in told) and (not after or f"{after}=" in told)

        until(in_force, 20, f"udevd has read {path}")

    def forget_udev_rules(self):
        """Only the machine's own are in force."""
        for path, marker in self._rule_markers.items():
            if marker:
                self.set_udev_rules(path, None)

    def kill(self, pid, number):
        self.ask("kill", pid, int(number))

    def has_open(self, pid, path):
        """Whether a process holds this file open."""
        return path in self.ask("links", f"/proc/{pid}/fd/*").values()

    def settle(self):
        """Waits until udevd has handled all that happened."""
        # Asked again, for the reason of `set_udev_rules`; here `udevadm` notices.
        until(lambda: self.run("udevadm", "settle", "--timeout=20")[0] == 0, 60, "udevd is done")

    def load(self, *modules):
        self.must("modprobe", "-a", *modules)
        self.settle()

    def unload(self, *modules):
        self.must("modprobe", "-r", *modules)
        self.settle()

    def missing_libraries(self):
        """Lines about shared libraries of the binary that the guest does not have."""
        _, out, err = self.run(self._loader, "--list", f"{PAYLOAD}/knobpanel")
        return [line.strip() for line in (out + err).splitlines()
                if "not found" in line or "error" in line]
