"""A machine that boots Debian with systemd, and boots again."""

from rig.guest import RESULTS, Guest
from rig.vm import VM

KERNEL_OPTIONS = ("console=ttyS0 console=tty0 quiet mitigations=off nokaslr panic=-1 "
                  "consoleblank=0 vt.global_cursor_default=0 systemd.show_status=false")

class Machine(VM):
    """Unlike a `VM` it stays when its guest restarts, and what is on its disk does, too."""

    # Without KVM systemd takes a minute or two.
    boot_seconds = 400

    def __init__(self, image, payload, card, folder):
        super().__init__(image, payload, card, folder)
        self._arguments.remove("-no-reboot")
        self._arguments[self._arguments.index("-append") + 1] = KERNEL_OPTIONS

    def reboot(self, guest):
        """Restarts the guest: its agent, as it is after that."""
        guest.ask("start", ["systemctl", "reboot"], f"{RESULTS}/reboot")
        self.agent.receive(self.boot_seconds)
        return Guest(self)
