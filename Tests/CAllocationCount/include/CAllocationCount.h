#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Returns the number of this thread's allocations (malloc, calloc, realloc, aligned_alloc,
/// posix_memalign) since the start of the process.
///
/// Linking this target replaces these functions by ones that count and call glibc's. Under a
/// sanitizer its functions remain, and report each allocation here.
uint64_t allocation_count(void);

/// Begins to count the bytes that this thread allocates and frees.
void allocation_begin_bytes(void);

/// Returns the maximum of the bytes that this thread has allocated and not freed, since the count began.
/// Bytes that it frees for other threads are subtracted.
int64_t allocation_most_bytes(void);

/// Returns whether glibc allocates a block of this size with mmap(2), so that freeing it returns the memory
/// to the kernel. Always true under a sanitizer, whose allocator is not examined.
bool allocation_maps(size_t size);
