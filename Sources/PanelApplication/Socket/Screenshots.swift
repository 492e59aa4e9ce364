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
    } make: { picture in
      Screenshot.encode(picture, byteLimit: byteLimit)
    }
  }
}

extension Screenshot {
  fileprivate static func encode(
    _ picture: PixelBuffer, byteLimit: Int
  ) -> Result<Screenshot, Problem> {
    do throws(PNGError) {
      var picture = picture
      while true {
        let text = Base64.encode(try PNGPicture.encode(picture))
        guard text.utf8.count > byteLimit, let half = picture.halved() else {
          return .success(Screenshot(size: picture.size, text: text))
        }
        picture = half
      }
    } catch {
      return .failure(Problem("\(error)"))
    }
  }
}
