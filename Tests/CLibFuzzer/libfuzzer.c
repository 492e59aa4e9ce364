#include "CLibFuzzer.h"

// Declared in libFuzzer's FuzzerInterface.h. Weak, so that the program also links without libFuzzer.
extern int LLVMFuzzerRunDriver(
    int *argc, char ***argv, int (*run)(const uint8_t *, size_t)) __attribute__((weak));

int knobpanel_run_fuzzer(int argc, char **argv, int (*run)(const uint8_t *, size_t)) {
    if (!LLVMFuzzerRunDriver) return -1;
    return LLVMFuzzerRunDriver(&argc, &argv, run);
}
