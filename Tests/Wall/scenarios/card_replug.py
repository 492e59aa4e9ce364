"""The graphics card goes while the panel runs, and comes back."""

from rig.waiting import until

# The card that the kernel has, to its driver and back.
CARD = "$(readlink -f /sys/class/drm/card0/device)"


def play(wall):
    guest, pid = wall.guest, wall.service.up()
    where = guest.must("sh", "-c", f"d={CARD}; echo $(readlink -f $d/driver) ${{d##*/}}").split()
    driver, device = where
    # A virtio card hangs one below the PCI device that has gone.
    guest.must("sh", "-c", f"echo {device} >{driver}/unbind", seconds=60)
    until(lambda: guest.run("sh", "-c", "ls /dev/dri/card*")[0] != 0, 60, "the card is gone")
    wall.check("without the card the panel runs on", wall.service.pid == pid)
    guest.must("sh", "-c", f"echo {device} >{driver}/bind", seconds=60)
    guest.settle()
    wall.shows_panel("the card is back: the screen shows the panel")
    wall.check("it is the same process", wall.service.pid == pid)
    wall.turns("after that a finger")
