"""The service of the installed package, accessed through systemd and the panel's socket."""

from rig.panel import KD_GRAPHICS
from rig.waiting import until

UNIT = "knobpanel.service"
LAYOUT = "/etc/knobpanel/panel.yaml"
PROGRAM = "/usr/bin/knobpanel"
# A start in an emulator takes a few seconds, in addition to the times of the watchdog and of a restart.
RETURN_SECONDS = 60


class Service:
    def __init__(self, guest):
        self._guest = guest

    def properties(self, unit=UNIT):
        text = self._guest.must(
            "systemctl", "show", unit,
            "--property=ActiveState,SubState,MainPID,NRestarts,Result,UnitFileState")
        return dict(line.split("=", 1) for line in text.splitlines())

    def state(self, unit=UNIT):
        return self.properties(unit)["ActiveState"]

    @property
    def pid(self):
        """The process id of the panel, 0 if it does not run."""
        return int(self.properties()["MainPID"])

    def systemctl(self, *arguments, seconds=120):
        """Runs systemctl. Returns (status, output)."""
        status, out, err = self._guest.run("systemctl", *arguments, seconds=seconds)
        return status, out + err

    def up(self, other_than=0):
        """Waits until a panel other than the process `other_than` is up. Returns its process id."""
        def ready():
            now = self.properties()
            pid = int(now["MainPID"])
            return now["ActiveState"] == "active" and pid not in (0, other_than) and pid

        pid = until(ready, RETURN_SECONDS, f"{UNIT} is active", pause_seconds=0.5)
        until(lambda: self._guest.ask("console")[0] == KD_GRAPHICS, RETURN_SECONDS,
              "the console is in graphics mode")
        return pid

    def value(self, knob):
        """Returns a knob's value from the panel's socket, None if there is none."""
        status, out, _ = self._guest.run(PROGRAM, "get", knob)
        return float(out) if status == 0 else None

    def journal(self, lines=25, unit=UNIT):
        return self._guest.run("journalctl", "--no-pager", "-b", "-u", unit, "-n", str(lines),
                               "-o", "short-monotonic")[1]
