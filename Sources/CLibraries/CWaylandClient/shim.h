// Types and constants of libwayland-client. The library is not linked; it is loaded if the panel is
// a window.
//
// Only the core: Swift cannot import the inline functions of the protocol headers, because they use
// varargs. Their equivalents are generated as Swift from the protocols' XML.
#include <stdio.h>
#include <wayland-client-core.h>

#include "../function_table.h"

// The functions used, with their types from the header.
#define CWAYLAND_CLIENT_FUNCTIONS(X) \
  X(wl_display_connect)              \
  X(wl_display_disconnect)           \
  X(wl_display_dispatch_pending)     \
  X(wl_display_flush)                \
  X(wl_display_get_error)            \
  X(wl_display_get_fd)               \
  X(wl_display_get_protocol_error)   \
  X(wl_display_prepare_read)         \
  X(wl_display_read_events)          \
  X(wl_log_set_handler_client)       \
  X(wl_proxy_add_dispatcher)         \
  X(wl_proxy_destroy)                \
  X(wl_proxy_get_version)            \
  X(wl_proxy_marshal_array_flags)

FUNCTION_TABLE(CWaylandClientFunctions, cwayland_client_look_up, CWAYLAND_CLIENT_FUNCTIONS)

// Receives each message logged by libwayland.
typedef void (*knobpanel_wayland_log_handler)(const char *message);

// libwayland passes no user data to its log handler, so the receiver is stored here.
static inline knobpanel_wayland_log_handler *knobpanel_wayland_current_log_handler(void) {
  static knobpanel_wayland_log_handler handler;
  return &handler;
}

// Swift cannot take a va_list on every architecture, so the message is formatted here.
static inline void knobpanel_wayland_log(const char *format, va_list arguments) {
  char message[1024];
  vsnprintf(message, sizeof message, format, arguments);
  (*knobpanel_wayland_current_log_handler())(message);
}

// Must be called before the first connection.
static inline void knobpanel_wayland_set_log_handler(
    const struct CWaylandClientFunctions *functions, knobpanel_wayland_log_handler handler) {
  *knobpanel_wayland_current_log_handler() = handler;
  functions->wl_log_set_handler_client(knobpanel_wayland_log);
}
