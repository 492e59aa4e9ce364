"""However its process ends, the panel comes back by itself."""

import signal


def play(wall):
    for number in (signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM):
        pid = wall.service.up()
        wall.guest.kill(pid, number)
        wall.is_back(number.name, pid)
    for times in range(6):
        pid = wall.service.up()
        wall.guest.kill(pid, signal.SIGKILL)
    wall.is_back("SIGKILL again and again", pid)
    pid = wall.service.up()
    status, said = wall.service.systemctl("restart", "knobpanel")
    wall.check("systemctl restart: no error", status == 0, said)
    wall.is_back("systemctl restart", pid)
    wall.turns("after all of that a finger")
    wall.check("the login did not come in between",
               wall.service.state("getty@tty1.service") == "inactive")
