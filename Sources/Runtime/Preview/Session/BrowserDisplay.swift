public import Display
public import Raster

public import Linux

/// A display shown in browsers.
///
/// It accepts one frame every 4 ms at most, however often something changes, and never waits for a
/// browser: `frames` has the changes that each of them still lacks.
public final class BrowserDisplay: DisplayOutput {
  /// In pixels, as set by `change`.
  public private(set) var size: PixelSize
  /// Always none: a rotated layout specifies its own rotation.
  public let orientation = Rotation.none
  /// As set by `change`; nil if the physical size is unknown.
  public private(set) var physicalSize: PhysicalSize?
  /// False for 4 ms after each frame.
  public private(set) var isReady = true
  /// True until it is closed.
  public private(set) var isShowing = true
  /// Called with `.changed` and `.ready`.
  public var onEvent: (DisplayEvent) -> Void = { _ in }

  /// The picture that browsers show, and its changes.
  public private(set) var frames: FrameHistory

  private var alarm: Alarm?

  private static let intervalMicroseconds: Int64 = 4_000

  /// Creates a display of a size in pixels; returns nil if no picture can have that size.
  public init?(size: PixelSize, physicalSize: PhysicalSize? = nil, loop: EventLoop) {
    guard let frames = FrameHistory(size: size) else { return nil }
    self.frames = frames
    self.size = size
    self.physicalSize = physicalSize
    alarm = loop.makeAlarm { [unowned self] in
      isReady = isShowing
      onEvent(.ready(shownAtMicroseconds: nil))
    }
  }

  /// Changes the size, as if another display were connected; returns false if it is too large.
  public func change(size: PixelSize, physicalSize: PhysicalSize?) -> Bool {
    guard size != self.size || physicalSize != self.physicalSize else { return true }
    if size != self.size {
      guard let frames = FrameHistory(size: size, after: frames) else { return false }
      self.frames = frames
    }
    self.size = size
    self.physicalSize = physicalSize
    onEvent(.changed)
    return true
  }

  public func present(_ picture: PixelBuffer, damage: Damage, rotation: Rotation) {
    guard isReady, !damage.isEmpty else { return }
    frames.add(picture, damage: damage, rotation: rotation)
    isReady = false
    alarm?.set(afterMicroseconds: Self.intervalMicroseconds)
  }

  /// Returns the message that brings a browser up to date.
  public func message(since sequence: UInt32?) throws -> SharedFrame {
    try frames.message(since: sequence)
  }

  public func close() {
    isReady = false
    isShowing = false
    alarm?.cancel()
    alarm = nil
  }
}
