internal import JSON
internal import Linux
internal import PNG
internal import Program
internal import Raster

/// A picture of the panel.
struct Screenshot: Sendable {
  /// The size of the picture, in pixels.
  var size: PixelSize
  /// The picture as PNG in base64.
  var text: String
}

/// Pictures of the panel for programs and services.
typealias Screenshots = SharedPicture<Screenshot>

extension SharedPicture<Screenshot> {
  /// Creates an encoder without requests.
  ///
  /// - Parameters:
  ///   - byteLimit: The maximum length of the text; a larger picture is halved until it fits.
  ///   - loop: The loop on which answers are delivered.
  ///   - frame: Returns the picture being shown.
  convenience init(
    byteLimit: Int = .max, loop: EventLoop, of frame: @escaping () -> PixelBuffer
  ) {
    self.init(loop: loop) {
      PixelBuffer(copying: frame())
    } make: { (picture: consuming PixelBuffer) in
      Screenshot.encode(picture, byteLimit: byteLimit)
    }
  }
}

extension Screenshot {
  /// Encodes a picture as text.
  ///
  /// Besides the picture, it takes at most three times the bytes of the PNG, and once the picture
  /// is freed, the bytes of the PNG and of the text. Halving a picture that is too large takes
  /// another quarter of its bytes.
  ///
  /// - Parameters:
  ///   - picture: Freed as soon as it is encoded.
  ///   - byteLimit: The maximum length of the text; a larger picture is halved until it fits.
  /// - Returns: The screenshot, or why there is none.
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
