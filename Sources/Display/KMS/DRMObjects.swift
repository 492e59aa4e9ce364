internal import Raster

/// The ids of a card's CRTCs and connectors, in the kernel's order.
struct DRMResources: Equatable {
  var crtcs: [UInt32] = []
  var connectors: [UInt32] = []
}

/// A connector, to which a screen can be attached.
struct DRMConnector {
  enum Status: String, Sendable {
    case connected
    case disconnected
    /// The hardware cannot detect it; often there is a screen.
    case unknown
  }

  var id: UInt32
  /// As the kernel's own messages name it, such as `HDMI-A-1` or `DSI-1`.
  var name: String
  var status: Status
  /// Usually the best first.
  var modes: [DRMMode] = []
  /// Millimetres, as the screen reports them; often 0 or wrong.
  var widthMillimetres = 0
  var heightMillimetres = 0
  var encoders: [UInt32] = []
  /// The encoder that drives it now, or 0.
  var encoder: UInt32 = 0
}

/// What connects a CRTC to a connector.
struct DRMEncoder {
  var id: UInt32
  /// The CRTC that feeds it now, or 0.
  var crtc: UInt32 = 0
  /// One bit for each index in `DRMResources.crtcs`.
  var possibleCRTCs: UInt32
}

/// A display controller's scan-out engine: which framebuffer it shows, and how.
struct DRMCRTC {
  var id: UInt32
  var framebuffer: UInt32 = 0
  /// Where the visible part starts in the framebuffer.
  var x: UInt32 = 0
  var y: UInt32 = 0
  /// Nil if it is disabled.
  var mode: DRMMode?
}

/// A layer that a CRTC can show.
struct DRMPlane {
  var id: UInt32
  /// The CRTC that shows it now, or 0.
  var crtc: UInt32 = 0
  var framebuffer: UInt32 = 0
  var possibleCRTCs: UInt32
  /// `drm_fourcc.h` codes.
  var formats: [UInt32] = []
}

struct DRMPropertyValue {
  var property: UInt32
  var value: UInt64
}

struct DRMProperty {
  var name: String
  /// True if its values are ids of blobs (`DRM_MODE_PROP_BLOB`).
  var isBlob = false
  /// The names of an enumeration's values; empty for other kinds.
  var names: [(value: UInt64, name: String)] = []
}

/// A dumb buffer: scan-out memory that every KMS driver can map.
struct DRMDumbBuffer {
  var handle: UInt32
  /// Bytes from one row to the next, as the driver chose.
  var pitch: Int
  var byteCount: Int
}

/// A flip is complete: its framebuffer is visible (`DRM_EVENT_FLIP_COMPLETE`).
struct DRMFlipEvent {
  var userData: UInt64
  /// `CLOCK_MONOTONIC`; since kernel 4.15 always.
  var microseconds: Int64
}
