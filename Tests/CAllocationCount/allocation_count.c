#include "CAllocationCount.h"

#include <errno.h>
#include <malloc.h>
#include <stddef.h>

// "initial-exec", because the first access must not allocate memory.
static __thread uint64_t count __attribute__((tls_model("initial-exec")));

static __thread int64_t held __attribute__((tls_model("initial-exec")));
static __thread int64_t most __attribute__((tls_model("initial-exec")));

uint64_t allocation_count(void) { return count; }

void allocation_begin_bytes(void) { held = most = 0; }

int64_t allocation_most_bytes(void) { return most; }

static void change_bytes(int64_t bytes) {
  held += bytes;
  if (held > most) most = held;
}

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)

// The sanitizer's allocator must not be replaced. It calls this hook.
void __sanitizer_malloc_hook(const volatile void *memory, size_t size) {
  (void)memory;
  count++;
  change_bytes((int64_t)size);
}

bool allocation_maps(size_t size) {
  (void)size;
  return true;
}

size_t __sanitizer_get_allocated_size(const volatile void *memory);

void __sanitizer_free_hook(const volatile void *memory) {
  if (memory != NULL) change_bytes(-(int64_t)__sanitizer_get_allocated_size(memory));
}

#else

// glibc's functions, under their names for programs that replace the public ones.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

bool allocation_maps(size_t size) {
  size_t *block = __libc_malloc(size);
  // glibc's flag IS_MMAPPED, in the header before the block.
  bool is_mapped = block != NULL && (block[-1] & 2) != 0;
  __libc_free(block);
  return is_mapped;
}

// Returns the size of a block, including glibc's header before it.
static int64_t bytes_of(void *memory) {
  return memory ? (int64_t)(malloc_usable_size(memory) + sizeof(size_t)) : 0;
}

static void *counted(void *memory) {
  count++;
  change_bytes(bytes_of(memory));
  return memory;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t number, size_t size) { return counted(__libc_calloc(number, size)); }

void *realloc(void *memory, size_t size) {
  int64_t before = bytes_of(memory);
  void *after = __libc_realloc(memory, size);
  if (after != NULL || size == 0) change_bytes(-before);
  return counted(after);
}

void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, size));
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  *memory = counted(__libc_memalign(alignment, size));
  return *memory ? 0 : ENOMEM;
}

void free(void *memory) {
  change_bytes(-bytes_of(memory));
  __libc_free(memory);
}

#endif
