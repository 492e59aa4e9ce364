internal import JSON
internal import Linux
internal import PNG
internal import Program
internal import Raster

/// Encodes pictures of the panel on a thread, one at a time, so that the panel goes on meanwhile.
final class Screenshots {
  /// What the panel showed.
  struct Screenshot: Sendable {
    /// Of the picture, in pixels.
    var size: PixelSize
    /// The picture as PNG in base64.
    var text: String
  }

  typealias Answer = Result<Screenshot, Problem>

  /// A picture that only one thread uses at a time.
  private struct Picture: @unchecked Sendable {
    let pixels: PixelBuffer
  }

  private let loop: EventLoop
  private let encoded: Mailbox<[Answer]>
  private var waiting: [(picture: PixelBuffer, byteLimit: Int, answer: (Answer) -> Void)] = []
  private var worker: Worker?

  /// Nothing to encode yet.
  init(loop: EventLoop) throws(SystemError) {
    self.loop = loop
    encoded = try Mailbox([])
    try loop.watch(encoded.descriptor, for: .readable) { [unowned self] _ in deliver() }
  }

  deinit {
    loop.unwatch(encoded.descriptor)
  }

  /// Encodes the picture as it is now.
  ///
  /// - Parameters:
  ///   - frame: The picture.
  ///   - byteLimit: If its text would be longer, the picture is halved until it is not.
  ///   - answer: Called once.
  func take(
    of frame: PixelBuffer, byteLimit: Int = .max, answer: @escaping (Answer) -> Void
  ) {
    guard let copy = PixelBuffer(copying: frame) else {
      return answer(.failure(Problem("there is no picture")))
    }
    waiting.append((copy, byteLimit, answer))
    if waiting.count == 1 { begin() }
  }

  private func begin() {
    guard let next = waiting.first else { return }
    let (picture, byteLimit) = (Picture(pixels: next.picture), next.byteLimit)
    do throws(SystemError) {
      worker = try Worker { [encoded] in
        let answer = Self.encode(picture.pixels, byteLimit: byteLimit)
        encoded.post { $0.append(answer) }
      }
    } catch {
      finish(.failure(Problem("there is no thread for the picture: \(error)")))
    }
  }

  private static func encode(_ picture: PixelBuffer, byteLimit: Int) -> Answer {
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

  private func deliver() {
    var answers: [Answer] = []
    encoded.take(into: &answers)
    worker = nil
    for answer in answers where !waiting.isEmpty { finish(answer) }
  }

  private func finish(_ answer: Answer) {
    let next = waiting.removeFirst()
    next.answer(answer)
    begin()
  }
}
