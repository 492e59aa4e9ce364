import Linux
import Testing

@testable import Controls

/// An ALSA control on the thread of a worker, and all that it reported.
final class WorkerRig {
  let loop: EventLoop
  let worker: ControlWorker
  let control: WorkerControl
  private(set) var events: [ControlEvent] = []

  init(
    _ card: TestCard, element: String = "Master", patienceMilliseconds: Int64 = 5000
  ) throws {
    loop = try EventLoop()
    worker = ControlWorker(
      silence: "sound card \"Test\" does not answer", loop: loop,
      patienceMicroseconds: patienceMilliseconds * 1000)
    control = WorkerControl(name: "test", on: worker) { loop in
      ALSAControl(card: "Test", element: element, loop: loop) { () throws(ALSAError) in
        try card.element(element)
      }
    }
    control.onEvent = { [unowned self] in events.append($0) }
  }

  /// Starts the control, and waits for its first level.
  func start(sourceLocation: SourceLocation = #_sourceLocation) throws {
    control.start()
    try run(sourceLocation: sourceLocation) { events.count == 1 }
    guard case .level? = events.first else {
      Issue.record("\(events)", sourceLocation: sourceLocation)
      return
    }
  }

  /// Runs the loop until it is so; records an issue if it never becomes so.
  func run(sourceLocation: SourceLocation = #_sourceLocation, until isDone: () -> Bool) throws {
    let end = MonotonicClock.microseconds + 10_000_000
    while !isDone() {
      guard MonotonicClock.microseconds < end else {
        Issue.record("it never came; reported: \(events)", sourceLocation: sourceLocation)
        return
      }
      try loop.runOnce(timeoutMilliseconds: 5)
    }
  }

  /// Runs the loop for so long, to see that something does not happen.
  func linger(milliseconds: Int64) throws {
    let end = MonotonicClock.microseconds + milliseconds * 1000
    while MonotonicClock.microseconds < end { try loop.runOnce(timeoutMilliseconds: 5) }
  }
}
