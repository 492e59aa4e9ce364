package import Linux
package import Program
package import Raster

/// Converts the panel's picture on a thread, for example to a file: one at a time, for all callers.
///
/// The panel keeps running meanwhile. However many callers there are, there is one copy of the
/// picture and one thread, and each caller is queued once.
///
/// | # | request | answer |
/// |---|---|---|
/// | 1 | while no picture is being made | the picture of this moment |
/// | 2 | while one is being made | the picture at the moment that one is finished, shared by all |
/// | 3 | repeated by a caller waiting in row 2 | one, to the later request |
/// | 4 | by an owner released before its turn | none; without other callers, no picture is made |
package final class SharedPicture<Made: Sendable> {
  package typealias Answer = Result<Made, Problem>

  /// A picture that is handed over to the thread, which then owns it alone.
  private final class Picture: @unchecked Sendable {
    private var pixels: PixelBuffer?

    init(_ pixels: PixelBuffer) { self.pixels = pixels }

    /// Moves the pixels out; a closure would keep them until the thread ends, in addition to the
    /// next picture.
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
  /// The callers of the picture being made, and those of the next one.
  private var current: [Asker] = []
  private var waiting: [Asker] = []
  /// The number of pictures copied; for tests.
  package private(set) var copyCount = 0

  /// - Parameters:
  ///   - loop: The loop on which answers are delivered.
  ///   - copy: Copies the picture being shown; returns nil if there is no memory for it.
  ///   - make: Converts the copy, freeing it as soon as possible; called on a thread.
  /// - Throws: If no eventfd can be created.
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

  /// Requests the picture being shown now, or soon.
  ///
  /// - Parameters:
  ///   - owner: The caller, which is not retained; a released caller gets no picture.
  ///   - answer: Called once, unless `owner` is released or makes another request.
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
