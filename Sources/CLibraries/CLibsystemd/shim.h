// Types of libsystemd's D-Bus client (sd-bus(3)). The library is not linked; it is loaded if a
// backlight cannot be set otherwise.
#include <systemd/sd-bus.h>

#include "../function_table.h"

// The functions used, with their types from the header.
#define CLIBSYSTEMD_FUNCTIONS(X)      \
  X(sd_bus_call_method_async)         \
  X(sd_bus_close_unref)               \
  X(sd_bus_get_events)                \
  X(sd_bus_get_fd)                    \
  X(sd_bus_get_timeout)               \
  X(sd_bus_message_get_error)         \
  X(sd_bus_new)                       \
  X(sd_bus_open_system)               \
  X(sd_bus_process)                   \
  X(sd_bus_set_address)               \
  X(sd_bus_set_bus_client)            \
  X(sd_bus_set_method_call_timeout)   \
  X(sd_bus_start)

FUNCTION_TABLE(CLibsystemdFunctions, clibsystemd_look_up, CLIBSYSTEMD_FUNCTIONS)

// Calls SetBrightness of the caller's session (org.freedesktop.login1(5)); Swift cannot call
// variadic functions.
static inline int clibsystemd_set_brightness(
    const struct CLibsystemdFunctions *functions, sd_bus *bus, sd_bus_message_handler_t handler,
    void *user, const char *subsystem, const char *name, uint32_t brightness) {
  return functions->sd_bus_call_method_async(
      bus, NULL, "org.freedesktop.login1", "/org/freedesktop/login1/session/auto",
      "org.freedesktop.login1.Session", "SetBrightness", handler, user, "ssu", subsystem, name,
      brightness);
}
