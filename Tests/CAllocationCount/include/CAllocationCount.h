#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How often this thread has asked for memory (malloc, calloc, realloc, aligned_alloc,
/// posix_memalign) since the process began.
///
/// Linking this target replaces those functions by ones that count and call glibc's. Under a
/// sanitizer its own stay, and report each allocation here.
uint64_t allocation_count(void);

/// Begins to count the bytes that this thread asks for and frees.
void allocation_begin_bytes(void);

/// The most bytes that this thread held at a time since it began to count them, of those that it has asked
/// for since. What it frees for other threads counts as less.
int64_t allocation_most_bytes(void);

/// Whether glibc asks the kernel for a block of so many bytes, and so gives it back when it is freed
/// (mmap(2)). True under a sanitizer, whose memory this says nothing about.
bool allocation_maps(size_t size);
