public import Raster

/// A display without a screen: pictures go through the same copy as for hardware, into memory.
///
/// Ready at once after each picture, so it never reports `.ready`.
public final class HeadlessDisplay: Display {
  public let size: PixelSize
  public let orientation: Rotation
  public let physicalSize: PhysicalSize?
  public var isReady: Bool { !isClosed }
  public var onEvent: (DisplayEvent) -> Void = { _ in }

  /// What a screen would show; black before the first picture.
  public let contents: PixelBuffer
  /// Pictures that changed something.
  public private(set) var presentCount = 0
  /// Bytes that were copied for them.
  public private(set) var byteCount = 0

  private var isClosed = false

  /// Nil if no picture can have that size.
  public init?(
    size: PixelSize, orientation: Rotation = .none, physicalSize: PhysicalSize? = nil
  ) {
    guard let contents = PixelBuffer(size: size) else { return nil }
    self.size = size
    self.orientation = orientation
    self.physicalSize = physicalSize
    self.contents = contents
  }

  public func present(_ picture: PixelBuffer, damage: Damage, rotation: Rotation) {
    guard isReady, !damage.isEmpty,
      let scanout = Scanout(
        memory: UnsafeMutableRawBufferPointer(contents.pixels), pitch: contents.stride * 4,
        format: .xrgb8888, size: size)
    else { return }
    presentCount += 1
    byteCount += scanout.copy(picture, damage: damage, rotation: rotation)
  }

  public func close() {
    isClosed = true
  }
}
