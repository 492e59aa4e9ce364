"""A full disk, and a root file system that becomes read-only."""

import signal


def play(wall):
    guest = wall.guest
    pid = wall.service.up()
    # Small blocks after large ones, which do not fill the disk completely.
    guest.run("sh", "-c", "dd if=/dev/zero of=/full bs=1M; dd if=/dev/zero of=/full2 bs=1k; sync",
              seconds=300)
    wall.check("the disk is full", guest.run("sh", "-c", "echo x >/more")[0] != 0)
    guest.kill(pid, signal.SIGKILL)
    wall.is_back("full disk", pid)
    wall.turns("full disk: a finger")
    guest.must("rm", "-f", "/full", "/full2", "/more")

    guest.must("mount", "-o", "remount,ro", "/")
    pid = wall.service.up()
    guest.kill(pid, signal.SIGKILL)
    pid = wall.is_back("read-only root", pid)
    status, out = wall.service.systemctl("restart", "knobpanel")
    wall.check("read-only root: systemctl restart succeeds", status == 0, out)
    wall.is_back("read-only root, restart", pid)
    wall.turns("read-only root: a finger")
    guest.must("mount", "-o", "remount,rw", "/")
