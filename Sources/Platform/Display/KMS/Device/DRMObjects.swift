internal import Raster

/// The ids of a card's objects, in the kernel's order.
struct DRMResources: Equatable {
  var crtcs: [UInt32] = []
  var connectors: [UInt32] = []
  /// Those created through this descriptor.
  var framebuffers: [UInt32] = []
}

/// A connector, to which a screen can be attached.
struct DRMConnector {
  enum Status: String, Sendable {
    case connected
    case disconnected
    /// The hardware cannot detect a screen; often one is connected.
    case unknown
  }

  var id: UInt32
  /// The name in kernel messages, such as `HDMI-A-1` or `DSI-1`.
  var name: String
  var status: Status
  /// Usually best first.
  var modes: [DRMMode] = []
  /// In millimetres, as reported by the screen; often 0 or wrong.
  var widthMillimetres = 0
  var heightMillimetres = 0
  var encoders: [UInt32] = []
  /// The encoder that currently drives it, or 0.
  var encoder: UInt32 = 0

  /// Returns the screen's size; nil if it does not fit the mode.
  func physicalSize(in mode: DRMMode) -> PhysicalSize? {
    PhysicalSize(reportedWidth: widthMillimetres, height: heightMillimetres, mode: mode.size)
  }
}

/// An encoder, which connects a CRTC to a connector.
struct DRMEncoder {
  var id: UInt32
  /// The CRTC that currently feeds it, or 0.
  var crtc: UInt32 = 0
  /// One bit for each index in `DRMResources.crtcs`.
  var possibleCRTCs: UInt32
}

/// A display controller's scan-out engine: which framebuffer it shows, and how.
struct DRMCRTC {
  var id: UInt32
  var framebuffer: UInt32 = 0
  /// The origin of the visible part within the framebuffer.
  var x: UInt32 = 0
  var y: UInt32 = 0
  /// Nil if the CRTC is disabled.
  var mode: DRMMode?
}

/// A layer that a CRTC can show.
struct DRMPlane {
  var id: UInt32
  /// The CRTC that currently shows it, or 0.
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
  /// Whether its values are blob ids (`DRM_MODE_PROP_BLOB`).
  var isBlob = false
  /// The names of an enumeration's values; empty for other kinds.
  var names: [(value: UInt64, name: String)] = []
}

/// A dumb buffer: scan-out memory that every KMS driver can map.
struct DRMDumbBuffer {
  var handle: UInt32
  /// Bytes per row, chosen by the driver.
  var pitch: Int
  var byteCount: Int
}

/// A completed flip: its framebuffer is visible (`DRM_EVENT_FLIP_COMPLETE`).
struct DRMFlipEvent {
  var userData: UInt64
  /// `CLOCK_MONOTONIC` time, guaranteed since kernel 4.15.
  var microseconds: Int64
}
