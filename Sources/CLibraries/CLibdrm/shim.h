#include <drm_fourcc.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

// Swift does not import function-like macros. libdrm's own drmModeAtomicCommit allocates and sorts
// on every frame; the ioctl itself takes reusable arrays.
static const unsigned long CLIBDRM_IOCTL_MODE_ATOMIC = DRM_IOCTL_MODE_ATOMIC;
