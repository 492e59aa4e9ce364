"""Builds the package of knobpanel again, in another folder and under other conditions, and compares."""

import hashlib
import io
import os
import shutil
import subprocess
import tarfile

PROJECT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
PROGRAMS = "knobpanel", "knobpanel-preview"
# In days; the second build is in the future.
LATER_DAYS = 400
OUTPUT_LINES = 60


class BuildFailed(Exception):
    """A build failed; its text is the end of the build's output."""


class Conditions:
    """What may differ between two machines that build the package."""

    def __init__(self, umask, zone, language, days=0, cores=None):
        self.umask = umask
        self.environment = {"TZ": zone, "LANG": language, "LC_ALL": language}
        self.days = days
        self.cores = cores

    def run(self, *command, folder):
        environment = {**os.environ, **self.environment}
        # The options of a make that calls this, and its job server.
        for name in "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "SOURCE_DATE_EPOCH":
            environment.pop(name, None)
        if self.days:
            command = "faketime", "-f", f"+{self.days}d", *command
        ended = subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               errors="replace", preexec_fn=self._prepare)
        if ended.returncode:
            lines = ended.stdout.splitlines()[-OUTPUT_LINES:]
            raise BuildFailed("\n".join([f"{' '.join(command)}: status {ended.returncode}", *lines]))

    def _prepare(self):
        os.umask(self.umask)
        if self.cores:
            os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:self.cores])


USUAL = Conditions(0o022, "UTC0", "C.UTF-8")
OTHER = Conditions(0o077, "XXX-13:45", "C", days=LATER_DAYS, cores=1)
# Swift's build compares the times of files with the clock.
OTHER_COMPILATION = Conditions(0o077, "XXX-13:45", "C")


def source_files():
    """Returns the paths of the project's files, without what is built."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=PROJECT,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if listed.returncode == 0:
        names = listed.stdout.decode().split("\0")
    else:
        names = [os.path.relpath(os.path.join(folder, name), PROJECT)
                 for folder, _, files in os.walk(PROJECT) for name in files]
    return sorted(name for name in set(names) if not name.startswith((".build", ".git/"))
                  and os.path.isfile(os.path.join(PROJECT, name)))


def copy_sources(folder, conditions, reverse=False):
    """Copies the project as a person with another umask would have it, in either order of its files."""
    old = os.umask(conditions.umask)
    try:
        for name in sorted(source_files(), reverse=reverse):
            source, target = os.path.join(PROJECT, name), os.path.join(folder, name)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copyfile(source, target)
            if os.access(source, os.X_OK):
                os.chmod(target, 0o777 & ~conditions.umask)
    finally:
        os.umask(old)


def package_in(folder):
    found = [name for name in os.listdir(os.path.join(folder, ".build")) if name.endswith(".deb")]
    if len(found) != 1:
        raise BuildFailed(f"{folder}/.build contains {len(found)} packages")
    return os.path.join(folder, ".build", found[0])


def rebuild(folder, programs, compiler):
    """Builds the package in a folder from finished programs, and returns its path."""
    copy_sources(folder, OTHER, reverse=True)
    os.makedirs(os.path.join(folder, ".build"))
    for name in PROGRAMS:
        shutil.copy(os.path.join(programs, name), os.path.join(folder, ".build", name))
    shutil.copy(os.path.join(PROJECT, "Package.resolved"), folder)
    OTHER.run("make", "--no-print-directory", f"SWIFT={compiler}", "PREPARED=1", "deb", folder=folder)
    return package_in(folder)


def build(folder, conditions, compiler, jobs, reverse=False):
    """Builds the programs and the package in a folder, and returns the package's path."""
    copy_sources(folder, conditions, reverse)
    conditions.run("make", "--no-print-directory", f"SWIFT={compiler}", f"JOBS={jobs}", "deb",
                   folder=folder)
    return package_in(folder)


def entries(package, part):
    """Returns the entries of a part of a package, `ctrl` or `fsys`, by name, in their order."""
    archive = subprocess.run(["dpkg-deb", f"--{part}-tarfile", package], check=True,
                             stdout=subprocess.PIPE).stdout
    found = {}
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        for entry in tar:
            content = hashlib.sha256(tar.extractfile(entry).read()).hexdigest() if entry.isfile() else ""
            found[entry.name] = {
                "content": content, "mode": f"{entry.mode:o}", "time": entry.mtime,
                "owner": (entry.uid, entry.gid, entry.uname, entry.gname), "kind": entry.type,
                "link": entry.linkname}
    return found


def differences(first, second):
    """Returns lines that name what differs between two packages; none if they are equal to the byte."""
    with open(first, "rb") as one, open(second, "rb") as two:
        if one.read() == two.read():
            return []
    lines = []
    for part in "ctrl", "fsys":
        old, new = entries(first, part), entries(second, part)
        for name in sorted(old.keys() | new.keys()):
            if name not in old or name not in new:
                lines.append(f"{name} is only in the {'first' if name in old else 'second'}")
                continue
            for what, value in old[name].items():
                if value != new[name][what]:
                    lines.append(f"{name}: {what} is {value}, then {new[name][what]}")
        if list(old) != list(new):
            lines.append(f"the files of {part} are in another order")
    if shutil.which("diffoscope"):
        shown = subprocess.run(["diffoscope", "--max-report-size", "20000", first, second],
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
        lines += shown.splitlines()[:OUTPUT_LINES]
    return lines[:2 * OUTPUT_LINES] or ["the same files are compressed or packed differently"]
