"""Prints the age of a finger's samples when they are committed to the display and when they are shown. There
is no limit, because the machine is emulated. `knobpanel-bench latency` measures a simulated machine."""

import re

from rig.touch import turn
from rig.waiting import until

SECONDS = 3
FIGURES = re.compile(r"(\d+) frames; drawing .*sample to commit p50 ([\d.]+) p99 ([\d.]+) ms(.*)")


def play(stage):
    layout = stage.layout("two-knobs")
    panel = stage.panel(layout)
    screen = panel.sees(stage.plug(layout))
    stage.shows("the panel is up", layout, stage.mixer_values(panel))
    # The first frame after each second writes a line.
    fingers = [turn(layout.knobs[name], start=0, sweep=150, finger=finger, seconds=SECONDS)
               for finger, name in enumerate(("master", "synth"))]
    since = len(panel.stderr())
    screen.play(*fingers)
    panel.after(0, "ended", "master")

    def lines():
        return FIGURES.findall(panel.stderr()[since:])

    until(lines, 20, "the panel reports the age of samples")
    frames = sum(int(line[0]) for line in lines())
    stage.check("frames are shown during the turns", frames > SECONDS, lines())
    for count, p50, p99, shown in lines():
        print(f"        {count} frames: sample to commit p50 {p50} p99 {p99} ms{shown}", flush=True)
