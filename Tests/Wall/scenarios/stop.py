"""Stopping the service starts the console's login. Starting it shows the panel again, without a login."""


def play(wall):
    wall.service.up()
    status, out = wall.service.systemctl("stop", "knobpanel")
    wall.check("systemctl stop: no error", status == 0, out)
    wall.login_works("stopped: a login on the console works")
    wall.picture("stopped")
    status, out = wall.service.systemctl("start", "knobpanel")
    wall.check("systemctl start: no error", status == 0, out)
    wall.is_back("systemctl start", 0)
    wall.check("the login has ended",
               wall.service.state("getty@tty1.service") == "inactive")

    # As in a race between knobpanel-console.service and a start of the panel.
    wall.service.systemctl("stop", "knobpanel")
    wall.login_works("stopped again: a login on the console works")
    wall.service.systemctl("stop", "getty@tty1")
    wall.guest.must("sh", "-c", "systemctl --no-block start knobpanel; "
                    "systemctl --no-block --job-mode=fail start getty@tty1")
    wall.is_back("a start beside that of the login", 0)
    wall.check("the login has not started beside it",
               wall.service.state("getty@tty1.service") == "inactive")

    # A panel that root starts by hand leaves the folder of its socket.
    wall.service.systemctl("stop", "knobpanel")
    wall.guest.must("mkdir", "/run/knobpanel")
    wall.service.systemctl("restart", "getty@tty1")
    wall.login_works("stopped, with a folder of the socket: a login on the console works")
    status, out = wall.service.systemctl("start", "knobpanel")
    wall.check("systemctl start with a folder of the socket: no error", status == 0, out)
    wall.is_back("systemctl start with a folder of the socket", 0)
