"""What a scenario works with: the machine, its guest, panels, fingers, and its verdicts."""

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
    """One scenario's time on one machine; `close` leaves the guest as it was found."""

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
        """Whatever the scenario left running goes; a guest where that fails is of no more use."""
        try:
            self._close()
        except GuestError as error:
            raise VMError(f"the guest could not be put in order: {error}") from None

    def _close(self):
        for prop in reversed(self._props):
            prop.unplug() if isinstance(prop, Plugged) else prop.drop()
        self.guest.forget_udev_rules()
        self.guest.ask("reset_console")

    def last_words(self, lines=15):
        """The end of what each panel of this scenario wrote to stderr."""
        texts = [f"        {p.name} said:\n{p.log()}"
                 for p in self._props if isinstance(p, Compositor)]
        texts += [f"        panel {p.pid} (status {p.status}) said:\n{p.stderr()}"
                 for p in self._props if isinstance(p, Panel)]
        texts += [f"        panel {p.pid} told:\n" + "\n".join(str(e) for e in p.events())
                  for p in self._props if isinstance(p, Panel) and p.status is None]
        return "\n".join("\n".join(text.splitlines()[-lines:]) for text in texts)

    # The panel

    def layout(self, name):
        layout = Layout(os.path.join(HERE, "layouts", name + ".yaml"))
        layout.path = f"{PAYLOAD}/layouts/{name}.yaml"
        return layout

    def start(self, layout, *options, **how):
        """A panel that was started and may do what it likes."""
        panel = Panel(self.guest, layout, *options, **how)
        self._props.append(panel)
        return panel

    def panel(self, layout, *options, **how):
        """A panel that is up."""
        return self.start(layout, *options, **how).up()

    def weston(self, **how):
        """Weston on the display."""
        return self._compositor(Weston(self.guest, **how))

    def cage(self):
        """Cage on the display, for a user who is not root."""
        return self._compositor(Cage(self.guest))

    def _compositor(self, compositor):
        self._props.append(compositor)
        return compositor.up()

    def broker(self):
        """A broker of MQTT that runs."""
        broker = Broker(self.guest)
        self._props.append(broker)
        return broker.start()

    def seatd(self, group):
        """A seatd that runs, and lets a group in."""
        seatd = Seatd(self.guest, group)
        self._props.append(seatd)
        return seatd.start()

    def neighbour(self, kind):
        """Somebody who behaves badly."""
        neighbour = Neighbour(self.guest, kind)
        self._props.append(neighbour)
        return neighbour

    def window(self, compositor, layout, *options, **how):
        """A panel that is a client of a compositor."""
        return self.start(layout, *options, display="wayland", user=compositor.user,
                          env=compositor.client_env, **how)

    def knobpanel(self, *arguments, seconds=60, **how):
        """Runs the command to its end: (status, stdout, stderr)."""
        return self.guest.run(BINARY, *arguments, seconds=seconds, **how)

    def element(self, knob):
        """The mixer element that drives a knob of the test's layouts: its id, as ALSA spells it."""
        return knob.capitalize()

    def mixer_values(self, panel):
        """What the mixer says each knob has: the panel's own figure where it told one in its events
        and that is right to a step of the mixer, so that pictures of it can be exact."""
        values = {}
        for knob in panel.layout.knobs.values():
            if not knob.driven:
                continue
            raw, told = max(self.mixer.raw(self.element(knob.id))), panel.value(knob.id)
            right = told is not None and within_a_step(raw, knob.fraction(told))
            values[knob.id] = told if right else knob.range[0] + level(raw) * knob.span
        return values

    def agrees(self, panel, knob, value):
        """A test: the mixer element of a knob comes to stand where this value puts it."""
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
        """Plugs in one of the test's own devices; a touch screen covers the display."""
        with open(os.path.join(HERE, "guest", "devices", device + ".evemu")) as file:
            description = file.read()
        plugged = Plugged(self.guest, device_path(device), description, layout, self.display)
        self._props.append(plugged)
        return plugged

    def plug_recorded(self, name):
        """Plugs in the device of a recording: (the device, the path of the recording)."""
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
        """What `knobpanel render` draws of these values at the size of the display."""
        return self.drawing.picture(layout.path, self.display, layout.rotate, values, *options, **how)

    def shows(self, name, layout, values):
        """A test: the screen comes to show exactly what `render` draws of these values."""
        return self.shows_picture(name, self.rendered(layout, values))

    def shows_picture(self, name, expected):
        actual = None

        def same():
            nonlocal actual
            actual = self.screen()
            return actual == expected

        try:
            until(same, SETTLE_SECONDS, name)
            return self.check(name, True)
        except TimeoutError:
            kept = self._keep(actual, expected)
            return self.check(name, False, f"{difference(actual, expected)}\n{kept}")

    def comes_to_show(self, picture):
        """Whether the screen comes to show this."""
        try:
            return until(lambda: self.screen() == picture, SETTLE_SECONDS, "a picture")
        except TimeoutError:
            return False

    def differs(self, name, other):
        """A test: the screen comes to show something else than this."""
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
        """(graphics mode, keyboard mode) of tty1."""
        return self.guest.ask("console")

    def write_console(self, text):
        """Puts text on a cleared tty1 and returns what the screen then shows."""
        self.guest.must("sh", "-c", f"printf '\\033[H\\033[2J{text}\\n' >/dev/tty1")
        return until(lambda: steady(self.screen), SETTLE_SECONDS, "the console shows text")

    def framebuffers(self):
        """Who made the framebuffers that exist, one name each."""
        text = self.guest.must("sh", "-c", "cat /sys/kernel/debug/dri/0/framebuffer")
        return [line.partition("=")[2].strip() for line in text.splitlines()
                if "allocated by" in line]

    def failed_cleanly(self, name, status, stderr, *words):
        """A test: one error line that has these words, exit 1, and the console as it was."""
        lines = [line for line in stderr.splitlines() if line.startswith("knobpanel: error: ")]
        told = all(word in stderr for word in words)
        console = self.console()
        return self.check(
            name, status == 1 and len(lines) == 1 and told and console[0] != KD_GRAPHICS,
            f"exit {'(still running)' if status is None else status}, console {console}, "
            f"expected the words {words} in:\n{stderr}")


def steady(look):
    """What two looks in a row agree on, once it is not black any more."""
    first, second = look(), look()
    return second if first == second and any(second.rgb) else None
