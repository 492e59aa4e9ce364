import Linux
import Testing

@testable import Controls

/// A level of the panel and a foreign one that cross between the two threads.
struct WorkerSuccessionTests {
  /// Reports 0.9 when muted, as if another program had set it, and records the levels set.
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
    /// The levels set.
    let levels: Mailbox<[Double]>
    /// Posted after each report.
    let reports: Mailbox<Int>

    init() throws {
      levels = try Mailbox([])
      reports = try Mailbox(0)
    }
  }

  @Test("A level that crosses a foreign one is written after it, and reported to the panel")
  func crossing() throws {
    let notes = try Notes()
    let loop = try EventLoop(clock: ManualClock())
    let worker = ControlWorker(silence: "it does not answer", loop: loop)
    let control = WorkerControl(name: "target", on: worker) { _ in Target(notes) }
    var events: [ControlEvent] = []
    control.onEvent = { events.append($0) }
    control.start()
    try Patience.run(loop, state: events) { events == [.level(0.2)] }

    control.set(isMuted: true)
    #expect(notes.reports.wait(milliseconds: Patience.milliseconds))
    // The report is queued for the panel's thread.
    control.set(level: 0.5, isFinal: true)
    try Patience.run(loop, state: events) { events.last == .level(0.5) }
    // A thread that is faster than this one may replace its report before it is taken.
    let other = events.dropFirst().dropLast()
    #expect(other.isEmpty || other == [.level(0.9)])
    control.set(level: 0.6, isFinal: true)
    try Patience.run(loop, state: events) { notes.levels.withContents { $0.count == 2 } }
    #expect(notes.levels.withContents { $0 } == [0.5, 0.6])
    #expect(events.last == .level(0.5))
    control.stop()
  }
}
