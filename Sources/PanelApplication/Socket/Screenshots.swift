internal import JSON
internal import Linux
internal import PNG
internal import Program
internal import Raster

/// What the panel showed.
struct Screenshot: Sendable {
  /// Of the picture, in pixels.
  var size: PixelSize
  /// The picture as PNG in base64.
  var text: String
}

/// Pictures of the panel for programs and services.
typealias Screenshots = SharedPicture<Screenshot>

extension SharedPicture<Screenshot> {
  /// Nothing to encode yet.
  ///
  /// - Parameters:
  ///   - byteLimit: If the text would be longer, the picture is halved until it is not.
  ///   - loop: Where answers are delivered.
  ///   - frame: What is shown now.
  /// - Throws: If no eventfd can be made.
  convenience init(
    byteLimit: Int = .max, loop: EventLoop, of frame: @escaping () -> PixelBuffer
  ) throws(SystemError) {
    try self.init(loop: loop) {
      PixelBuffer(copying: frame())
    } make: { (picture: consuming PixelBuffer) in
      Screenshot.encode(picture, byteLimit: byteLimit)
    }
  }
}

extension Screenshot {
  /// What a picture is as text.
  ///
  /// Beside the picture it takes three times the bytes of the PNG at most, and once the picture is freed
  /// those of the PNG and of the text. A picture that is too large is halved for that, which takes a
  /// quarter of it.
  ///
  /// - Parameters:
  ///   - picture: Freed as soon as it is encoded.
  ///   - byteLimit: If the text would be longer, the picture is halved until it is not.
  /// - Returns: The text, or why there is none.
  static func encode(
    _ picture: consuming PixelBuffer, byteLimit: Int
  ) -> Result<Screenshot, Problem> {
    do throws(PNGError) {
      let (size, bytes) = try png(picture, byteLimit: byteLimit)
      return .success(Screenshot(size: size, text: Base64.encode(bytes)))
    } catch {
      return .failure(Problem("\(error)"))
    }
  }

  private static func png(
    _ picture: consuming PixelBuffer, byteLimit: Int
  ) throws(PNGError) -> (size: PixelSize, bytes: [UInt8]) {
    while true {
      let bytes = try PNGPicture.encode(picture)
      guard Base64.textByteCount(of: bytes.count) > byteLimit, let half = picture.halved() else {
        return (picture.size, bytes)
      }
      picture = half
    }
  }
}
