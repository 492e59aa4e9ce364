#pragma once
#include <stdint.h>

/// How often this thread has asked for memory (malloc, calloc, realloc, aligned_alloc,
/// posix_memalign) since the process began.
///
/// Linking this target replaces those functions by ones that count and call glibc's. Under a
/// sanitizer its own stay, and report each allocation here.
uint64_t allocation_count(void);
