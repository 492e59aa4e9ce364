#include <drm_fourcc.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

// Function-like macros are not imported into Swift. libdrm's own drmModeAtomicCommit allocates and
// sorts on every frame; the ioctl itself takes arrays that can be kept.
static const unsigned long CLIBDRM_IOCTL_MODE_ATOMIC = DRM_IOCTL_MODE_ATOMIC;
