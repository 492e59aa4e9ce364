#include <libinput.h>
#include <stdio.h>

// The owner of a libinput context, as its callbacks see it. Lives as long as the context.
struct knobpanel_libinput_owner {
  void *owner;
  // The descriptor, or a negative errno.
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

// Swift cannot take a va_list on every architecture, so the message is put together here.
static inline void knobpanel_libinput_log(
    struct libinput *context, enum libinput_log_priority priority, const char *format,
    va_list arguments) {
  struct knobpanel_libinput_owner *owner = libinput_get_user_data(context);
  char message[1024];
  vsnprintf(message, sizeof message, format, arguments);
  owner->log(owner->owner, priority, message);
}

// libinput keeps the pointer to the table, and Swift has no constant with a lasting address.
static const struct libinput_interface knobpanel_libinput_interface = {
  .open_restricted = knobpanel_libinput_open,
  .close_restricted = knobpanel_libinput_close,
};

static inline struct libinput *knobpanel_libinput_create(
    struct knobpanel_libinput_owner *owner, struct udev *udev) {
  struct libinput *context =
      libinput_udev_create_context(&knobpanel_libinput_interface, owner, udev);
  if (context) {
    libinput_log_set_handler(context, knobpanel_libinput_log);
    libinput_log_set_priority(context, LIBINPUT_LOG_PRIORITY_INFO);
  }
  return context;
}
