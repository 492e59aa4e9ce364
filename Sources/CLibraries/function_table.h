#include <dlfcn.h>
#include <stddef.h>

// The functions of a library that is loaded with dlopen(3) and not linked, each with its type from
// the library's header.
//
// FUNCTIONS is a macro that calls its argument with the name of each function. Defines `struct
// TYPE`, with a pointer to each function, and LOOK_UP, which fills it and returns the first
// function that the library lacks, or NULL.
#define FUNCTION_TABLE(TYPE, LOOK_UP, FUNCTIONS)                                   \
  struct TYPE {                                                                    \
    FUNCTIONS(FUNCTION_TABLE_FIELD)                                                \
  };                                                                               \
  static inline const char *LOOK_UP(void *library, struct TYPE *functions) {       \
    FUNCTIONS(FUNCTION_TABLE_ENTRY)                                                \
    return NULL;                                                                   \
  }

#define FUNCTION_TABLE_FIELD(name) __typeof__(&name) name;

#define FUNCTION_TABLE_ENTRY(name)                            \
  functions->name = (__typeof__(&name))dlsym(library, #name); \
  if (functions->name == NULL) return #name;
