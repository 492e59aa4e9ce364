import Glibc
import Linux
import Synchronization
import Testing

@testable import Controls

/// A level of the panel and one of somebody else that cross each other between the two threads.
struct WorkerSuccessionTests {
  /// Reports 0.9 when it is muted, as if somebody had set that, and notes what it is set to.
  private final class Target: Control {
    let name = "target"
    var onEvent: (ControlEvent) -> Void = { _ in }
    let notes: Notes

    init(_ notes: Notes) { self.notes = notes }

    func start() { onEvent(.level(0.2)) }
    func open() {}
    func set(level: Double, isFinal: Bool) { notes.levels.withLock { $0.append(level) } }
    func set(isMuted: Bool) {
      onEvent(.level(0.9))
      notes.hasReported.store(true, ordering: .sequentiallyConsistent)
    }
    func stop() {}
  }

  private final class Notes: Sendable {
    let levels = Mutex<[Double]>([])
    let hasReported = Atomic(false)
  }

  @Test("A level that crosses somebody else's is written after it, and the panel told so")
  func crossing() throws {
    let notes = Notes()
    let loop = try EventLoop()
    let worker = ControlWorker(
      silence: "it does not answer", loop: loop, patienceMicroseconds: 5_000_000)
    let control = WorkerControl(name: "target", on: worker) { _ in Target(notes) }
    var events: [ControlEvent] = []
    control.onEvent = { events.append($0) }
    control.start()
    try run(loop) { events == [.level(0.2)] }

    control.set(isMuted: true)
    while !notes.hasReported.load(ordering: .sequentiallyConsistent) { usleep(1000) }
    // The report waits for the panel's thread.
    control.set(level: 0.5, isFinal: true)
    try run(loop) { events.count == 3 }
    #expect(events == [.level(0.2), .level(0.9), .level(0.5)])
    control.set(level: 0.6, isFinal: true)
    try run(loop) { notes.levels.withLock { $0.count == 2 } }
    #expect(notes.levels.withLock { $0 } == [0.5, 0.6])
    #expect(events.count == 3)
    control.stop()
  }

  private func run(_ loop: EventLoop, until isDone: () -> Bool) throws {
    let end = MonotonicClock.microseconds + 10_000_000
    while !isDone(), MonotonicClock.microseconds < end {
      try loop.runOnce(timeoutMilliseconds: 5)
    }
    #expect(isDone())
  }
}
