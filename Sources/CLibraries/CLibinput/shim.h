// Types and constants of libinput. The library is not linked, because it loads five others into the
// process; it is loaded when the first picture is shown, or not at all.
#include <stdio.h>

#include <libinput.h>

#include "../function_table.h"

// The functions used, with their types from the header.
#define CLIBINPUT_FUNCTIONS(X)                      \
  X(libinput_device_config_calibration_get_matrix)  \
  X(libinput_device_config_send_events_set_mode)    \
  X(libinput_device_get_size)                       \
  X(libinput_device_get_udev_device)                \
  X(libinput_device_has_capability)                 \
  X(libinput_device_touch_get_touch_count)          \
  X(libinput_dispatch)                              \
  X(libinput_event_destroy)                         \
  X(libinput_event_get_device)                      \
  X(libinput_event_get_touch_event)                 \
  X(libinput_event_get_type)                        \
  X(libinput_event_touch_get_slot)                  \
  X(libinput_event_touch_get_time_usec)             \
  X(libinput_event_touch_get_x_transformed)         \
  X(libinput_event_touch_get_y_transformed)         \
  X(libinput_get_event)                             \
  X(libinput_get_fd)                                \
  X(libinput_get_user_data)                         \
  X(libinput_log_set_handler)                       \
  X(libinput_log_set_priority)                      \
  X(libinput_resume)                                \
  X(libinput_suspend)                               \
  X(libinput_udev_assign_seat)                      \
  X(libinput_udev_create_context)                   \
  X(libinput_unref)

FUNCTION_TABLE(CLibinputFunctions, clibinput_look_up, CLIBINPUT_FUNCTIONS)

// The owner of a libinput context, passed to its callbacks; lives as long as the context.
struct knobpanel_libinput_owner {
  void *owner;
  // Returns the file descriptor, or a negative errno.
  int (*open)(void *owner, const char *path, int flags);
  void (*close)(void *owner, int descriptor);
  void (*log)(void *owner, enum libinput_log_priority priority, const char *message);
};

static inline int knobpanel_libinput_open(const char *path, int flags, void *data) {
  struct knobpanel_libinput_owner *owner = data;
  return owner->open(owner->owner, path, flags);
}

static inline void knobpanel_libinput_close(int descriptor, void *data) {
  struct knobpanel_libinput_owner *owner = data;
  owner->close(owner->owner, descriptor);
}

// Returns the function that finds a message's owner, the same for all contexts. A function's static
// variable, because Swift's compiler emits no other variables from a header.
static inline __typeof__(&libinput_get_user_data) *knobpanel_libinput_user_data(void) {
  static __typeof__(&libinput_get_user_data) user_data;
  return &user_data;
}

// Swift cannot take a va_list on every architecture, so the message is formatted here.
static inline void knobpanel_libinput_log(
    struct libinput *context, enum libinput_log_priority priority, const char *format,
    va_list arguments) {
  struct knobpanel_libinput_owner *owner = (*knobpanel_libinput_user_data())(context);
  char message[1024];
  vsnprintf(message, sizeof message, format, arguments);
  owner->log(owner->owner, priority, message);
}

// libinput keeps a pointer to the table, and Swift has no constants with a stable address.
static const struct libinput_interface knobpanel_libinput_interface = {
  .open_restricted = knobpanel_libinput_open,
  .close_restricted = knobpanel_libinput_close,
};

static inline struct libinput *knobpanel_libinput_create(
    const struct CLibinputFunctions *functions, struct knobpanel_libinput_owner *owner,
    struct udev *udev) {
  *knobpanel_libinput_user_data() = functions->libinput_get_user_data;
  struct libinput *context =
      functions->libinput_udev_create_context(&knobpanel_libinput_interface, owner, udev);
  if (context) {
    functions->libinput_log_set_handler(context, knobpanel_libinput_log);
    functions->libinput_log_set_priority(context, LIBINPUT_LOG_PRIORITY_INFO);
  }
  return context;
}
