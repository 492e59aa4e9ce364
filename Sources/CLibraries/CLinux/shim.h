// Glibc's Swift overlay leaves these headers out.
#include <linux/input.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/statfs.h>
#include <sys/timerfd.h>

// Function-like macros, which Swift does not import.
static const unsigned long CLINUX_TIOCGDEV = TIOCGDEV;
static const unsigned long CLINUX_EVIOCSCLOCKID = EVIOCSCLOCKID;
// The states of all keys and switches, a bit for each.
static const unsigned long CLINUX_EVIOCGKEY = EVIOCGKEY((KEY_CNT + 7) / 8);
static const unsigned long CLINUX_EVIOCGSW = EVIOCGSW((SW_CNT + 7) / 8);
static const int CLINUX_KEY_COUNT = KEY_CNT;
static const int CLINUX_SWITCH_COUNT = SW_CNT;

// <sys/mman.h> declares memfd_create(2) only with _GNU_SOURCE.
#include <linux/memfd.h>
int memfd_create(const char *name, unsigned int flags);

// <link.h> declares dl_iterate_phdr(3) only with _GNU_SOURCE, too.
#include <link.h>
#ifndef __USE_GNU
struct dl_phdr_info {
  ElfW(Addr) dlpi_addr;
  const char *dlpi_name;
  const ElfW(Phdr) *dlpi_phdr;
  ElfW(Half) dlpi_phnum;
};
int dl_iterate_phdr(int (*callback)(struct dl_phdr_info *, size_t, void *), void *data);
#endif

// <spawn.h> and <unistd.h> declare these only with _GNU_SOURCE, too (posix_spawn(3), pipe(2)).
#include <spawn.h>
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
int posix_spawn_file_actions_addchdir_np(
    posix_spawn_file_actions_t *actions, const char *path);
int pipe2(int descriptors[2], int flags);

#include <sys/pidfd.h>

// A C variable, which Swift treats as unsynchronised shared state.
extern char **environ;
static inline char **clinux_environment(void) { return environ; }
