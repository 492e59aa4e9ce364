#include <alsa/asoundlib.h>

// The handler is variadic, which Swift cannot express. Without it, alsa-lib prints its own report
// of every error to stderr, beside knobpanel's line.
static void knobpanel_ignore_error(const char *file, int line, const char *function, int error,
                                   const char *format, ...) {
  (void)file, (void)line, (void)function, (void)error, (void)format;
}

static inline void knobpanel_silence_alsa(void) {
  snd_lib_error_set_handler(knobpanel_ignore_error);
}
