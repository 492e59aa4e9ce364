"""The tar that the guest unpacks."""

import os
import tarfile

from wall.service import PROGRAM

VM_TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "VM")


def pack(path, files=()):
    """Writes the tar, with the agent and the test's layouts, and with `files`: their paths, by name."""
    with tarfile.open(path, "w") as tar:
        for name, file in dict(files).items():
            tar.add(file, name)
        tar.add(os.path.join(VM_TESTS, "guest", "agent.py"), "agent.py")
        tar.add(os.path.join(VM_TESTS, "guest", "devices"), "devices")
        tar.add(os.path.join(VM_TESTS, "layouts"), "layouts")
        program = tarfile.TarInfo("knobpanel")
        program.type, program.linkname = tarfile.SYMTYPE, PROGRAM
        tar.addfile(program)
