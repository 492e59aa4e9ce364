"""The graphics card is removed and returns while the panel runs."""

from rig.waiting import until

# The card's device, which is unbound from its driver and bound again.
CARD = "$(readlink -f /sys/class/drm/card0/device)"


def play(wall):
    guest, pid = wall.guest, wall.service.up()
    where = guest.must("sh", "-c", f"d={CARD}; echo $(readlink -f $d/driver) ${{d##*/}}").split()
    driver, device = where
    # A virtio card is a child of its PCI device.
    guest.must("sh", "-c", f"echo {device} >{driver}/unbind", seconds=60)
    until(lambda: guest.run("sh", "-c", "ls /dev/dri/card*")[0] != 0, 60, "the card is gone")
    wall.check("the panel keeps running without the card", wall.service.pid == pid)
    guest.must("sh", "-c", f"echo {device} >{driver}/bind", seconds=60)
    guest.settle()
    wall.shows_panel("with the card the screen shows the panel again")
    wall.check("it is the same process", wall.service.pid == pid)
    wall.turns("after that a finger")
