internal import JSON
internal import Linux
internal import PNG
internal import Program
internal import Raster

/// Encodes pictures of the panel on a thread, one at a time, so that the panel goes on meanwhile.
final class Screenshots {
  typealias Answer = Result<[(key: String, value: JSONValue)], Problem>

  /// A picture that only one thread uses at a time.
  private struct Picture: @unchecked Sendable {
    let pixels: PixelBuffer
  }

  private struct Encoded: Sendable {
    var text: String?
    var reason = ""
  }

  private let loop: EventLoop
  private let encoded: Mailbox<[Encoded]>
  private var waiting: [(picture: PixelBuffer, answer: (Answer) -> Void)] = []
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
  ///   - answer: Called once with its size and its PNG in base64.
  func take(of frame: PixelBuffer, answer: @escaping (Answer) -> Void) {
    guard let copy = PixelBuffer(copying: frame) else {
      return answer(.failure(Problem("there is no picture")))
    }
    waiting.append((copy, answer))
    if waiting.count == 1 { begin() }
  }

  private func begin() {
    guard let next = waiting.first else { return }
    let picture = Picture(pixels: next.picture)
    do throws(SystemError) {
      worker = try Worker { [encoded] in
        var result = Encoded()
        do throws(PNGError) {
          result.text = Base64.encode(try PNGPicture.encode(picture.pixels))
        } catch {
          result.reason = "\(error)"
        }
        encoded.post { $0.append(result) }
      }
    } catch {
      finish(.failure(Problem("there is no thread for the picture: \(error)")))
    }
  }

  private func deliver() {
    var results: [Encoded] = []
    encoded.take(into: &results)
    worker = nil
    for result in results {
      guard let next = waiting.first else { return }
      guard let text = result.text else {
        finish(.failure(Problem(result.reason)))
        continue
      }
      let size = next.picture.size
      finish(
        .success([
          ("width", .number(Double(size.width))), ("height", .number(Double(size.height))),
          ("png", .string(text)),
        ]))
    }
  }

  private func finish(_ answer: Answer) {
    let next = waiting.removeFirst()
    next.answer(answer)
    begin()
  }
}
