"""A panel that hangs is started anew."""

import signal


def play(wall):
    pid = wall.service.up()
    wall.guest.kill(pid, signal.SIGSTOP)
    wall.is_back("SIGSTOP", pid)
    said = wall.service.journal(60)
    wall.check("it was the watchdog", "Watchdog timeout" in said, said)
