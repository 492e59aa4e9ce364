import Linux
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
    func set(level: Double, isFinal: Bool) { notes.levels.post { $0.append(level) } }
    func set(isMuted: Bool) {
      onEvent(.level(0.9))
      notes.reports.post { $0 += 1 }
    }
    func stop() {}
  }

  private final class Notes: Sendable {
    /// What it was set to.
    let levels: Mailbox<[Double]>
    /// Posted when it has reported.
    let reports: Mailbox<Int>

    init() throws {
      levels = try Mailbox([])
      reports = try Mailbox(0)
    }
  }

  @Test("A level that crosses somebody else's is written after it, and the panel told so")
  func crossing() throws {
    let notes = try Notes()
    let loop = try EventLoop(clock: ManualClock())
    let worker = ControlWorker(silence: "it does not answer", loop: loop)
    let control = WorkerControl(name: "target", on: worker) { _ in Target(notes) }
    var events: [ControlEvent] = []
    control.onEvent = { events.append($0) }
    control.start()
    try Patience.run(loop, told: events) { events == [.level(0.2)] }

    control.set(isMuted: true)
    #expect(notes.reports.wait(milliseconds: Patience.milliseconds))
    // The report waits for the panel's thread.
    control.set(level: 0.5, isFinal: true)
    try Patience.run(loop, told: events) { events.last == .level(0.5) }
    // A thread that is faster than this one has replaced its report before that was taken.
    let other = events.dropFirst().dropLast()
    #expect(other.isEmpty || other == [.level(0.9)])
    control.set(level: 0.6, isFinal: true)
    try Patience.run(loop, told: events) { notes.levels.withContents { $0.count == 2 } }
    #expect(notes.levels.withContents { $0 } == [0.5, 0.6])
    #expect(events.last == .level(0.5))
    control.stop()
  }
}
