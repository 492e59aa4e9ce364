"""Stopping the service starts the console's login. Starting it shows the panel again."""


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
