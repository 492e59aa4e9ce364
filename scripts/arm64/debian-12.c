/* Functions that Debian 12's C library lacks. Swift's library needs them, because it was built with
 * Debian sid's C library: strlcpy, and number parsers that accept C23's binary numbers (0b101), which
 * Swift's library does not use. */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }

long long __isoc23_strtoll(const char *text, char **end, int base) {
  return strtoll(text, end, base);
}

unsigned long __isoc23_strtoul(const char *text, char **end, int base) {
  return strtoul(text, end, base);
}

unsigned long long __isoc23_strtoull(const char *text, char **end, int base) {
  return strtoull(text, end, base);
}

int __isoc23_sscanf(const char *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int count = vsscanf(text, format, arguments);
  va_end(arguments);
  return count;
}

size_t strlcpy(char *target, const char *source, size_t size) {
  size_t length = strlen(source);
  if (size != 0) {
    size_t copied = length < size ? length : size - 1;
    memcpy(target, source, copied);
    target[copied] = 0;
  }
  return length;
}
