public import Raster

/// Shows pictures: a KMS output, a Wayland window, or nothing at all.
///
/// A display watches its own descriptors on the event loop and reports through `onEvent`.
public protocol Display: AnyObject {
  /// Scan-out pixels, before any rotation.
  var size: PixelSize { get }
  /// How the panel is mounted, so that a picture turned by it stands upright.
  var orientation: Rotation { get }
  /// Millimetres of the visible area before rotation, nil unless it can be trusted.
  var physicalSize: PhysicalSize? { get }
  /// False while a frame is on its way or the display is away; `present` then must wait for
  /// `.ready`.
  var isReady: Bool { get }
  /// From one refresh to the next; nil if it has none, does not say, or asks for frames itself.
  var periodMicroseconds: Int64? { get }
  var onEvent: (DisplayEvent) -> Void { get set }

  /// Shows `picture` turned by `rotation`; only `damage` (in picture pixels) changed since the last
  /// call. The picture is read before this returns and stays the caller's.
  func present(_ picture: PixelBuffer, damage: Damage, rotation: Rotation)
  /// Gives the screen back as it was found.
  func close()
}

extension Display {
  public var periodMicroseconds: Int64? { nil }
}

/// What a display tells its panel.
public enum DisplayEvent: Hashable, Sendable {
  /// It can take a frame again; the last one became visible then (`CLOCK_MONOTONIC`).
  case ready(shownAtMicroseconds: Int64?)
  /// What was presented is lost: present everything when ready.
  case lostContents
  /// Size or orientation are others now, or it came back: lay out anew and present everything.
  case changed
  /// It shows nothing until `.changed`: another console is in front, a cable was pulled.
  case paused(reason: String)
}

/// Millimetres.
public struct PhysicalSize: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
