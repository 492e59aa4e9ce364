"""Versions of a whole system on a web server, and a machine with UEFI that boots the first from its disk."""

import functools
import http.server
import io
import os
import shutil
import subprocess
import tarfile
import threading

from rig.vm import VM, VMError
from wall.machine import Machine

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(HERE, "..", "..", "scripts", "system", "build")
OWNER = "system@example.org"
FIRMWARE = "/usr/share/OVMF/OVMF_{}_4M.fd"
# The address of the host in QEMU's network.
HOST = "10.0.2.2"
# What the test adds to the kernel's command line (systemd-stub(7)).
KERNEL_OPTIONS = "console=ttyS0 mitigations=off nokaslr tsc=reliable"
PACKAGES = "alsa-utils,evemu-tools,python3-minimal"


class Versions:
    """Systems in a folder on a web server. The first is built; others are changes of it."""

    def __init__(self, package, folder):
        self._folder, self._home = os.path.join(folder, "served"), os.path.join(folder, "gnupg")
        self.disk = os.path.join(folder, "disk.img")
        os.makedirs(self._home, mode=0o700)
        self._environment = {**os.environ, "GNUPGHOME": self._home}
        self._run("gpg", "--batch", "--quiet", "--passphrase", "", "--quick-generate-key", OWNER,
                  "ed25519", "sign", "never")
        os.makedirs(self._folder)
        serving = functools.partial(Quiet, directory=self._folder)
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), serving)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        url = f"http://{HOST}:{self._server.server_port}/"
        self._run(BUILD, "1", package, OWNER, url, self._folder, "--disk", self.disk,
                  "--include=" + PACKAGES, "--customize-hook=" + os.path.join(HERE, "system", "guest"))
        # The disk of a panel is larger than the image that is written to it.
        os.truncate(self.disk, os.path.getsize(self.disk) + (64 << 20))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._run("gpgconf", "--kill", "all")

    def publish(self, version, change=None):
        """Adds a version: the first, with a change to the files of its root, if given."""
        self._change_kernel(version)
        tar = subprocess.run(["sqfs2tar", self._path(1, "root")], stdout=subprocess.PIPE, check=True).stdout
        changed = io.BytesIO()
        with tarfile.open(fileobj=io.BytesIO(tar)) as old, \
                tarfile.open(fileobj=changed, mode="w", format=tarfile.PAX_FORMAT) as new:
            for member in old:
                content = old.extractfile(member).read() if member.isreg() else b""
                if member.name == "usr/lib/os-release":
                    content = replaced(content, b"IMAGE_VERSION=1\n", f"IMAGE_VERSION={version}\n".encode())
                if change and member.name == change[0]:
                    content = change[1]
                member.size = len(content)
                new.addfile(member, io.BytesIO(content))
        subprocess.run(["tar2sqfs", "--quiet", "--force", "--compressor", "gzip", self._path(version, "root")],
                       input=changed.getvalue(), check=True)
        self._sign()

    def publish_garbage(self, version):
        """Adds a version whose root is no file system."""
        self._change_kernel(version)
        with open(self._path(version, "root"), "wb") as file:
            file.write(b"garbage" * 100_000)
        self._sign()

    def _path(self, version, suffix):
        return os.path.join(self._folder, f"panel_{version}.{suffix}")

    def _change_kernel(self, version):
        """The new kernel image mounts the root of its version. The texts have the same length."""
        with open(self._path(1, "efi"), "rb") as file:
            kernel = file.read()
        kernel = replaced(kernel, b"root=PARTLABEL=panel_1 ", f"root=PARTLABEL=panel_{version} ".encode())
        kernel = replaced(kernel, b"IMAGE_VERSION=1\n", f"IMAGE_VERSION={version}\n".encode())
        with open(self._path(version, "efi"), "wb") as file:
            file.write(kernel)

    def _sign(self):
        self._run("sh", "-c", "sha256sum panel_*.root panel_*.efi >SHA256SUMS && "
                  f"gpg --batch --yes --local-user {OWNER} --output SHA256SUMS.gpg --detach-sign SHA256SUMS",
                  folder=self._folder)

    def _run(self, *command, folder=None):
        made = subprocess.run(command, env=self._environment, cwd=folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        if made.returncode:
            raise VMError(f"{command[0]}: status {made.returncode}\n{made.stdout[-4000:]}")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def replaced(content, old, new):
    if content.count(old) != 1 or len(old) != len(new):
        raise VMError(f"{old} is {content.count(old)} times in a file of the system, not once")
    return content.replace(old, new)


class UEFIMachine(Machine):
    """A machine that boots from a disk image, by itself."""

    def __init__(self, disk, payload, card, folder):
        VM.__init__(self, "", payload, card, folder, disk=disk)
        self._disk = disk
        variables = os.path.join(folder, "firmware-variables")
        shutil.copy(FIRMWARE.format("VARS"), variables)
        self._arguments.remove("-no-reboot")
        for option in ("-kernel", "-initrd", "-append"):
            at = self._arguments.index(option)
            del self._arguments[at:at + 2]
        self._set("-m", "1024")
        # Firmware starts the first device.
        self._set("-drive", f"file={disk},if=none,id=disk,format=raw,cache=unsafe")
        self._arguments += [
            "-device", "virtio-blk-pci,drive=disk,bootindex=0",
            "-drive", f"if=pflash,format=raw,readonly=on,file={FIRMWARE.format('CODE')}",
            "-drive", f"if=pflash,format=raw,file={variables}",
            "-smbios", f"type=11,value=io.systemd.stub.kernel-cmdline-extra={KERNEL_OPTIONS}",
            "-nic", "user,model=virtio-net-pci"]
