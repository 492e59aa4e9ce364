import Linux
import Raster
import Synchronization
import TestPatience
import Testing

@testable import PanelApplication

/// Which caller gets which picture; the numbers are the rows of the table of `SharedPicture`.
@Suite final class SharedPictureTests {
  private final class Owner {}

  private let loop: EventLoop
  /// Lets a picture be made with each post, and not before.
  private let release: Mailbox<[Int]>
  private let picture: SharedPicture<Int>
  private var answers: [String] = []

  init() throws {
    loop = try EventLoop(clock: ManualClock())
    let release = try Mailbox([Int]())
    self.release = release
    let count = Counter()
    picture = SharedPicture(loop: loop) {
      PixelBuffer(size: PixelSize(width: 2, height: 2))
    } make: { _ in
      guard release.wait(milliseconds: Patience.milliseconds) else { return .success(-1) }
      var posted: [Int] = []
      release.take(into: &posted)
      return .success(count.next())
    }
  }

  private final class Counter: Sendable {
    private let value = Mutex(0)
    func next() -> Int {
      value.withLock { value in
        value += 1
        return value
      }
    }
  }

  private func ask(_ name: String, _ owner: Owner) {
    picture.ask(for: owner) { [unowned self] answer in
      answers.append("\(name) \((try? answer.get()) ?? 0)")
    }
  }

  /// Lets a picture be made, and waits for its answers.
  private func make(until count: Int) throws {
    release.post { $0.append(1) }
    try Patience.run(loop, state: answers) { answers.count >= count }
  }

  @Test("1, 2, 3: one is made at a time, and the next is shared by all callers meanwhile")
  func shared() throws {
    let (first, second, third) = (Owner(), Owner(), Owner())
    ask("first", first)
    for _ in 0..<100 { ask("second", second) }
    ask("third", third)
    #expect(picture.copyCount == 1)
    try make(until: 1)
    #expect(answers == ["first 1"])
    try make(until: 3)
    #expect(answers == ["first 1", "second 2", "third 2"])
    #expect(picture.copyCount == 2)
  }

  @Test("4: no picture is made for callers that are gone")
  func gone() throws {
    let first = Owner()
    ask("first", first)
    do {
      let owners = (0..<100).map { _ in Owner() }
      for owner in owners { ask("gone", owner) }
    }
    try make(until: 1)
    #expect(answers == ["first 1"] && picture.copyCount == 1)
    // Later callers are served again.
    ask("again", first)
    try make(until: 2)
    #expect(answers == ["first 1", "again 2"] && picture.copyCount == 2)
  }
}
