"""Versions of the package for upgrades, in a repository of `scripts/repository`."""

import os
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
PROJECT = os.path.join(HERE, "..", "..", "..")
OWNER = "wall@example.org"
PROGRAM = "usr/bin/knobpanel"
UNIT = "usr/lib/systemd/system/knobpanel.service"
# Where the package keeps the previous version's files during an upgrade.
KEPT = "/usr/lib/knobpanel/previous"


def ends_at_once(root):
    replace(root, PROGRAM, "#!/bin/sh\nexit 1\n")


def hangs(root):
    replace(root, PROGRAM, "#!/bin/sh\nexec sleep infinity\n")


def has_invalid_service(root):
    replace(root, UNIT, "[Service]\nExecStart=\n")


# In ascending order: the suffix of the version, the stage in the repository, and what is wrong with it.
NEWER, BROKEN, REPAIRED = "+1newer", "+2broken", "+5repaired"
VERSIONS = [(NEWER, "stable", None), (BROKEN, "early", ends_at_once), (REPAIRED, "testing", None)]
# Not in the repository.
OTHERS = [("+3hangs", hangs), ("+4invalid", has_invalid_service)]


def replace(root, path, text):
    with open(os.path.join(root, path), "w") as file:
        file.write(text)


def changed(package, folder, suffix, change=None):
    """Returns the path of the package with a higher version, and a change to its files."""
    root, path = os.path.join(folder, "root"), os.path.join(folder, f"knobpanel{suffix}.deb")
    subprocess.run(["dpkg-deb", "--raw-extract", package, root], check=True)
    subprocess.run(["sed", "-i", f"s/^Version: .*/&{suffix}/", f"{root}/DEBIAN/control"], check=True)
    if change:
        change(root)
    subprocess.run(["dpkg-deb", "--build", "--root-owner-group", "-Zgzip", "-z1", root, path],
                   check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(root)
    return path


def repository(package, folder):
    """Makes a repository of the package and its higher versions. Returns its path."""
    path, home = os.path.join(folder, "repository"), os.path.join(folder, "gnupg")
    os.makedirs(home, mode=0o700)
    environment = {**os.environ, "GNUPGHOME": home}
    subprocess.run(["gpg", "--batch", "--quiet", "--passphrase", "", "--quick-generate-key", OWNER,
                    "ed25519", "sign", "never"], check=True, env=environment)
    try:
        packages = [("stable", package)]
        packages += [(stage, changed(package, folder, *variant)) for suffix, stage, change in VERSIONS
                     for variant in [(suffix, change)]]
        for stage, file in packages:
            subprocess.run([os.path.join(PROJECT, "scripts", "repository"), path, OWNER, "--stage", stage,
                            file], check=True, env=environment, stdout=subprocess.DEVNULL)
    finally:
        subprocess.run(["gpgconf", "--kill", "all"], env=environment)
    return path


def manual():
    with open(os.path.join(PROJECT, "docs", "deployment.md")) as file:
        return file.read()


def documented(path):
    """Returns the text of a file as docs/deployment.md describes it."""
    return manual().split(f"```\n# {path}\n")[1].split("```")[0]


def documented_commands(heading):
    """Returns the first commands below a heading of docs/deployment.md, one a line."""
    return manual().split(f"# {heading}\n")[1].split("```sh\n")[1].split("```")[0].splitlines()
