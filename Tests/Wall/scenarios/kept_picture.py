"""While the service restarts, the last picture stays. No frame shows text or black."""

import signal


def play(wall):
    stays(wall, "SIGKILL", lambda pid: wall.guest.kill(pid, signal.SIGKILL))
    stays(wall, "a crash", lambda pid: wall.guest.kill(pid, signal.SIGSEGV))
    stays(wall, "systemctl restart",
          lambda pid: wall.service.systemctl("restart", "--no-block", "knobpanel"))
    made = [name for name in wall.stage.framebuffers() if "knobpanel" in name]
    wall.check("restarts leave no framebuffers", len(made) <= 3, made)


def stays(wall, name, act):
    pid = wall.service.up()

    def is_back():
        now = wall.service.properties()
        return now["ActiveState"] == "active" and int(now["MainPID"]) not in (0, pid)

    wall.picture_stays(name, lambda: act(pid), is_back)
