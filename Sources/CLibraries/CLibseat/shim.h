// Types and constants of libseat. The library is not linked, because it loads libsystemd and six
// others into the process; it is loaded if there is a seat service.
#include <stdio.h>

#include <libseat.h>

#include "../function_table.h"

// The functions used, with their types from the header.
#define CLIBSEAT_FUNCTIONS(X)  \
  X(libseat_close_device)      \
  X(libseat_close_seat)        \
  X(libseat_disable_seat)      \
  X(libseat_dispatch)          \
  X(libseat_get_fd)            \
  X(libseat_open_device)       \
  X(libseat_open_seat)         \
  X(libseat_seat_name)         \
  X(libseat_set_log_handler)   \
  X(libseat_set_log_level)     \
  X(libseat_switch_session)

FUNCTION_TABLE(CLibseatFunctions, clibseat_look_up, CLIBSEAT_FUNCTIONS)

// libseat has one log per process, without a user data pointer.
typedef void (*clibseat_log_receiver)(enum libseat_log_level level, const char *message);

// A function's static variable, because Swift's compiler emits no other variables from a header.
static inline clibseat_log_receiver *clibseat_receiver(void) {
  static clibseat_log_receiver receiver;
  return &receiver;
}

// Swift cannot take a va_list on every architecture, so the message is formatted here.
static inline void clibseat_log(
    enum libseat_log_level level, const char *format, va_list arguments) {
  char message[512];
  vsnprintf(message, sizeof message, format, arguments);
  (*clibseat_receiver())(level, message);
}

static inline void clibseat_set_log(
    const struct CLibseatFunctions *functions, clibseat_log_receiver receiver) {
  *clibseat_receiver() = receiver;
  functions->libseat_set_log_handler(clibseat_log);
  functions->libseat_set_log_level(LIBSEAT_LOG_LEVEL_INFO);
}
