"""The guest's last process: does what the host asks over a virtio serial port.

A request is one line, the Python literal of (operation, arguments…); so is its answer,
("ok", result) or ("error", message). Literals because the guest's python3-minimal has no json.
"""

import ast
import fcntl
import os
import signal
import struct
import subprocess
import time

PORT = "/dev/virtio-ports/knobpanel"
TTY = "/dev/tty1"
KDGETMODE, KDSETMODE, KDGKBMODE, KDSKBMODE = 0x4B3B, 0x4B3A, 0x4B44, 0x4B45  # linux/kd.h
VT_SETMODE, VT_ACTIVATE = 0x5602, 0x5606  # linux/vt.h
KD_TEXT, K_UNICODE = 0, 3
TIOCSCTTY = 0x540E  # asm-generic/ioctls.h; python3-minimal has no termios
# sound/asound.h: struct snd_ctl_elem_value, of which there is the id (by interface and name), and values.
ELEMENT = struct.Struct("4x i 8x 44s 12x 128q 128x")
ELEMENT_READ, ELEMENT_WRITE = 0xC4C85512, 0xC4C85513
MIXER = 2

children = {}


def demoter(user):
    """What a child does to become `user` with the groups a login gives."""
    import grp
    import pwd

    entry = pwd.getpwnam(user)
    groups = [g.gr_gid for g in grp.getgrall() if user in g.gr_mem] + [entry.pw_gid]

    def demote():
        os.setgroups(groups)
        os.setgid(entry.pw_gid)
        os.setuid(entry.pw_uid)

    return demote


def spawn(argv, stdout, stderr, tty, user, env):
    """Starts `argv` in its own session, with tty1 as its controlling terminal if asked."""
    demote = demoter(user) if user else None

    def prepare():
        if tty:
            # The terminal of a process killed by -9 may still be another session's: take it.
            fcntl.ioctl(0, TIOCSCTTY, 1)
        if demote:
            demote()

    stdin = open(TTY, "rb+", buffering=0) if tty else subprocess.DEVNULL
    # With nothing to prepare the agent's memory is not copied for the child.
    return subprocess.Popen(
        argv, stdin=stdin, stdout=stdout, stderr=stderr, start_new_session=True, cwd="/run/payload",
        preexec_fn=prepare if tty or demote else None, env={**os.environ, **env})


def run(argv, seconds, tty=False, user=None, env={}):
    """Runs a command to its end: (exit status, stdout, stderr); None for the status of a hang."""
    child = spawn(argv, subprocess.PIPE, subprocess.PIPE, tty, user, env)
    try:
        out, err = child.communicate(timeout=seconds)
        status = child.returncode
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        out, err = child.communicate()
        status = None
    return status, out, err


def start(argv, log, tty=False, user=None, env={}):
    """Starts a command that goes on, its output in `log`.out and `log`.err; its process id."""
    with open(log + ".out", "wb") as out, open(log + ".err", "wb") as err:
        child = spawn(argv, out, err, tty, user, env)
    children[child.pid] = child
    return child.pid


def wait(pid, seconds):
    """The exit status of a started command (negative: the signal), None if it still runs."""
    try:
        return children[pid].wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        return None


def rests(pid, program, log=None):
    """Looks for five seconds at most whether all threads of a started program sleep. One that has ended, or
    is not that program yet, does not. `log` is what fail-call.c notes, for which threads may wait."""
    looks, before, deadline = 0, None, time.monotonic() + 5
    while looks < 4:
        if children[pid].poll() is not None or time.monotonic() > deadline:
            return False
        now = sleeping(pid, program, log)
        looks = looks + 1 if now is not None and now == before else 0
        before = now
        time.sleep(0.03)
    return True


def sleeping(pid, program, log):
    """The processor time of a program's threads if all of them sleep, None if one does not."""
    total = 0
    try:
        if os.readlink(f"/proc/{pid}/exe") != program:
            return None
        folders = [f"/proc/{pid}/task/{thread}" for thread in os.listdir(f"/proc/{pid}/task")]
        if log:
            folders.append(f"/proc/{read(log).decode().partition(chr(10))[0]}")
        for folder in folders:
            fields = read(f"{folder}/stat").decode().rpartition(")")[2].split()
            if fields[0] != "S":
                return None
            total += int(fields[11]) + int(fields[12])
    except OSError:
        return None
    return total


def busy(seconds):
    """The processes that used a processor in so many seconds, each with its ticks; most first."""
    def ticks():
        found = {}
        for path, text in texts("/proc/[0-9]*/stat").items():
            name, _, fields = text.decode(errors="replace").rpartition(") ")
            found[name + ")"] = sum(map(int, fields.split()[11:13]))
        return found

    before = ticks()
    time.sleep(seconds)
    used = {name: count - before.get(name, 0) for name, count in ticks().items()}
    return sorted(((count, name) for name, count in used.items() if count), reverse=True)


def kill(pid, number):
    os.kill(pid, number)


def read(path, offset=0):
    with open(path, "rb") as file:
        file.seek(offset)
        return file.read()


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def timers(pid):
    """Seconds until each timer of a process that is set (timerfd)."""
    found = []
    for text in texts(f"/proc/{pid}/fdinfo/*").values():
        for line in text.decode().splitlines():
            if line.startswith("it_value:"):
                seconds, nanoseconds = map(int, line.partition("(")[2].strip(") ").split(","))
                if seconds or nanoseconds:
                    found.append(seconds + nanoseconds / 1e9)
    return found


def record(node):
    """The file in which udevd keeps what it knows of a device node, from when it has handled it on."""
    number = os.stat(node).st_rdev
    return f"/run/udev/data/c{os.major(number)}:{os.minor(number)}"


def exists(path):
    return os.path.exists(path)


def rename(path, new):
    os.replace(path, new)


def texts(pattern):
    """The contents of the files that match, by path."""
    import glob

    found = {}
    for path in glob.glob(pattern):
        try:
            found[path] = read(path)
        except OSError:
            pass  # Gone since.
    return found


def levels(card, name, count):
    """The values of so many channels of an element of a mixer."""
    return element(card, ELEMENT_READ, name, [])[:count]


def set_levels(card, name, values):
    element(card, ELEMENT_WRITE, name, values)


def element(card, request, name, values):
    number = os.readlink(f"/proc/asound/{card}").removeprefix("card")
    told = bytearray(ELEMENT.pack(MIXER, name.encode(), *values, *[0] * (128 - len(values))))
    device = os.open(f"/dev/snd/controlC{number}", os.O_RDWR | os.O_CLOEXEC)
    try:
        fcntl.ioctl(device, request, told)
        return list(ELEMENT.unpack(told)[2:])
    finally:
        os.close(device)


def publish(port, topic, payloads, is_retained):
    """Publishes messages at a broker of MQTT; all have arrived when it returns."""
    import mqtt

    mqtt.publish(port, topic, payloads, is_retained)


def console():
    """(graphics mode, keyboard mode) of tty1."""
    tty = os.open(TTY, os.O_RDWR | os.O_NOCTTY)
    try:
        answers = []
        for request in (KDGETMODE, KDGKBMODE):
            answers.append(struct.unpack("i", fcntl.ioctl(tty, request, b"\0\0\0\0"))[0])
        return tuple(answers)
    finally:
        os.close(tty)


def reset_console():
    """tty1 as it is after boot, whatever the last process left."""
    tty = os.open(TTY, os.O_RDWR | os.O_NOCTTY)
    try:
        fcntl.ioctl(tty, VT_SETMODE, bytes(8))  # VT_AUTO
        fcntl.ioctl(tty, KDSETMODE, KD_TEXT)
        fcntl.ioctl(tty, KDSKBMODE, K_UNICODE)
    finally:
        os.close(tty)
    activate(1, 5)


def activate(number, seconds):
    """Switches to a console: whether it came to the front within the time."""
    tty = os.open("/dev/tty0", os.O_RDWR | os.O_NOCTTY)
    try:
        fcntl.ioctl(tty, VT_ACTIVATE, number)
    finally:
        os.close(tty)
    deadline = time.monotonic() + seconds
    while front() != number:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def front():
    """The number of the console in front."""
    return int(read("/sys/class/tty/tty0/active").decode().strip().removeprefix("tty"))


def links(pattern):
    """Where the symbolic links that match point to, for instance /proc/7/fd/*."""
    import glob

    found = {}
    for path in glob.glob(pattern):
        try:
            found[path] = os.readlink(path)
        except OSError:
            pass  # Closed since.
    return found


OPERATIONS = {f.__name__: f for f in (
    run, start, wait, rests, busy, kill, read, write, timers, record, exists, rename, texts, levels, set_levels, publish,
    console, reset_console, activate, front, links)}


def serve():
    port = open(PORT, "rb+", buffering=0)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    port.write(b"('ok', 'ready')\n")
    lines = open(port.fileno(), "rb", closefd=False)
    while True:
        line = lines.readline()
        if not line:
            continue
        try:
            operation, *arguments = ast.literal_eval(line.decode())
            answer = ("ok", OPERATIONS[operation](*arguments))
        except Exception as error:  # Whatever went wrong is the host's to judge.
            answer = ("error", f"{type(error).__name__}: {error}")
        data = repr(answer).encode() + b"\n"
        while data:
            data = data[port.write(data):]


serve()
