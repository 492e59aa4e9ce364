"""Who stops the panel has a console to work on, and who starts it again has the panel."""


def play(wall):
    wall.service.up()
    status, said = wall.service.systemctl("stop", "knobpanel")
    wall.check("systemctl stop: no error", status == 0, said)
    wall.login_works("stopped: somebody logs in on the console")
    wall.picture("stopped")
    status, said = wall.service.systemctl("start", "knobpanel")
    wall.check("systemctl start: no error", status == 0, said)
    wall.is_back("systemctl start", 0)
    wall.check("the login is gone again",
               wall.service.state("getty@tty1.service") == "inactive")
