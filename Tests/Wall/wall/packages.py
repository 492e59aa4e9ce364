"""The package manager of the guest, with a repository on its own web server."""

import os
import re

from rig.guest import PAYLOAD, RESULTS
from rig.waiting import until
from wall.versions import KEPT, documented

SOURCES = "/etc/apt/sources.list.d/knobpanel.sources"
SETTINGS = "/etc/apt/apt.conf.d/60knobpanel"
SERVICE = "/etc/systemd/system/apt-daily-upgrade.service.d/knobpanel.conf"
KEY = "/etc/apt/keyrings/knobpanel.asc"
# A purge keeps these.
OWNER_FILES = [SOURCES, SETTINGS, KEY]
REPOSITORY = f"{PAYLOAD}/repository"
ADDRESS = "127.0.0.1:8000"
# A minute of real time is some minutes in an emulator.
WATCH_SECONDS = 300


class Packages:
    def __init__(self, wall, release):
        self._wall, self._release = wall, release

    @property
    def version(self):
        return self._wall.guest.must("dpkg-query", "--show", "--showformat=${Version}", "knobpanel")

    def use(self, stage):
        """Uses a suite of the repository, as docs/deployment.md describes: `stage` is "", "-early" or
        "-testing"."""
        guest = self._wall.guest
        if guest.run("pgrep", "-x", "busybox")[0]:
            guest.must("busybox", "httpd", "-p", ADDRESS, "-h", REPOSITORY)
        guest.write(KEY, guest.read(f"{REPOSITORY}/knobpanel-archive-key.asc"))
        sources = re.sub("(?m)^URIs:.*", f"URIs: http://{ADDRESS}/", documented(SOURCES))
        guest.write(SOURCES, re.sub("(?m)^Suites:.*", f"Suites: {self._release}{stage}", sources))
        guest.write(SETTINGS, documented(SETTINGS))
        for path in OWNER_FILES:
            self._wall.found["files"].update([path, os.path.dirname(path)])
        guest.must("apt-get", "update", seconds=120)

    def begin_upgrade(self):
        """Starts unattended-upgrades as its service does. Returns the process id."""
        before = re.findall("(?m)^ExecStartPre=-(.*)", documented(SERVICE))
        command = "; ".join([*before, "exec unattended-upgrade --verbose"])
        return self._wall.guest.ask("start", ["sh", "-c", command], f"{RESULTS}/upgrade")

    def upgrade(self, name, pid):
        """Checks that unattended-upgrades succeeds, and that the panel `pid` keeps its picture meanwhile."""
        wall, ended = self._wall, []

        def is_over():
            ended[:] = [wall.guest.ask("wait", process[0], 0)]
            return ended != [None]

        process = []
        wall.picture_stays(name, lambda: process.append(self.begin_upgrade()), is_over)
        wall.check(f"{name}: unattended-upgrades succeeds", ended == [0],
                   wall.guest.text(f"{RESULTS}/upgrade.out") + wall.guest.text(f"{RESULTS}/upgrade.err"))

    def install(self, path):
        self._wall.guest.must("apt-get", "install", "--yes", "--no-install-recommends", path, seconds=600)

    def is_decided(self, name):
        """Waits until knobpanel-rollback.service accepts the new version or restores the previous one."""
        guest = self._wall.guest
        try:
            until(lambda: guest.run("test", "-e", KEPT)[0], WATCH_SECONDS, "the end of the watch",
                  pause_seconds=1)
        except TimeoutError as error:
            self._wall.check(f"{name}: the new version is accepted or not", False, error)
