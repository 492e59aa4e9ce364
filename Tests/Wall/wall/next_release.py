"""The next release of Debian: its image, and a disk with what an upgrade of the machine needs.

The disk is a file system with a package archive, as on a USB stick: `dists` and `pool`. An emulator takes some
seconds for each package, so the archive has only a third of those that Debian would upgrade: SYSTEM, what
knobpanel depends on, and what apt needs for these. `modules` has the kernel modules of the image, because the
machine's kernel is started from outside. The disk is made once, under ~/.cache/knobpanel/.
"""

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass

from rig.image import built
from rig.vm import TOOLS, VMError

HERE = os.path.dirname(os.path.abspath(__file__))
DEBIAN_SOURCES = os.path.join(HERE, "..", "..", "..", "scripts", "debian-sources")
RECIPE = os.path.join(HERE, "..", "image")
OLD, NEW = "bookworm", "trixie"
# What the start of a machine consists of, and the package with the release's name.
SYSTEM = ["base-files", "dbus", "libpam-systemd", "plymouth-themes", "systemd-sysv", "udev"]
# Debian 13 has renamed libraries, whose packages provide the old name.
RENAMED = "t64"


@dataclass(frozen=True)
class NextRelease:
    image: str
    disk: str


def output(*command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def from_image(image, request):
    """Runs a request of debugfs on the image's root."""
    return output("debugfs", "-R", request, f"{image}/root.img", stderr=subprocess.DEVNULL, env=TOOLS)


def next_release(image, package):
    """Returns the next release for the machine of `image` with knobpanel's package."""
    newer = built(release=NEW, recipe=RECIPE)
    control = output("dpkg-deb", "--field", package, "Package", "Version", "Architecture", "Depends")
    digest = hashlib.sha256("\n".join([image, newer, control]).encode())
    with open(__file__, "rb") as file:
        digest.update(file.read())
    disk = os.path.join(os.path.dirname(newer), f"upgrade-{digest.hexdigest()[:16]}.img")
    with open(os.path.join(os.path.dirname(newer), "upgrade.lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(disk):
            with tempfile.TemporaryDirectory(prefix="upgrade.", dir=os.path.dirname(newer)) as folder:
                try:
                    make_disk(folder, image, newer, control)
                except subprocess.CalledProcessError as error:
                    raise VMError(f"cannot collect the packages of an upgrade to {NEW}: {error}") from None
                os.rename(f"{folder}/disk.img", disk)
    return NextRelease(newer, disk)


def make_disk(folder, image, newer, control):
    print(f"collecting the packages of an upgrade to {NEW}", flush=True)
    os.makedirs(f"{folder}/disk/pool")
    for file in fetched(folder, from_image(image, "cat /var/lib/dpkg/status"), control):
        shutil.move(file, f"{folder}/disk/pool")
    from_image(newer, f"rdump /usr/lib/modules {folder}/disk")
    # The old release has no updates.
    add_suite(f"{folder}/disk", OLD, "")
    add_suite(f"{folder}/disk", NEW, output("apt-ftparchive", "packages", "pool", cwd=f"{folder}/disk"))
    size = int(output("du", "-sm", f"{folder}/disk").split()[0]) * 5 // 4 + 16
    output("mke2fs", "-q", "-t", "ext4", "-m", "0", "-d", f"{folder}/disk", f"{folder}/disk.img", f"{size}M",
           env=TOOLS)


def fetched(folder, status, control):
    """Returns the paths of the packages that apt downloads for an upgrade of a machine with this status."""
    for name in "lists/partial", "archives/partial":
        os.makedirs(f"{folder}/{name}")
    with open(f"{folder}/status", "w") as file:
        file.write(f"{status.strip()}\n\n{control.strip()}\nStatus: install ok installed\n")
    sources = output(DEBIAN_SOURCES, NEW)
    if not sources:
        raise VMError(f"this machine's apt has no Debian archive with {NEW} (apt-get update)")
    with open(f"{folder}/sources.list", "w") as file:
        file.write(sources)
    settings = {"Dir::State": folder, "Dir::State::status": f"{folder}/status",
                "Dir::State::lists": f"{folder}/lists", "Dir::Cache": folder,
                "Dir::Etc::sourcelist": f"{folder}/sources.list", "Dir::Etc::sourceparts": "-",
                "Dir::Etc::preferences": "/dev/null", "Dir::Etc::preferencesparts": "/dev/null",
                "APT::Architecture": "amd64", "APT::Architectures": "amd64",
                "APT::Install-Recommends": "false", "APT::Sandbox::User": ""}
    apt = ["apt-get", "-qq", *(f"--option={key}={value}" for key, value in settings.items())]
    output(*apt, "update")
    known = set(output("apt-cache", *apt[1:], "pkgnames").split())
    # The first alternative of each dependency, without its version.
    names = SYSTEM + re.findall(r"(?:^Depends:|,) *([^\s,|]+)", control, re.MULTILINE)
    names = [name + RENAMED if name + RENAMED in known else name for name in names]
    output(*apt, "--yes", "--download-only", "install", *names)
    with os.scandir(f"{folder}/archives") as entries:
        return [entry.path for entry in entries if entry.name.endswith(".deb")]


def add_suite(disk, name, packages):
    folder = f"{disk}/dists/{name}"
    os.makedirs(f"{folder}/main/binary-amd64")
    with open(f"{folder}/main/binary-amd64/Packages", "w") as file:
        file.write(packages)
    fields = {"Origin": "Debian", "Label": "Debian", "Suite": name, "Codename": name,
              "Architectures": "amd64", "Components": "main"}
    options = [f"--option=APT::FTPArchive::Release::{key}={value}" for key, value in fields.items()]
    release = output("apt-ftparchive", *options, "release", folder)
    with open(f"{folder}/Release", "w") as file:
        file.write(release)
