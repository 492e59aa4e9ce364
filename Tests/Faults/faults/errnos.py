"""The errnos with which system calls can fail on a machine that lacks resources or has a defect."""

import re

SHORT_OF_DESCRIPTORS = ("EMFILE", "ENFILE", "ENOMEM")
PATH = ("ENOENT", "EACCES", "EIO")

ERRNOS = {
    # Files and folders.
    "open": ("ENOENT", "EACCES", "EMFILE", "ENFILE", "EIO"),
    "openat": ("ENOENT", "EACCES", "EMFILE", "ENFILE", "EIO"),
    "access": PATH, "faccessat2": PATH, "stat": PATH, "lstat": PATH, "newfstatat": PATH,
    "statx": PATH, "fstat": ("EIO", "ENOMEM"), "statfs": PATH, "fstatfs": ("EIO", "ENOSYS"),
    "readlink": PATH, "readlinkat": PATH,
    "read": ("EIO", "EINTR", "EAGAIN"), "pread64": ("EIO", "EINTR"), "readv": ("EIO", "EINTR"),
    "write": ("ENOSPC", "EPIPE", "EIO", "EINTR", "EAGAIN"), "writev": ("EPIPE", "EIO", "EINTR"),
    "getdents64": ("EIO", "ENOENT"), "lseek": ("ESPIPE",), "fadvise64": ("EINVAL",),
    "fcntl": ("EAGAIN", "EINVAL", "ENOLCK"), "flock": ("EINTR", "ENOLCK"),
    "ftruncate": ("ENOSPC", "EIO", "EINTR"), "fallocate": ("ENOSPC", "EOPNOTSUPP", "EINTR"),
    "fsync": ("EIO", "ENOSPC"), "rename": ("EACCES", "ENOSPC", "EROFS", "EIO"),
    "unlink": ("ENOENT", "EACCES"), "link": ("EPERM", "EEXIST", "ENOSPC"), "chmod": ("EPERM",), "fchmod": ("EPERM",), "fchown": ("EPERM",),
    "mkdir": ("EACCES", "ENOSPC", "EROFS"), "getcwd": ("ENOENT",),
    "close": ("EIO", "EINTR"),
    "inotify_add_watch": ("ENOSPC", "ENOENT", "EACCES", "ENOMEM"), "inotify_rm_watch": ("EINVAL",),
    # Memory.
    "mmap": ("ENOMEM",), "mremap": ("ENOMEM",), "munmap": ("ENOMEM",), "mprotect": ("ENOMEM",),
    "madvise": ("ENOMEM", "EAGAIN"), "memfd_create": SHORT_OF_DESCRIPTORS,
    # Descriptors to wait for.
    "epoll_create1": SHORT_OF_DESCRIPTORS, "eventfd2": SHORT_OF_DESCRIPTORS,
    "timerfd_create": SHORT_OF_DESCRIPTORS, "signalfd4": SHORT_OF_DESCRIPTORS,
    "inotify_init1": SHORT_OF_DESCRIPTORS, "pipe2": SHORT_OF_DESCRIPTORS, "dup": ("EMFILE",),
    # Only EPOLL_CTL_ADD; see `errnos`.
    "epoll_ctl": ("ENOMEM", "ENOSPC"), "epoll_wait": ("EINTR",), "epoll_pwait": ("EINTR",),
    "poll": ("EINTR", "ENOMEM"), "ppoll": ("EINTR", "ENOMEM"),
    "select": ("EINTR", "ENOMEM"), "pselect6": ("EINTR", "ENOMEM"),
    "clock_nanosleep": ("EINTR",),
    # Sockets.
    "socket": (*SHORT_OF_DESCRIPTORS, "EACCES", "EAFNOSUPPORT"), "socketpair": SHORT_OF_DESCRIPTORS,
    "connect": ("ECONNREFUSED", "ENETUNREACH", "ETIMEDOUT", "EACCES", "ENOENT"),
    "bind": ("EADDRINUSE", "EACCES", "ENOMEM"), "listen": ("EADDRINUSE",),
    "accept": ("EMFILE", "ECONNABORTED"), "accept4": ("EMFILE", "ECONNABORTED"),
    "setsockopt": ("EPERM", "ENOMEM", "ENOPROTOOPT"), "getsockopt": ("ENOPROTOOPT", "ENOBUFS"),
    "getsockname": ("ENOBUFS",), "getpeername": ("ENOBUFS", "ENOTCONN"), "shutdown": ("ENOTCONN",),
    "sendto": ("EPIPE", "ECONNRESET", "EAGAIN", "ENOBUFS"),
    "sendmsg": ("EPIPE", "ECONNRESET", "EAGAIN", "ENOBUFS"), "sendmmsg": ("EPIPE", "ENOBUFS"),
    "recvfrom": ("ECONNRESET", "EAGAIN", "EINTR"),
    "recvmsg": ("ECONNRESET", "EAGAIN", "EINTR", "ENOBUFS"),
    # Devices.
    "ioctl": ("ENODEV", "EIO", "EBUSY", "EINVAL", "EACCES", "ENOMEM"),
    # Threads and randomness.
    "clone": ("EAGAIN", "ENOMEM"), "clone3": ("EAGAIN", "ENOMEM"),
    "futex": ("EINTR", "EAGAIN"),
    "getrandom": ("EINTR", "EAGAIN", "ENOSYS"),
}

# Calls that do not fail with the arguments that these programs use, and brk(2), which has no errno: on
# failure it returns the old end of the heap, which `strace` does not know.
NEVER_FAILS = {
    "brk", "execve", "exit", "exit_group", "arch_prctl", "set_tid_address", "set_robust_list",
    "rseq", "prlimit64", "getrlimit", "sched_getaffinity", "sched_yield", "rt_sigaction",
    "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "restart_syscall", "timerfd_settime",
    "clock_gettime", "gettimeofday", "uname", "sysinfo", "umask", "getpid", "gettid", "getppid",
    "getuid", "geteuid", "getgid", "getegid", "getpgrp", "getsid", "kill", "tgkill", "tkill", "prctl", "time",
}

# Descriptors of events, timers and signals: a read can fail with EAGAIN, a write cannot fail.
COUNTER = re.compile(r"(read|write)\(\d+<anon_inode:\[(eventfd|timerfd|signalfd)\]>")

# A write to a file cannot fail with EAGAIN or EPIPE, because there is no reader.
FILE_OUTPUT = re.compile(r"writev?\(\d+</")


def errnos(call):
    """Returns the errnos with which this call, recorded with `-y`, can fail, except for its recorded one."""
    if call.name in NEVER_FAILS or call.name == "futex" and "_WAIT" not in call.text:
        return []
    if call.name == "epoll_ctl" and "EPOLL_CTL_ADD" not in call.text:
        return []
    if COUNTER.match(call.text):
        return [] if call.errno else ["EAGAIN"] if call.name == "read" else []
    found = [errno for errno in ERRNOS[call.name] if errno != call.errno]
    if FILE_OUTPUT.match(call.text):
        found = [errno for errno in found if errno not in ("EPIPE", "EAGAIN")]
    if call.name == "getrandom" and "GRND_NONBLOCK" not in call.text:
        found.remove("EAGAIN")
    return found


def unknown(calls):
    """Returns the names of recorded calls that neither table lists."""
    return sorted({c.name for c in calls} - ERRNOS.keys() - NEVER_FAILS)
