"""The tools of a scenario: the machine, its guest, the service, a finger and checks."""

import os

from rig.guest import RESULTS
from rig.layout import Layout
from rig.picture import encode_png
from rig.stage import Stage
from rig.waiting import until
from wall.packages import Packages
from wall.service import LAYOUT, Service

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROJECT = os.path.dirname(os.path.dirname(HERE))
SECONDS = 60


class Wall:
    def __init__(self, vm, guest, report, options, next_release=None):
        self.vm, self.report, self.check, self._options = vm, report, report.check, options
        # What an upgrade of Debian needs, None if the machine is not upgraded.
        self.next_release = next_release
        # Results for later scenarios, such as the list of files before the installation.
        self.found = {}
        self.first_layout = Layout(os.path.join(PROJECT, "debian", "panel.yaml"))
        self.first_layout.path = LAYOUT
        self.use(guest)

    def use(self, guest):
        """Uses the guest of a new boot."""
        self.guest, self.service = guest, Service(guest)
        self.packages = Packages(self, self._options.debian)
        self.stage = Stage("wall", self.vm, guest, self.report, self._options)
        self.layout = self.stage.layout("one-knob")
        self.knob = self.layout.knobs["master"]
        self._finger = None

    def cut_power(self):
        """Cuts the machine's power, and waits until it has booted again."""
        self.use(self.vm.cut_power())

    def change_kernel(self, image):
        """Restarts the machine with the kernel of another image."""
        self.use(self.vm.change_kernel(self.guest, image))

    def reboot(self, last=None):
        """Reboots the machine. Returns the different pictures until the screen shows `last`, if given."""
        guest, seen = self.vm.reboot(self.guest, last)
        self.use(guest)
        return seen

    @property
    def finger(self):
        """A touch screen that covers the display. It is plugged in at the first use."""
        if not self._finger:
            self._finger = self.stage.plug(self.layout)
        return self._finger

    def shows_panel(self, name):
        """Checks that the screen shows the panel, with the value that its socket reports."""
        value = until(lambda: self.service.value("master") is not None
                      and [self.service.value("master")], SECONDS, "the panel reports its value")[0]
        return self.stage.shows(name, self.layout, {"master": value})

    def picture_stays(self, name, act, is_over):
        """Checks that the picture stays from `act()` until `is_over()`, with nothing in between."""
        self.shows_panel(f"{name}: the panel is up")
        (_, *others), count = self.pictures_while(name, act, is_over, 5 * SECONDS)
        if others:
            self.picture(f"instead-{name}".replace(" ", "-"), others[0])
        self.check(f"{name}: the picture stays ({count} screenshots)",
                   count > 10 and not others, f"it changes {len(others)} times")

    def pictures_while(self, name, act, is_over, seconds, pause_seconds=0):
        """Returns the different pictures, one after the other, that the screen shows from before `act()` until
        after `is_over()`, and the number of screenshots."""
        seen, count = [self.stage.screen()], 0

        def look():
            nonlocal count
            shot, count = self.stage.screen(), count + 1
            if shot != seen[-1]:
                seen.append(shot)

        def over():
            look()
            return is_over()

        act()
        until(over, seconds, f"{name}: the end", pause_seconds=pause_seconds)
        for _ in range(10):
            look()
        return seen, count

    def is_back(self, name, other_than):
        """Checks that the panel returns with a process other than this one."""
        try:
            pid = self.service.up(other_than)
        except TimeoutError as error:
            return self.check(f"{name}: the panel returns", False, error)
        self.check(f"{name}: the panel returns", True)
        self.shows_panel(f"{name}: the screen shows the panel")
        return pid

    def turns(self, name):
        """Checks that a finger turns the knob, and that the mixer and the picture follow."""
        pid, node = self.service.up(), self.finger.node
        until(lambda: self.guest.has_open(pid, node), SECONDS, "the panel opens the touch screen")
        before = self.service.value("master")
        self.finger.turn(self.knob, start=0, sweep=-80 if before > 50 else 80)

        def changed():
            value = self.service.value("master")
            return value is not None and value != before and [value]

        try:
            value = until(changed, SECONDS, name)[0]
        except TimeoutError as error:
            return self.check(f"{name}: the knob turns", False, error)
        self.check(f"{name}: the knob turns", abs(value - before) > 15, f"{before} to {value}")
        self.stage.agrees(None, self.knob, value)
        self.shows_panel(f"{name}: the screen shows the turn")

    def login_works(self, name):
        """Checks that a login with the machine's keyboard on the first console works."""
        proof = f"{RESULTS}/typed"
        self.guest.must("rm", "-f", proof)
        until(lambda: self.service.state("getty@tty1.service") == "active", SECONDS,
              "the login is active")

        def logged_in():
            self.type("root\n")
            try:
                return until(lambda: self.guest.run("pgrep", "-t", "tty1", "-x", "bash|sh")[0] == 0,
                             15, "a shell")
            except TimeoutError:
                return False

        try:
            until(logged_in, 4 * SECONDS, "a shell on tty1")
            self.type(f"touch {proof}\n")
            until(lambda: self.guest.run("test", "-e", proof)[0] == 0, SECONDS, "the typed command")
        except TimeoutError as error:
            self.picture("login")
            return self.check(name, False, error)
        self.type("exit\n")
        return self.check(name, True)

    def type(self, text):
        for character in text:
            self.vm.press(*KEYS.get(character, (character,)))

    def picture(self, name, shown=None):
        """Writes a PNG file of the screen, or of the picture `shown`."""
        path = os.path.join(self._options.keep, f"{self.vm.card}-{name}.png")
        with open(path, "wb") as file:
            file.write(encode_png(shown or self.stage.screen()))

    def log_tail(self):
        self.picture("failed")
        return self.service.journal()


# QEMU's names of the keys whose names differ from their characters.
KEYS = {"\n": ("ret",), " ": ("spc",), "/": ("slash",), "-": ("minus",), ".": ("dot",)}
