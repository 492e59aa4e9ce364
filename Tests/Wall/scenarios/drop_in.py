"""A drop-in adds an option and a secret."""

from wall.service import UNIT

DROP_IN = f"/etc/systemd/system/{UNIT}.d/local.conf"
SECRET = f"/run/credentials/{UNIT}/mqtt"


def play(wall):
    guest, pid = wall.guest, wall.service.up()
    guest.write("/etc/knobpanel/mqtt", "not for everybody\n")
    guest.must("chmod", "600", "/etc/knobpanel/mqtt")
    guest.write(DROP_IN, '[Service]\nEnvironment="KNOBPANEL_OPTIONS=--socket-mode 0660 --verbose"\n'
                         "LoadCredential=mqtt:/etc/knobpanel/mqtt\n")
    wall.service.systemctl("daemon-reload")
    wall.service.systemctl("restart", "knobpanel")
    wall.is_back("drop-in", pid)
    mode = guest.must("stat", "--format=%a", "/run/knobpanel/socket").strip()
    wall.check("the option has an effect", mode == "660", mode)
    status, out, err = guest.run("cat", SECRET, user="knobpanel")
    wall.check("the panel's user can read the secret", out == "not for everybody\n", err)
    status, out, err = guest.run("cat", SECRET, user="nobody")
    wall.check("other users cannot read the secret", status != 0, out)
    guest.must("rm", "-r", DROP_IN.rpartition("/")[0], "/etc/knobpanel/mqtt")
    wall.service.systemctl("daemon-reload")
