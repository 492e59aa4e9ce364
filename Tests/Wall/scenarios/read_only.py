"""A root file system that is read-only from boot, as described in docs/deployment.md."""

TABLE = """/dev/vda / ext4 ro 0 0
tmpfs /tmp tmpfs nosuid,nodev,size=32M 0 0
tmpfs /var/tmp tmpfs nosuid,nodev,size=16M 0 0
tmpfs /var/log tmpfs nosuid,nodev,size=16M 0 0
"""


def play(wall):
    guest = wall.guest
    before = guest.text("/etc/fstab") if guest.run("test", "-e", "/etc/fstab")[0] == 0 else ""
    guest.write("/etc/fstab", TABLE)
    wall.reboot()
    guest = wall.guest
    wall.service.up()
    wall.check("the root file system is read-only", guest.run("sh", "-c", "echo x >/more")[0] != 0)
    wall.shows_panel("the screen shows the panel")
    wall.turns("a finger")
    guest.must("mount", "-o", "remount,rw", "/")
    guest.write("/etc/fstab", before)
