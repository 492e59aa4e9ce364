"""The tools of a scenario: the machine, its guest, panels, touch devices and checks."""

import os

from rig.broker import Broker
from rig.compositor import Cage, Compositor, Weston
from rig.drawing import Drawing
from rig.guest import BINARY, PAYLOAD, GuestError
from rig.layout import Layout
from rig.mixer import Mixer, level, within_a_step
from rig.neighbour import Neighbour
from rig.panel import KD_GRAPHICS, Panel
from rig.picture import decode_ppm, difference, encode_png, marked
from rig.plugged import Plugged, device_path
from rig.seatd import Seatd
from rig.vm import VMError
from rig.waiting import until

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SETTLE_SECONDS = 30


class Stage:
    """One scenario on one machine. `close` restores the state of the guest."""

    def __init__(self, name, vm, guest, report, options, drawing=None):
        self.name, self.vm, self.guest = name, vm, guest
        self.drawing = drawing or Drawing(guest)
        self.keep, self.options = options.keep, options
        self.check = report.check
        self.display = vm.screen_size
        self.mixer = Mixer(guest)
        self._props = []
        self._pictures = 0
        self.mixer.reset()

    def close(self):
        """Ends everything that the scenario has started. Raises VMError if that fails, because the guest
        then cannot be used any more."""
        try:
            self._close()
        except GuestError as error:
            raise VMError(f"cannot restore the guest's state: {error}") from None

    def _close(self):
        for prop in reversed(self._props):
            prop.unplug() if isinstance(prop, Plugged) else prop.drop()
        if self.display != self.vm.screen_size:
            self.guest.unload_card(self.vm.module)
            self.guest.load_card(self.vm.module)
        self.guest.forget_udev_rules()
        self.guest.ask("reset_console")

    def log_tails(self, lines=15):
        """Returns the last lines of the messages and events of this scenario's compositors and panels."""
        texts = [f"        messages of {p.name}:\n{p.log()}"
                 for p in self._props if isinstance(p, Compositor)]
        texts += [f"        messages of panel {p.pid} (status {p.status}):\n{p.stderr()}"
                 for p in self._props if isinstance(p, Panel)]
        texts += [f"        events of panel {p.pid}:\n" + "\n".join(str(e) for e in p.events())
                  for p in self._props if isinstance(p, Panel) and p.status is None]
        return "\n".join("\n".join(text.splitlines()[-lines:]) for text in texts)

    # The panel

    def layout(self, name):
        layout = Layout(os.path.join(HERE, "layouts", name + ".yaml"))
        layout.path = f"{PAYLOAD}/layouts/{name}.yaml"
        return layout

    def start(self, layout, *options, **how):
        """Starts a panel without waiting for it."""
        panel = Panel(self.guest, layout, *options, **how)
        self._props.append(panel)
        return panel

    def panel(self, layout, *options, **how):
        """Starts a panel and waits until it is up."""
        return self.start(layout, *options, **how).up()

    def weston(self, **how):
        """Starts Weston on the display."""
        return self._compositor(Weston(self.guest, **how))

    def cage(self):
        """Starts Cage on the display, as a user other than root."""
        return self._compositor(Cage(self.guest))

    def _compositor(self, compositor):
        self._props.append(compositor)
        return compositor.up()

    def broker(self):
        """Starts an MQTT broker."""
        broker = Broker(self.guest)
        self._props.append(broker)
        return broker.start()

    def seatd(self, group):
        """Starts a seatd for a group."""
        seatd = Seatd(self.guest, group)
        self._props.append(seatd)
        return seatd.start()

    def neighbour(self, kind):
        """Starts a misbehaving process."""
        neighbour = Neighbour(self.guest, kind)
        self._props.append(neighbour)
        return neighbour

    def window(self, compositor, layout, *options, **how):
        """Starts a panel as a client of a compositor."""
        return self.start(layout, *options, display="wayland", user=compositor.user,
                          env=compositor.client_env, **how)

    def knobpanel(self, *arguments, seconds=60, **how):
        """Runs a `knobpanel` command to its end. Returns (status, stdout, stderr)."""
        return self.guest.run(BINARY, *arguments, seconds=seconds, **how)

    def element(self, knob):
        """Returns the mixer element of a knob in the test layouts, which is the knob's id in ALSA's
        spelling."""
        return knob.capitalize()

    def mixer_values(self, panel):
        """Returns the value of each knob according to the mixer. A value that the panel has reported is
        preferred if it is within one step of the mixer, so that pictures can be compared exactly."""
        values = {}
        for knob in panel.layout.knobs.values():
            if not knob.driven:
                continue
            raw, reported = max(self.mixer.raw(self.element(knob.id))), panel.value(knob.id)
            is_right = reported is not None and within_a_step(raw, knob.fraction(reported))
            values[knob.id] = reported if is_right else knob.range[0] + level(raw) * knob.span
        return values

    def agrees(self, panel, knob, value):
        """Checks that the mixer element of a knob reaches the level of this value."""
        name = f"the mixer has the value of {knob.id}"

        def raw():
            return self.mixer.raw(self.element(knob.id))

        def agreed():
            return all(within_a_step(r, knob.fraction(value)) for r in raw())

        try:
            until(agreed, SETTLE_SECONDS, name)
            return self.check(name, True)
        except TimeoutError:
            level_now = level(raw()[0]) * knob.span + knob.range[0]
            return self.check(name, False, f"raw {raw()}, level {level_now:.2f}, knob {value}")

    # Touch

    def plug(self, layout, device="ten-fingers"):
        """Plugs in one of the test devices. A touch screen covers the whole display."""
        with open(os.path.join(HERE, "guest", "devices", device + ".evemu")) as file:
            description = file.read()
        plugged = Plugged(self.guest, device_path(device), description, layout, self.display)
        self._props.append(plugged)
        return plugged

    def resize(self, display):
        """Follows a display that has another size until the scenario ends."""
        self.display = display
        for prop in self._props:
            if isinstance(prop, Plugged):
                prop.display = display

    def plug_recorded(self, name):
        """Plugs in the device of a recording. Returns (the device, the path of the recording)."""
        path = f"{PAYLOAD}/recordings/{name}.evemu"
        plugged = Plugged(self.guest, path, self.guest.text(path))
        self._props.append(plugged)
        return plugged, path

    # The screen

    def screen(self, output=None):
        path = os.path.join(self.vm.folder, "screen.ppm")
        self.vm.screenshot(path, output)
        with open(path, "rb") as file:
            return decode_ppm(file.read())

    def rendered(self, layout, values, *options, **how):
        """Returns the picture that `knobpanel render` draws with these values at the display's size."""
        return self.drawing.picture(layout.path, self.display, layout.rotate, values, *options, **how)

    def shows(self, name, layout, values):
        """Checks that the screen shows, within a time limit, the picture that `render` draws."""
        return self.shows_picture(name, self.rendered(layout, values))

    def shows_picture(self, name, expected):
        return self._shows(name, expected, lambda actual: actual == expected)

    def differs_below(self, name, other, part):
        """Checks that the screen shows, within a time limit, a picture whose upper part is that of `other`
        and whose rest is not. `part` is a fraction of the height."""
        count = int(other.height * part) * other.width * 3
        return self._shows(name, other, lambda actual: (actual.rgb[:count] == other.rgb[:count]
                                                        and actual.rgb[count:] != other.rgb[count:]))

    def _shows(self, name, expected, is_shown):
        actual = None

        def shown():
            nonlocal actual
            actual = self.screen()
            return is_shown(actual)

        try:
            until(shown, SETTLE_SECONDS, name)
            return self.check(name, True)
        except TimeoutError:
            kept = self._keep(actual, expected)
            return self.check(name, False, f"{difference(actual, expected)}\n{kept}")

    def comes_to_show(self, picture):
        """Returns whether the screen shows this picture within the time limit."""
        try:
            return until(lambda: self.screen() == picture, SETTLE_SECONDS, "a picture")
        except TimeoutError:
            return False

    def differs(self, name, other):
        """Checks that the screen shows a different picture within the time limit."""
        try:
            return self.check(name, until(lambda: self.screen() != other, SETTLE_SECONDS, name))
        except TimeoutError as error:
            return self.check(name, False, error)

    def _keep(self, actual, expected):
        pictures = {"actual": actual, "expected": expected}
        if (actual.width, actual.height) == (expected.width, expected.height):
            pictures["difference"] = marked(actual, expected)
        self._pictures += 1
        paths = []
        for kind, picture in pictures.items():
            name = f"{self.vm.card}-{self.name}-{self._pictures}-{kind}.png"
            path = os.path.join(self.keep, name)
            with open(path, "wb") as file:
                file.write(encode_png(picture))
            paths.append(path)
        return "see " + " ".join(paths)

    # The console

    def console(self):
        """Returns (graphics mode, keyboard mode) of tty1."""
        return self.guest.ask("console")

    def write_console(self, text):
        """Clears tty1, writes text to it, and returns the picture that the screen shows then."""
        self.guest.must("sh", "-c", f"printf '\\033[H\\033[2J{text}\\n' >/dev/tty1")
        return until(lambda: steady(self.screen), SETTLE_SECONDS, "the console shows text")

    def framebuffers(self):
        """Returns the name of the process that allocated each framebuffer."""
        text = self.guest.must("sh", "-c", "cat /sys/kernel/debug/dri/0/framebuffer")
        return [line.partition("=")[2].strip() for line in text.splitlines()
                if "allocated by" in line]

    def failed_cleanly(self, name, status, stderr, *words):
        """Checks for one error line with these words, exit status 1, and a console in text mode."""
        lines = [line for line in stderr.splitlines() if line.startswith("knobpanel: error: ")]
        has_words = all(word in stderr for word in words)
        console = self.console()
        return self.check(
            name, status == 1 and len(lines) == 1 and has_words and console[0] != KD_GRAPHICS,
            f"exit {'(still running)' if status is None else status}, console {console}, "
            f"expected the words {words} in:\n{stderr}")


def steady(screenshot):
    """Returns the picture if two consecutive screenshots are equal and not black, otherwise None."""
    first, second = screenshot(), screenshot()
    return second if first == second and any(second.rgb) else None
