// Runs a program, and makes one of its system calls fail or sends it a signal at this call. Only calls
// with the same number are intercepted; all others run at full speed.
//
// usage: fail-call LOG CALL OCCURRENCE RESULT ARGUMENT... -- PROGRAM [ARGUMENT]...
//
// CALL is the number of the system call. OCCURRENCE is the index, from 1, among the calls of all threads
// whose arguments match. RESULT is an errno, or the negated number of a signal. Each ARGUMENT is a pattern
// for an argument of the call:
//   -        any value
//   vNUMBER  this 32-bit value
//   fTEXT    a descriptor whose link in /proc/PID/fd is this text, in which # matches digits
//   pTEXT    a path, with # likewise
//
// The program replaces the process that was started. The supervisor, a process that is not its child,
// answers the calls as a seccomp listener. Its id is the first line of LOG. A thread whose call waits for
// the supervisor appears to be asleep.
//
// LOG gets a line for each matching call before the call continues: the time of the realtime clock in
// seconds, and the thread. The line of the fault also has "caught" or "default", the action of SIGTERM at
// that time, and /proc/PID/schedstat of the first thread.

#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { argument_limit = 6, text_size = 4096, page_size = 4096, spin_microseconds = 50 };

struct fault {
  int log;
  unsigned call;
  long occurrence;
  int result;
  int patterns_count;
  char **patterns;
  pid_t program;
};

static void fail(const char *what) {
  fprintf(stderr, "fail-call: error: %s: %s\n", what, strerror(errno));
  _exit(127);
}

static bool matches(const char *pattern, const char *text) {
  while (*pattern) {
    if (*pattern == '#') {
      if (!isdigit(*text)) return false;
      while (isdigit(*text)) ++text;
      ++pattern;
    } else if (*pattern++ != *text++) {
      return false;
    }
  }
  return !*text;
}

// Reads the string at an address of a thread, page by page, because the next page may not exist.
static void read_text(pid_t thread, uint64_t address, char text[static text_size]) {
  size_t size = 0;
  while (size < text_size - 1) {
    size_t part = page_size - (address + size) % page_size;
    if (part > text_size - 1 - size) part = text_size - 1 - size;
    struct iovec local = {text + size, part}, remote = {(void *)(address + size), part};
    if (process_vm_readv(thread, &local, 1, &remote, 1, 0) != (ssize_t)part) break;
    if (memchr(text + size, 0, part)) return;
    size += part;
  }
  text[size] = 0;
}

static void read_descriptor(pid_t thread, int descriptor, char text[static text_size]) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/fd/%d", thread, descriptor);
  ssize_t size = readlink(path, text, text_size - 1);
  text[size < 0 ? 0 : size] = 0;
}

static bool matches_call(const struct fault *fault, const struct seccomp_notif *call) {
  char text[text_size];
  for (int i = 0; i < fault->patterns_count; ++i) {
    const char *pattern = fault->patterns[i] + 1;
    uint64_t argument = call->data.args[i];
    switch (fault->patterns[i][0]) {
      case 'v':
        if ((uint32_t)argument != (uint32_t)strtoll(pattern, NULL, 10)) return false;
        break;
      case 'f':
        read_descriptor(call->pid, (int)argument, text);
        if (!matches(pattern, text)) return false;
        break;
      case 'p':
        read_text(call->pid, argument, text);
        if (!matches(pattern, text)) return false;
        break;
    }
  }
  return true;
}

// Reads the first line that starts with `beginning` from a file in the program's /proc folder.
static void read_line(pid_t program, const char *name, const char *beginning, char *line, int size) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", program, name);
  FILE *file = fopen(path, "re");
  bool is_found = false;
  while (file && !is_found && fgets(line, size, file))
    is_found = strncmp(line, beginning, strlen(beginning)) == 0;
  if (!is_found) line[0] = 0;
  if (file) fclose(file);
  line[strcspn(line, "\n")] = 0;
}

// Returns whether the program catches SIGTERM, by a handler or a descriptor.
static bool catches_term(pid_t program) {
  char line[256], path[64], text[text_size];
  read_line(program, "status", "SigCgt:", line, sizeof line);
  if (line[0] && strtoull(line + strlen("SigCgt:"), NULL, 16) >> (SIGTERM - 1) & 1) return true;
  snprintf(path, sizeof path, "/proc/%d/fd", program);
  DIR *folder = opendir(path);
  bool is_caught = false;
  for (struct dirent *entry; folder && !is_caught && (entry = readdir(folder));) {
    read_descriptor(program, atoi(entry->d_name), text);
    is_caught = strcmp(text, "anon_inode:[signalfd]") == 0;
  }
  if (folder) closedir(folder);
  return is_caught;
}

static void log_call(const struct fault *fault, const struct seccomp_notif *call, bool is_fault) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  char line[512], statistics[256];
  int size = snprintf(line, sizeof line, "%lld.%06ld %d", (long long)now.tv_sec,
                      now.tv_nsec / 1000, call->pid);
  if (is_fault) {
    read_line(fault->program, "schedstat", "", statistics, sizeof statistics);
    size += snprintf(line + size, sizeof line - size, " %s %s", catches_term(fault->program) ? "caught" : "default",
                     statistics);
  }
  line[size++] = '\n';
  if (write(fault->log, line, size) != size) fail("log");
}

static void answer_calls(const struct fault *fault, int listener) {
  long count = 0;
  for (;;) {
    struct pollfd calls = {listener, POLLIN, 0};
    if (poll(&calls, 1, -1) < 0) fail("poll");
    // All threads of the program have ended.
    if (!(calls.revents & POLLIN)) return;
    struct seccomp_notif call = {0};
    // Fails if the thread has been killed in the meantime.
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call)) continue;
    struct seccomp_notif_resp answer = {call.id, 0, 0, SECCOMP_USER_NOTIF_FLAG_CONTINUE};
    if (matches_call(fault, &call)) {
      bool is_fault = ++count == fault->occurrence;
      log_call(fault, &call, is_fault);
      if (is_fault && fault->result > 0) {
        answer.error = -fault->result;
        answer.flags = 0;
      } else if (is_fault) {
        kill(fault->program, -fault->result);
      }
    }
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
  }
}

// Like fork(2), but both processes share their descriptors, so that the child can use the listener.
static pid_t fork_with_descriptors(void) { return (pid_t)syscall(SYS_clone, CLONE_FILES, 0, 0, 0, 0); }

static void supervise(const struct fault *fault, const atomic_int *shared) {
  int listener;
  if (dprintf(fault->log, "%d\n", getpid()) < 0) _exit(1);
  while (!(listener = atomic_load(shared))) usleep(spin_microseconds);
  if (listener < 0 || unshare(CLONE_FILES)) _exit(1);
  // Closes the program's descriptors, whose readers wait for the last copy to close.
  unsigned low = listener < fault->log ? listener : fault->log;
  unsigned high = listener < fault->log ? fault->log : listener;
  close_range(0, low - 1, 0);
  if (high > low + 1) close_range(low + 1, high - 1, 0);
  close_range(high + 1, ~0U, 0);
  answer_calls(fault, listener);
  _exit(0);
}

static int listener_for(unsigned call) {
  struct sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {sizeof steps / sizeof *steps, steps};
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER,
                      &filter);
}

int main(int count, char **arguments) {
  int end = 5;
  while (end < count && strcmp(arguments[end], "--")) ++end;
  if (end + 1 >= count || end > 5 + argument_limit) {
    fprintf(stderr, "usage: fail-call LOG CALL OCCURRENCE RESULT ARGUMENT... -- PROGRAM...\n");
    return 2;
  }
  struct fault fault = {
      .log = open(arguments[1], O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666),
      .call = strtoul(arguments[2], NULL, 10), .occurrence = strtol(arguments[3], NULL, 10),
      .result = atoi(arguments[4]), .patterns_count = end - 5, .patterns = arguments + 5,
      .program = getpid()};
  if (fault.log < 0) fail(arguments[1]);
  atomic_int *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) fail("mmap");
  // Lets the supervisor read the program's memory where Yama restricts this to parents.
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) fail("no_new_privs");

  pid_t child = fork_with_descriptors();
  if (child < 0) fail("clone");
  if (child == 0) {
    pid_t supervisor = fork_with_descriptors();
    if (supervisor == 0) supervise(&fault, shared);
    _exit(supervisor < 0);
  }
  int status;
  if (waitpid(child, &status, __WALL) != child || status) fail("supervisor");
  int listener = listener_for(fault.call);
  int error = errno;
  atomic_store(shared, listener);
  errno = error;
  if (listener < 0) fail("seccomp");
  execv(arguments[end + 1], arguments + end + 1);
  fail(arguments[end + 1]);
}
