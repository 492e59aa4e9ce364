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

  private struct Caller {
    weak var owner: AnyObject?
    let answer: (Answer) -> Void
  }

  private let loop: EventLoop
  private let copy: () -> PixelBuffer?
  private let make: @Sendable (consuming PixelBuffer) -> Answer
  private var task: BackgroundTask<Answer>?
  /// The callers of the picture being made, and those of the next one.
  private var current: [Caller] = []
  private var waiting: [Caller] = []
  /// The number of pictures copied; for tests.
  package private(set) var copyCount = 0

  /// - Parameters:
  ///   - loop: The loop on which answers are delivered.
  ///   - copy: Copies the picture being shown; returns nil if there is no memory for it.
  ///   - make: Converts the copy, freeing it as soon as possible; called on a thread.
  package init(
    loop: EventLoop, copy: @escaping () -> PixelBuffer?,
    make: @escaping @Sendable (consuming PixelBuffer) -> Answer
  ) {
    (self.loop, self.copy, self.make) = (loop, copy, make)
  }

  /// Requests the picture being shown now, or soon.
  ///
  /// - Parameters:
  ///   - owner: The caller, which is not retained; a released caller gets no picture.
  ///   - answer: Called once, unless `owner` is released or makes another request.
  package func ask(for owner: AnyObject, answer: @escaping (Answer) -> Void) {
    waiting.removeAll { $0.owner == nil || $0.owner === owner }
    waiting.append(Caller(owner: owner, answer: answer))
    begin()
  }

  private static var noMemory: Answer {
    .failure(Problem("not enough memory for a picture"))
  }

  private func begin() {
    guard task == nil else { return }
    waiting.removeAll { $0.owner == nil }
    guard !waiting.isEmpty else { return }
    swap(&current, &waiting)
    guard let pixels = copy() else { return finish(Self.noMemory) }
    copyCount += 1
    let picture = Picture(pixels)
    do throws(SystemError) {
      task = try BackgroundTask(
        on: loop,
        make: { [make] in
          guard let pixels = picture.take() else { return Self.noMemory }
          return make(consume pixels)
        }, deliver: { [unowned self] in deliver($0) })
    } catch {
      finish(.failure(Problem("cannot start a thread for the picture: \(error)")))
    }
  }

  private func deliver(_ answer: Answer) {
    task = nil
    finish(answer)
    begin()
  }

  private func finish(_ answer: Answer) {
    let callers = current
    current = []
    for caller in callers where caller.owner != nil { caller.answer(answer) }
  }
}
