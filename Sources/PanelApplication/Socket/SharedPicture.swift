package import Linux
package import Program
package import Raster

/// Makes something of what the panel shows, such as a file, on a thread: one at a time, shared by all
/// who ask.
///
/// The panel goes on meanwhile. However many ask, there is one copy of the picture and one thread, and
/// each who asks is noted once.
///
/// | # | asked for | answer |
/// |---|---|---|
/// | 1 | while none is made | the picture of this moment |
/// | 2 | while one is made | the picture of the moment when that is done, one for all |
/// | 3 | again, by who waits for row 2 | one, to the later question |
/// | 4 | by who is gone before its turn | none; if nobody else waits, nothing is made |
package final class SharedPicture<Made: Sendable> {
  package typealias Answer = Result<Made, Problem>

  /// A picture on its way to the thread, which alone has it then.
  private final class Picture: @unchecked Sendable {
    private var pixels: PixelBuffer?

    init(_ pixels: PixelBuffer) { self.pixels = pixels }

    /// Freed by who takes it: a closure would keep it until the thread ends, beside the next picture.
    func take() -> PixelBuffer? { pixels.take() }
  }

  private struct Asker {
    weak var owner: AnyObject?
    let answer: (Answer) -> Void
  }

  private let loop: EventLoop
  private let copy: () -> PixelBuffer?
  private let make: @Sendable (consuming PixelBuffer) -> Answer
  private let made: Mailbox<[Answer]>
  private var worker: Worker?
  /// Those whose picture is made, and those of the next one.
  private var current: [Asker] = []
  private var waiting: [Asker] = []
  /// How many pictures were copied; for tests.
  package private(set) var copyCount = 0

  /// - Parameters:
  ///   - loop: Where answers are delivered.
  ///   - copy: Copies what is shown; nil if there is no memory for it.
  ///   - make: Makes of the copy what is asked for; called on a thread. Frees it as soon as it can.
  /// - Throws: If no eventfd can be made.
  package init(
    loop: EventLoop, copy: @escaping () -> PixelBuffer?,
    make: @escaping @Sendable (consuming PixelBuffer) -> Answer
  ) throws(SystemError) {
    (self.loop, self.copy, self.make) = (loop, copy, make)
    made = try Mailbox([])
    try loop.watch(made.descriptor, for: .readable) { [unowned self] _ in deliver() }
  }

  deinit {
    loop.unwatch(made.descriptor)
  }

  /// Asks for what is shown now, or soon.
  ///
  /// - Parameters:
  ///   - owner: Who asks; not kept, and nothing is made for who is gone.
  ///   - answer: Called once, unless `owner` is gone or asks again.
  package func ask(for owner: AnyObject, answer: @escaping (Answer) -> Void) {
    waiting.removeAll { $0.owner == nil || $0.owner === owner }
    waiting.append(Asker(owner: owner, answer: answer))
    begin()
  }

  private func begin() {
    guard worker == nil else { return }
    waiting.removeAll { $0.owner == nil }
    guard !waiting.isEmpty else { return }
    swap(&current, &waiting)
    guard let pixels = copy() else {
      return finish(.failure(Problem("there is no memory for a picture")))
    }
    copyCount += 1
    let picture = Picture(pixels)
    do throws(SystemError) {
      worker = try Worker { [made, make] in
        guard let pixels = picture.take() else { return }
        let answer = make(consume pixels)
        made.post { $0.append(answer) }
      }
    } catch {
      finish(.failure(Problem("there is no thread for the picture: \(error)")))
    }
  }

  private func deliver() {
    var answers: [Answer] = []
    made.take(into: &answers)
    worker = nil
    for answer in answers { finish(answer) }
    begin()
  }

  private func finish(_ answer: Answer) {
    let askers = current
    current = []
    for asker in askers where asker.owner != nil { asker.answer(answer) }
  }
}
