// Preloaded into the panel, counts the live blocks and bytes of its heap for another process. Resident
// memory is not exact, because it changes in pages and includes memory that the heap keeps for reuse.
//
// The counters are 64-bit integers (see `live`) in a mapped file, whose path is in LIVE_ALLOCATIONS.

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// glibc's functions, under their names for programs that replace the public ones.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

enum { classes = 512, class_bytes = 16 };

struct live {
  int64_t allocations;  // total number
  int64_t blocks;       // live blocks
  int64_t bytes;        // live bytes, including the heap's rounding
  int64_t of_size[classes];  // live blocks by size; the last class also counts all larger blocks
};

static struct live early;
static struct live *live = &early;

static void count(void *memory, int sign) {
  if (!memory) return;
  size_t size = malloc_usable_size(memory);
  size_t class = size / class_bytes;
  if (class >= classes) class = classes - 1;
  if (sign > 0) __atomic_add_fetch(&live->allocations, 1, __ATOMIC_RELAXED);
  __atomic_add_fetch(&live->blocks, sign, __ATOMIC_RELAXED);
  __atomic_add_fetch(&live->bytes, sign * (int64_t)size, __ATOMIC_RELAXED);
  __atomic_add_fetch(&live->of_size[class], sign, __ATOMIC_RELAXED);
}

static void *counted(void *memory) {
  count(memory, 1);
  return memory;
}

// Copies the counters to the file. Runs before main, and before any thread exists.
__attribute__((constructor)) static void share(void) {
  const char *path = getenv("LIVE_ALLOCATIONS");
  int file = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644) : -1;
  if (file < 0 || ftruncate(file, sizeof early) != 0) return;
  struct live *shared = mmap(0, sizeof early, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (shared == MAP_FAILED) return;
  *shared = early;
  live = shared;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t number, size_t size) { return counted(__libc_calloc(number, size)); }
void *memalign(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, size));
}
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  void *made = memalign(alignment, size);
  if (!made) return ENOMEM;
  *memory = made;
  return 0;
}

void *realloc(void *memory, size_t size) {
  count(memory, -1);
  void *moved = __libc_realloc(memory, size);
  // On failure the old block remains; with size 0 it is freed.
  count(moved ? moved : size ? memory : 0, 1);
  return moved;
}

void free(void *memory) {
  count(memory, -1);
  __libc_free(memory);
}
