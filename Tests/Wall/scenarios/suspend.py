"""The machine is suspended, with all of its devices powered off, and resumes."""

import time

from rig.guest import RESULTS
from rig.waiting import until


def play(wall):
    guest, pid = wall.guest, wall.service.up()
    for name in ("suspended and resumed", "suspended and resumed again"):
        guest.ask("start", ["systemctl", "suspend"], f"{RESULTS}/suspend")
        until(lambda: wall.vm.is_suspended, 60, "the machine is suspended")
        time.sleep(5)
        wall.vm.wake()
        until(lambda: not wall.vm.is_suspended, 30, "the machine resumes")
        guest.must("true", seconds=120)
        wall.shows_panel(f"{name}: the screen shows the panel")
        wall.check(f"{name}: it is the same process", wall.service.pid == pid)
        wall.turns(f"{name}: a finger")
