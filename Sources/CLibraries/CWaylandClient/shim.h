// Only the core: the protocol headers are full of inline functions that varargs keep out of Swift;
// what they do is generated as Swift from the protocols' XML.
#include <stdio.h>
#include <wayland-client-core.h>

// Gets each message that libwayland logs.
typedef void (*knobpanel_wayland_log_handler)(const char *message);

// libwayland passes no user data to its log handler, so ours is kept here.
static inline knobpanel_wayland_log_handler *knobpanel_wayland_current_log_handler(void) {
  static knobpanel_wayland_log_handler handler;
  return &handler;
}

// Swift cannot take a va_list on every architecture, so the message is put together here.
static inline void knobpanel_wayland_log(const char *format, va_list arguments) {
  char message[1024];
  vsnprintf(message, sizeof message, format, arguments);
  (*knobpanel_wayland_current_log_handler())(message);
}

// To be called once, before the first connection.
static inline void knobpanel_wayland_set_log_handler(knobpanel_wayland_log_handler handler) {
  *knobpanel_wayland_current_log_handler() = handler;
  wl_log_set_handler_client(knobpanel_wayland_log);
}
