"""While the service restarts, the last picture stays. No frame shows text or black."""

import signal

from rig.waiting import until


def play(wall):
    stays(wall, "SIGKILL", lambda pid: wall.guest.kill(pid, signal.SIGKILL))
    stays(wall, "a crash", lambda pid: wall.guest.kill(pid, signal.SIGSEGV))
    stays(wall, "systemctl restart",
          lambda pid: wall.service.systemctl("restart", "--no-block", "knobpanel"))
    made = [name for name in wall.stage.framebuffers() if "knobpanel" in name]
    wall.check("restarts leave no framebuffers", len(made) <= 3, made)


def stays(wall, name, act):
    pid = wall.service.up()
    wall.shows_panel(f"{name}: the panel is up")
    before = wall.stage.screen()
    act(pid)
    shots = []

    def is_back():
        shots.append(wall.stage.screen())
        now = wall.service.properties()
        return now["ActiveState"] == "active" and int(now["MainPID"]) not in (0, pid)

    until(is_back, 60, f"{name}: the panel returns", pause_seconds=0)
    shots += [wall.stage.screen() for _ in range(10)]
    others = [shot for shot in shots if shot != before]
    if others:
        wall.picture(f"instead-{name}".replace(" ", "-"), others[0])
    wall.check(f"{name}: the picture stays ({len(shots)} screenshots)", len(shots) > 10 and not others,
               f"{len(others)} of {len(shots)} screenshots differ")
