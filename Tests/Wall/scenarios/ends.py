"""After any end of its process the panel is restarted."""

import signal


def play(wall):
    for number in (signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM):
        pid = wall.service.up()
        wall.guest.kill(pid, number)
        wall.is_back(number.name, pid)
    for times in range(6):
        pid = wall.service.up()
        wall.guest.kill(pid, signal.SIGKILL)
    wall.is_back("repeated SIGKILL", pid)
    pid = wall.service.up()
    status, out = wall.service.systemctl("restart", "knobpanel")
    wall.check("systemctl restart: no error", status == 0, out)
    wall.is_back("systemctl restart", pid)
    wall.turns("after all restarts a finger")
    wall.check("the console's login has not started",
               wall.service.state("getty@tty1.service") == "inactive")
