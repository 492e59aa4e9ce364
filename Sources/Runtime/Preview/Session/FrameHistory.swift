public import Raster
public import WebServer

internal import PNG

/// A message that updates a browser to a frame.
public struct SharedFrame: Sendable {
  /// The number of the frame.
  public var sequence: UInt32
  /// The message, shared by browsers that lack the same changes.
  public var message: SocketMessage
}

/// The picture on a display, and the damage of its last frames.
///
/// Browsers that have the same frame need the same message for the next one; it is encoded once.
public struct FrameHistory {
  /// The picture that is shown.
  public let contents: PixelBuffer
  /// The number of the frame that is shown; 0 before the first one.
  public private(set) var sequence: UInt32

  /// The damage of the last frames, the newest last.
  private var steps: [Damage] = []
  /// The messages to the frame shown, by the frame they start from; nil for the whole picture.
  private var messages: [UInt32?: SharedFrame] = [:]

  /// The number of messages that were encoded.
  public private(set) var encodedCount = 0

  /// The number of frames that are kept; a browser further behind gets the whole picture.
  private static let stepCount = 32

  /// Creates a black picture; returns nil if no picture can have that size.
  ///
  /// - Parameters:
  ///   - size: In pixels.
  ///   - history: The previous history, whose frame numbers are continued.
  public init?(size: PixelSize, after history: FrameHistory? = nil) {
    guard let contents = PixelBuffer(size: size) else { return nil }
    self.contents = contents
    // The whole picture counts as one frame, so that all browsers receive the new size.
    sequence = (history?.sequence ?? 0) &+ 1
    encodedCount = history?.encodedCount ?? 0
  }

  /// Adds a frame: the damaged parts of an upright picture, rotated clockwise by `rotation`.
  public mutating func add(_ picture: PixelBuffer, damage: Damage, rotation: Rotation) {
    guard
      let scanout = Scanout(
        memory: UnsafeMutableRawBufferPointer(contents.pixels), pitch: contents.stride * 4,
        format: .xrgb8888, size: contents.size)
    else { return }
    scanout.copy(picture, damage: damage, rotation: rotation)
    var step = Damage()
    for index in 0..<damage.count {
      let rect = damage[index].intersection(picture.size.bounds)
      step.add(rotation.apply(to: rect, in: picture.size).intersection(contents.size.bounds))
    }
    if steps.count == Self.stepCount { steps.removeFirst() }
    steps.append(step)
    sequence &+= 1
    messages.removeAll()
  }

  /// Returns the message for a browser that has the frame `since`; nil if it has none.
  ///
  /// - Throws: `PNGError` if a picture cannot be encoded.
  public mutating func message(since: UInt32?) throws -> SharedFrame {
    // A browser that has a frame of another size lacks more frames than this size has had.
    let missing = since.map { Int(sequence &- $0) }.flatMap { $0 <= steps.count ? $0 : nil }
    let key = missing == nil ? nil : since
    if let message = messages[key] { return message }
    encodedCount += 1
    var damage = Damage()
    if let missing {
      for step in steps.suffix(missing) { damage.formUnion(step) }
    } else {
      damage.add(contents.size.bounds)
    }
    let message = SharedFrame(
      sequence: sequence, message: SocketMessage(binary: try encoded(damage)))
    messages[key] = message
    return message
  }

  /// Encodes in little-endian order: u32 sequence, u16 width, u16 height, u16 count, u16 0; for
  /// each rectangle u16 x, y, width, height, u32 byte count, and the bytes of a PNG.
  private func encoded(_ damage: Damage) throws -> [UInt8] {
    var bytes = LittleEndianBytes()
    bytes.append(sequence)
    for number in [contents.size.width, contents.size.height, damage.count, 0] {
      bytes.append(UInt16(truncatingIfNeeded: number))
    }
    for index in 0..<damage.count {
      let rect = damage[index]
      let picture = try PNGPicture.encode(contents, part: rect, effort: .fast)
      for number in [rect.x, rect.y, rect.width, rect.height] {
        bytes.append(UInt16(truncatingIfNeeded: number))
      }
      bytes.append(UInt32(truncatingIfNeeded: picture.count))
      bytes.bytes += picture
    }
    return bytes.bytes
  }
}

private struct LittleEndianBytes {
  var bytes: [UInt8] = []

  mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }
}
