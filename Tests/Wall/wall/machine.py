"""A machine that boots Debian with systemd, and can be rebooted."""

import os
import subprocess
import time

from rig.guest import RESULTS, Guest
from rig.picture import decode_ppm
from rig.vm import TOOLS, VM, VMError

KERNEL_OPTIONS = ("console=ttyS0 console=tty0 quiet splash mitigations=off nokaslr panic=-1 "
                  "consoleblank=0 vt.global_cursor_default=0 "
                  "plymouth.ignore-serial-consoles acpi_backlight=video")

# The space on the disk that an upgrade of Debian needs.
UPGRADE_BYTES = 128 << 20


class Machine(VM):
    """Unlike a `VM`, the machine and its disk remain when the guest reboots."""

    # Without KVM, systemd takes a minute or two.
    boot_seconds = 400

    def __init__(self, image, payload, card, folder, media=None):
        """`media` is the file of another disk, with packages for an upgrade of Debian."""
        self._disk = os.path.join(folder, "root.img")
        super().__init__(image, payload, card, folder, disk=self._disk)
        subprocess.run(["cp", "--sparse=always", f"{image}/root.img", self._disk], check=True)
        if media:
            os.truncate(self._disk, os.path.getsize(self._disk) + UPGRADE_BYTES)
            subprocess.run(["resize2fs", self._disk], check=True, env=TOOLS, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
        self._arguments.remove("-no-reboot")
        # With two processors, QEMU 7.2 sometimes corrupts the flags of the first when the machine resumes:
        # the kernel of Debian 13 crashed or hung in 5 of 37 resumes, with one processor in none of 40.
        self._set("-smp", "1")
        self._set("-accel", "tcg,thread=single")
        self._set("-append", KERNEL_OPTIONS)
        if media:
            self._arguments += ["-drive", f"file={media},if=virtio,format=raw,readonly=on"]

    def __exit__(self, *_):
        super().__exit__()
        if os.path.exists(self._disk):
            os.remove(self._disk)

    def _set(self, option, value):
        self._arguments[self._arguments.index(option) + 1] = value

    def reboot(self, guest, last=None):
        """Reboots the guest. Returns the new Guest, and, if `last` is a picture, the different pictures that
        the screen shows until this one."""
        guest.ask("start", ["systemctl", "reboot"], f"{RESULTS}/reboot")
        seen = self._pictures_until(last) if last else []
        return self.booted(), seen

    def cut_power(self):
        """Resets the machine, so that what the guest has not written to its disk is lost. Returns the new
        Guest."""
        self._command("system_reset")
        return self.booted()

    def booted(self, seconds=None):
        """Waits for the next boot, at most `seconds`. Returns the new Guest."""
        self.agent.receive(seconds or self.boot_seconds)
        return Guest(self)

    def change_kernel(self, guest, image):
        """Shuts the guest down, and boots the kernel of another image with the same disk. Returns the new
        Guest."""
        guest.ask("start", ["systemctl", "poweroff"], f"{RESULTS}/poweroff")
        try:
            self._process.wait(self.boot_seconds)
        except subprocess.TimeoutExpired:
            raise VMError(f"the machine did not power off within {self.boot_seconds} s") from None
        super().__exit__()
        self._set("-kernel", f"{image}/vmlinuz")
        self._set("-initrd", f"{image}/initramfs.gz")
        self.__enter__()
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
