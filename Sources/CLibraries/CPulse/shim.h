// Types and constants of libpulse. The library is not linked, because it loads twenty others into
// the process; it is loaded if a layout needs it.
#include <pulse/context.h>
#include <pulse/error.h>
#include <pulse/introspect.h>
#include <pulse/mainloop-api.h>
#include <pulse/operation.h>
#include <pulse/proplist.h>
#include <pulse/subscribe.h>
#include <pulse/volume.h>

#include "../function_table.h"

// The functions used, with their types from the headers.
#define CPULSE_FUNCTIONS(X)              \
  X(pa_context_connect)                  \
  X(pa_context_disconnect)               \
  X(pa_context_errno)                    \
  X(pa_context_get_server_info)          \
  X(pa_context_get_sink_info_by_name)    \
  X(pa_context_get_sink_info_list)       \
  X(pa_context_get_sink_input_info_list) \
  X(pa_context_get_source_info_by_name)  \
  X(pa_context_get_source_info_list)     \
  X(pa_context_get_state)                \
  X(pa_context_new_with_proplist)        \
  X(pa_context_set_sink_input_mute)      \
  X(pa_context_set_sink_input_volume)    \
  X(pa_context_set_sink_mute_by_index)   \
  X(pa_context_set_sink_volume_by_index) \
  X(pa_context_set_source_mute_by_index) \
  X(pa_context_set_source_volume_by_index) \
  X(pa_context_set_state_callback)       \
  X(pa_context_set_subscribe_callback)   \
  X(pa_context_subscribe)                \
  X(pa_context_unref)                    \
  X(pa_operation_cancel)                 \
  X(pa_operation_unref)                  \
  X(pa_proplist_free)                    \
  X(pa_proplist_gets)                    \
  X(pa_proplist_new)                     \
  X(pa_proplist_sets)                    \
  X(pa_strerror)

FUNCTION_TABLE(CPulseFunctions, cpulse_look_up, CPULSE_FUNCTIONS)
