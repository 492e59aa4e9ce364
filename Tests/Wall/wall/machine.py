"""A machine that boots Debian with systemd, and can be rebooted."""

import os
import time

from rig.guest import RESULTS, Guest
from rig.picture import decode_ppm
from rig.vm import VM

KERNEL_OPTIONS = ("console=ttyS0 console=tty0 quiet splash mitigations=off nokaslr panic=-1 "
                  "consoleblank=0 vt.global_cursor_default=0 "
                  "plymouth.ignore-serial-consoles acpi_backlight=video")


class Machine(VM):
    """Unlike a `VM`, the machine and its disk remain when the guest reboots."""

    # Without KVM, systemd takes a minute or two.
    boot_seconds = 400

    def __init__(self, image, payload, card, folder):
        super().__init__(image, payload, card, folder)
        self._arguments.remove("-no-reboot")
        self._arguments[self._arguments.index("-append") + 1] = KERNEL_OPTIONS

    def reboot(self, guest, last=None):
        """Reboots the guest. Returns the new Guest, and, if `last` is a picture, the different pictures that
        the screen shows until this one."""
        guest.ask("start", ["systemctl", "reboot"], f"{RESULTS}/reboot")
        seen = self._pictures_until(last) if last else []
        self.agent.receive(self.boot_seconds)
        return Guest(self), seen

    def cut_power(self):
        """Resets the machine, so that what the guest has not written to its disk is lost. Returns the new
        Guest."""
        self._command("system_reset")
        self.agent.receive(self.boot_seconds)
        return Guest(self)

    def _pictures_until(self, last):
        """Returns the different pictures until `last`, from about 40 screenshots a second. Screenshots in
        another size, such as that of the firmware, are ignored."""
        path, seen = os.path.join(self.folder, "boot.ppm"), []
        deadline = time.monotonic() + self.boot_seconds
        while time.monotonic() < deadline:
            self.screenshot(path)
            with open(path, "rb") as file:
                picture = decode_ppm(file.read())
            if (picture.width, picture.height) != self.screen_size:
                time.sleep(0.3)
                continue
            if not seen or picture != seen[-1]:
                seen.append(picture)
            if picture == last:
                break
            time.sleep(0.01)
        return seen
