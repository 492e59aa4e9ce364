"""The guest's agent. Executes requests of the host, which arrive on a virtio serial port.

A request is one line with the Python literal of (operation, arguments…). The answer is a line with
("ok", result) or ("error", message). The guest's python3-minimal has no json module.
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
# sound/asound.h: struct snd_ctl_elem_value, with the id (interface and name) and the values.
ELEMENT = struct.Struct("4x i 8x 44s 12x 128q 128x")
ELEMENT_READ, ELEMENT_WRITE = 0xC4C85512, 0xC4C85513
MIXER = 2

children = {}


def demoter(user):
    """Returns a function that a child calls to become `user`, with the groups of a login."""
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
    """Starts `argv` in its own session, with tty1 as its controlling terminal if `tty`."""
    demote = demoter(user) if user else None

    def prepare():
        if tty:
            # After SIGKILL the terminal may still belong to another session; 1 takes it from that.
            fcntl.ioctl(0, TIOCSCTTY, 1)
        if demote:
            demote()

    stdin = open(TTY, "rb+", buffering=0) if tty else subprocess.DEVNULL
    # Without preexec_fn the agent's memory is not copied for the child.
    return subprocess.Popen(
        argv, stdin=stdin, stdout=stdout, stderr=stderr, start_new_session=True, cwd="/run/payload",
        preexec_fn=prepare if tty or demote else None, env={**os.environ, **env})


def run(argv, seconds, tty=False, user=None, env={}):
    """Runs a command to its end. Returns (status, stdout, stderr); the status is None after a timeout."""
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
    """Starts a command in the background, with its output in `log`.out and `log`.err. Returns its pid."""
    with open(log + ".out", "wb") as out, open(log + ".err", "wb") as err:
        child = spawn(argv, out, err, tty, user, env)
    children[child.pid] = child
    return child.pid


def wait(pid, seconds):
    """Returns the exit status of a started command (negative: its signal), None if it still runs."""
    try:
        return children[pid].wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        return None


def is_idle(pid, program, log=None):
    """Returns whether all threads of a started program sleep, within five seconds. Returns false if the
    program has ended or has not been executed yet. `log` is the log of fail-call.c, if it runs under it."""
    samples, before, deadline = 0, None, time.monotonic() + 5
    while samples < 4:
        if children[pid].poll() is not None or time.monotonic() > deadline:
            return False
        now = sleeping_ticks(pid, program, log)
        samples = samples + 1 if now is not None and now == before else 0
        before = now
        time.sleep(0.03)
    return True


def sleeping_ticks(pid, program, log):
    """Returns the processor time of a program's threads if all of them sleep, otherwise None."""
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
    """Returns (ticks, name) of the processes that use a processor within this time, the busiest first."""
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
    """Returns the seconds until the expiry of each armed timer (timerfd) of a process."""
    found = []
    for text in texts(f"/proc/{pid}/fdinfo/*").values():
        for line in text.decode().splitlines():
            if line.startswith("it_value:"):
                seconds, nanoseconds = map(int, line.partition("(")[2].strip(") ").split(","))
                if seconds or nanoseconds:
                    found.append(seconds + nanoseconds / 1e9)
    return found


def record(node):
    """Returns the path of udevd's record of a device node, which exists once udevd has handled the device."""
    number = os.stat(node).st_rdev
    return f"/run/udev/data/c{os.major(number)}:{os.minor(number)}"


def exists(path):
    return os.path.exists(path)


def rename(path, new):
    os.replace(path, new)


def texts(pattern):
    """Returns the contents of the matching files, by path."""
    import glob

    found = {}
    for path in glob.glob(pattern):
        try:
            found[path] = read(path)
        except OSError:
            pass  # Removed in the meantime.
    return found


def levels(card, name, count):
    """Returns the values of the first `count` channels of a mixer element."""
    return element(card, ELEMENT_READ, name, [])[:count]


def set_levels(card, name, values):
    element(card, ELEMENT_WRITE, name, values)


def element(card, request, name, values):
    number = os.readlink(f"/proc/asound/{card}").removeprefix("card")
    request_data = bytearray(ELEMENT.pack(MIXER, name.encode(), *values, *[0] * (128 - len(values))))
    device = os.open(f"/dev/snd/controlC{number}", os.O_RDWR | os.O_CLOEXEC)
    try:
        fcntl.ioctl(device, request, request_data)
        return list(ELEMENT.unpack(request_data)[2:])
    finally:
        os.close(device)


def publish(port, topic, payloads, is_retained):
    """Publishes messages to an MQTT broker. Returns when the broker has received all of them."""
    import mqtt

    mqtt.publish(port, topic, payloads, is_retained)


def console():
    """Returns (graphics mode, keyboard mode) of tty1."""
    tty = os.open(TTY, os.O_RDWR | os.O_NOCTTY)
    try:
        answers = []
        for request in (KDGETMODE, KDGKBMODE):
            answers.append(struct.unpack("i", fcntl.ioctl(tty, request, b"\0\0\0\0"))[0])
        return tuple(answers)
    finally:
        os.close(tty)


def reset_console():
    """Restores the state of tty1 after boot."""
    tty = os.open(TTY, os.O_RDWR | os.O_NOCTTY)
    try:
        fcntl.ioctl(tty, VT_SETMODE, bytes(8))  # VT_AUTO
        fcntl.ioctl(tty, KDSETMODE, KD_TEXT)
        fcntl.ioctl(tty, KDSKBMODE, K_UNICODE)
    finally:
        os.close(tty)
    activate(1, 5)


def activate(number, seconds):
    """Switches to a console. Returns whether it became active within the time."""
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
    """Returns the number of the active console."""
    return int(read("/sys/class/tty/tty0/active").decode().strip().removeprefix("tty"))


def links(pattern):
    """Returns the targets of the matching symbolic links, for instance /proc/7/fd/*, by path."""
    import glob

    found = {}
    for path in glob.glob(pattern):
        try:
            found[path] = os.readlink(path)
        except OSError:
            pass  # Closed in the meantime.
    return found


OPERATIONS = {f.__name__: f for f in (
    run, start, wait, is_idle, busy, kill, read, write, timers, record, exists, rename, texts, levels,
    set_levels, publish, console, reset_console, activate, front, links)}


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
        except Exception as error:  # The host handles all errors.
            answer = ("error", f"{type(error).__name__}: {error}")
        data = repr(answer).encode() + b"\n"
        while data:
            data = data[port.write(data):]


serve()
