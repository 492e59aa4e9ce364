"""The modules of the graphics card and the sound card are loaded after the service has started."""

from rig.waiting import until


def play(wall):
    guest, card = wall.guest, wall.vm.module
    wall.service.systemctl("stop", "knobpanel")
    # The text console uses the card.
    guest.run("sh", "-c", "for v in /sys/class/vtconsole/vtcon*; do "
                          "grep -q 'frame buffer' $v/name && echo 0 >$v/bind; done")
    guest.must("modprobe", "-r", card, seconds=60)
    guest.must("modprobe", "-r", "snd-dummy", seconds=60)
    guest.run("modprobe", "-r", "drm", "snd")
    wall.check("there is no card and no mixer",
               guest.run("sh", "-c", "ls /dev/dri/card* /dev/snd/controlC*")[0] != 0)
    wall.service.systemctl("--no-block", "start", "knobpanel")
    until(lambda: wall.service.pid, 60, "the panel runs")
    wall.check("without a card the panel waits", wall.service.properties()["Result"] == "success")
    guest.load(card)
    guest.load("snd-dummy")
    wall.is_back("with card and mixer", 0)
    wall.turns("after that a finger")
