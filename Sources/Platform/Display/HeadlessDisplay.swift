public import Raster

/// An output without a screen: it copies pictures to memory, as for hardware.
///
/// It is ready again when `present` returns, so it never reports `.ready`.
public final class HeadlessDisplay: DisplayOutput {
  /// "headless".
  public let name = "headless"
  /// The size of `contents`, in pixels.
  public let size: PixelSize
  /// As passed to the initializer.
  public let orientation: Rotation
  /// As passed to the initializer.
  public let physicalSize: PhysicalSize?
  /// True until it is closed.
  public var isReady: Bool { !isClosed }
  /// True until it is closed.
  public var isShowing: Bool { !isClosed }
  /// Never called: a picture is shown when `present` returns.
  public var onEvent: (DisplayEvent) -> Void = { _ in }

  /// What a screen would show; black before the first picture.
  public let contents: PixelBuffer
  /// The number of pictures with damage.
  public private(set) var presentCount = 0
  /// Bytes copied for them.
  public private(set) var byteCount = 0

  private var isClosed = false

  /// Creates an output with a size in pixels; nil if no picture can have that size.
  public init?(
    size: PixelSize, orientation: Rotation = .none, physicalSize: PhysicalSize? = nil
  ) {
    guard let contents = PixelBuffer(size: size) else { return nil }
    self.size = size
    self.orientation = orientation
    self.physicalSize = physicalSize
    self.contents = contents
  }

  /// Copies the damaged parts of the picture to `contents`.
  public func present(_ picture: PixelBuffer, damage: Damage, rotation: Rotation) {
    guard isReady, !damage.isEmpty,
      let scanout = Scanout(
        memory: UnsafeMutableRawBufferPointer(contents.pixels), pitch: contents.stride * 4,
        format: .xrgb8888, size: size)
    else { return }
    presentCount += 1
    byteCount += scanout.copy(picture, damage: damage, rotation: rotation)
  }

  /// Stops showing; `contents` stays.
  public func close() {
    isClosed = true
  }
}
