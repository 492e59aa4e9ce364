// Only the core: the protocol headers are full of inline functions that varargs keep out of Swift;
// what they do is generated as Swift from the protocols' XML.
#include <wayland-client-core.h>
