// Types and constants of libddcutil. The library is not linked, because it loads GLib, X11 and
// others into the process; it is loaded if a layout sets a monitor's backlight.
//
// Version 1 (libddcutil.so.4) or 2 (libddcutil.so.5) is loaded, whichever is installed, and not
// necessarily the one whose header is used here.
#include <ddcutil_c_api.h>
#include <ddcutil_macros.h>
#include <ddcutil_status_codes.h>
#include <string.h>

#include "../function_table.h"

// The functions used, with their types from the header; both versions have them.
#define CLIBDDCUTIL_FUNCTIONS(X)  \
  X(ddca_close_display)           \
  X(ddca_ddcutil_version_string)  \
  X(ddca_free_display_info)       \
  X(ddca_get_display_info)        \
  X(ddca_get_display_refs)        \
  X(ddca_get_non_table_vcp_value) \
  X(ddca_open_display2)           \
  X(ddca_rc_desc)                 \
  X(ddca_rc_name)                 \
  X(ddca_redetect_displays)       \
  X(ddca_set_ferr)                \
  X(ddca_set_fout)                \
  X(ddca_set_non_table_vcp_value)

FUNCTION_TABLE(CLibddcutilFunctions, clibddcutil_look_up_all, CLIBDDCUTIL_FUNCTIONS)

// Looks up the functions, and initializes version 2, which would log a warning for each call
// otherwise. Version 1 has no such function.
static inline const char *clibddcutil_look_up(
    void *library, struct CLibddcutilFunctions *functions) {
  const char *missing = clibddcutil_look_up_all(library, functions);
  if (missing != NULL) return missing;
  DDCA_Status (*initialize)(const char *options, int log_level, int flags, char ***messages) =
      (__typeof__(initialize))dlsym(library, "ddca_init2");
  enum { errors_only = 3, no_flags = 0 };  // DDCA_SYSLOG_ERROR, DDCA_INIT_OPTIONS_NONE
  if (initialize != NULL) initialize(NULL, errors_only, no_flags, NULL);
  return NULL;
}

// The first members of DDCA_Display_Info. The union in its DDCA_IO_Path has two int in version 1,
// and one in version 2.
#define CLIBDDCUTIL_INFORMATION(NAME, PATH_INTS) \
  struct NAME {                                  \
    char marker[4];                              \
    int dispno;                                  \
    int io_mode;                                 \
    int path[PATH_INTS];                         \
    int usb_bus, usb_device;                     \
    char mfg_id[4], model_name[14], sn[14];      \
    uint16_t product_code;                       \
    uint8_t edid_bytes[128];                     \
  }

CLIBDDCUTIL_INFORMATION(clibddcutil_information_1, 2);
CLIBDDCUTIL_INFORMATION(clibddcutil_information_2, 1);

#if DDCUTIL_VMAJOR == 1
#define CLIBDDCUTIL_OFFSET(MEMBER) offsetof(struct clibddcutil_information_1, MEMBER)
#else
#define CLIBDDCUTIL_OFFSET(MEMBER) offsetof(struct clibddcutil_information_2, MEMBER)
#endif
_Static_assert(
    CLIBDDCUTIL_OFFSET(model_name) == offsetof(DDCA_Display_Info, model_name) &&
        CLIBDDCUTIL_OFFSET(edid_bytes) == offsetof(DDCA_Display_Info, edid_bytes),
    "DDCA_Display_Info of this header has another layout");

// A monitor's properties.
struct clibddcutil_display {
  int bus;  // of I2C; -1 if it has none
  char model_name[14];
  uint8_t edid[128];
};

// Copies the properties, which are in the layout of the loaded library's version.
static inline struct clibddcutil_display clibddcutil_display(
    const struct CLibddcutilFunctions *functions, const DDCA_Display_Info *information) {
  enum { i2c = 0 };  // DDCA_IO_I2C of both versions
  const struct clibddcutil_information_1 *in_1 = (const void *)information;
  const struct clibddcutil_information_2 *in_2 = (const void *)information;
  const char *version = functions->ddca_ddcutil_version_string();
  bool is_1 = version != NULL && version[0] == '1' && version[1] == '.';
  struct clibddcutil_display display;
  display.bus = in_1->io_mode == i2c ? in_1->path[0] : -1;
  memcpy(
      display.model_name, is_1 ? in_1->model_name : in_2->model_name, sizeof display.model_name);
  memcpy(display.edid, is_1 ? in_1->edid_bytes : in_2->edid_bytes, sizeof display.edid);
  return display;
}

// Returns whether a status means that the monitor lacks the feature; Swift does not import the
// macros.
static inline bool clibddcutil_is_unsupported(DDCA_Status status) {
  return status == DDCRC_REPORTED_UNSUPPORTED || status == DDCRC_DETERMINED_UNSUPPORTED;
}
