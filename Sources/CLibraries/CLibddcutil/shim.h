// Types and constants of libddcutil. The library is not linked, because it loads GLib, X11 and
// others into the process; it is loaded if a layout sets a monitor's backlight.
#include <ddcutil_c_api.h>
#include <ddcutil_status_codes.h>

#include "../function_table.h"

// The functions used, with their types from the header.
#define CLIBDDCUTIL_FUNCTIONS(X)  \
  X(ddca_close_display)           \
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

FUNCTION_TABLE(CLibddcutilFunctions, clibddcutil_look_up, CLIBDDCUTIL_FUNCTIONS)

// Returns whether a status means that the monitor lacks the feature; Swift does not import the
// macros.
static inline bool clibddcutil_is_unsupported(DDCA_Status status) {
  return status == DDCRC_REPORTED_UNSUPPORTED || status == DDCRC_DETERMINED_UNSUPPORTED;
}
