"""The watchdog restarts a panel that hangs."""

import signal


def play(wall):
    pid = wall.service.up()
    wall.guest.kill(pid, signal.SIGSTOP)
    wall.is_back("SIGSTOP", pid)
    journal = wall.service.journal(60)
    wall.check("the watchdog has restarted it", "Watchdog timeout" in journal, journal)
