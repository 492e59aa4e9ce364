// Glibc's Swift overlay leaves these headers out.
#include <linux/input.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

// Function-like macros, which Swift does not import.
static const unsigned long CLINUX_TIOCGDEV = TIOCGDEV;
static const unsigned long CLINUX_EVIOCSCLOCKID = EVIOCSCLOCKID;

// <sys/mman.h> hides it unless everything is compiled for GNU (memfd_create(2)).
#include <linux/memfd.h>
int memfd_create(const char *name, unsigned int flags);
