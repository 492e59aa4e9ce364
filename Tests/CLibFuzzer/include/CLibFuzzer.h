#ifndef KNOBPANEL_LIBFUZZER_H
#define KNOBPANEL_LIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer with the arguments of the program. Returns -1 in a program that is not linked with it.
int knobpanel_run_fuzzer(int argc, char **argv, int (*run)(const uint8_t *bytes, size_t count));

#endif
