"""Wayland compositors in the guest, which use its display and its touch screens."""

import itertools
import signal

from rig.guest import RESULTS
from rig.waiting import until

numbers = itertools.count()


class Compositor:
    """A compositor and its seatd, which opens the devices. Both run until `drop`."""

    name = ""
    user = None
    seatd_options = ()
    env = {}

    def __init__(self, guest, argv):
        self._guest = guest
        number = next(numbers)
        self._log = f"{RESULTS}/compositor-{number}"
        self._argv = argv
        # A killed compositor does not remove its socket, so each one has its own folder.
        self._runtime = f"/run/compositor-{number}"
        self._seatd = self.pid = None

    @property
    def client_env(self):
        return {"XDG_RUNTIME_DIR": self._runtime, "WAYLAND_DISPLAY": "wayland-vm"}

    def up(self):
        """Starts it, also after `end`, and waits for its socket."""
        owner = self.user or "root"
        self._guest.must("sh", "-c", f"mkdir -p {self._runtime} && rm -f {self._runtime}/* && "
                         f"chmod 700 {self._runtime} && chown {owner} {self._runtime} /dev/tty1")
        self._seatd = self._guest.ask("start", ["seatd", *self.seatd_options], self._log + "-seatd")
        until(lambda: self._exists("/run/seatd.sock"), 10, "seatd")
        self.pid = self._guest.ask(
            "start", self._argv, self._log, True, self.user,
            {"XDG_RUNTIME_DIR": self._runtime, "LIBSEAT_BACKEND": "seatd", **self.env})
        until(lambda: self._exists(self.socket), 30, f"{self.name}'s socket")
        return self

    @property
    def socket(self):
        return f"{self._runtime}/wayland-vm"

    def _exists(self, path):
        return self._guest.ask("exists", path)

    def sees(self, device):
        until(lambda: self._guest.has_open(self.pid, device.node), 20,
              f"{self.name} opens {device.screen.name}")
        return device

    def log(self):
        return self._guest.text(self._log + ".err") + self._guest.text(self._log + ".out")

    def end(self, number=signal.SIGKILL):
        """Ends it, by default with SIGKILL, so that it cannot notify its clients."""
        for pid in (self.pid, self._seatd):
            if pid:
                self._guest.kill(pid, number)
                if self._guest.ask("wait", pid, 10, seconds=40) is None:
                    self._guest.kill(pid, signal.SIGKILL)
                    self._guest.ask("wait", pid, 10, seconds=40)
        self.pid = self._seatd = None
        self._guest.ask("reset_console")

    def drop(self):
        self.end()
        self._guest.must("chown", "root", "/dev/tty1")


class Weston(Compositor):
    """The reference compositor, with software rendering and its kiosk shell. Windows with the app ids
    `one` and `two` each have their own output."""

    name = "weston"

    def __init__(self, guest, transform="normal", shell="kiosk-shell.so"):
        config = f"{RESULTS}/weston-{transform}.ini"
        guest.write(config, "[core]\nidle-time=0\n[shell]\nstartup-animation=none\n"
                    f"[output]\nname=Virtual-1\ntransform={transform}\napp-ids=one\n"
                    "[output]\nname=Virtual-2\nmode=1024x768\napp-ids=two\n")
        super().__init__(guest, [
            "weston", "--backend=drm-backend.so", "--use-pixman", f"--shell={shell}",
            "--socket=wayland-vm", f"--config={config}", "--continue-without-input"])


class Cage(Compositor):
    """The kiosk compositor of wlroots. It refuses to run as root."""

    name = "cage"
    user = "kiosk"
    seatd_options = ("-u", "kiosk")
    env = {"WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"}

    def __init__(self, guest):
        # It chooses the name of its socket, and ends when its program ends.
        super().__init__(guest, ["cage", "--", "sh", "-c", "exec sleep 100000"])

    @property
    def client_env(self):
        return {"XDG_RUNTIME_DIR": self._runtime, "WAYLAND_DISPLAY": "wayland-0"}

    @property
    def socket(self):
        return f"{self._runtime}/wayland-0"
