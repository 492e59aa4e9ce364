#include "CAllocationCount.h"

#include <errno.h>
#include <stddef.h>

// "initial-exec": the first access must not allocate itself.
static __thread uint64_t count __attribute__((tls_model("initial-exec")));

uint64_t allocation_count(void) { return count; }

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)

// The sanitizer's allocator has to stay in its place; it calls this one.
void __sanitizer_malloc_hook(const volatile void *memory, size_t size) {
  (void)memory;
  (void)size;
  count++;
}

#else

// glibc's own, under the names it keeps for those who replace the public ones.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  count++;
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  count++;
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}

#endif
