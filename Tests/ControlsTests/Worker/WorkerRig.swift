import Linux
import Testing

@testable import Controls

/// An ALSA control on a worker's thread, and the events that it reported.
///
/// The loop uses a manual clock; the thread's own loop runs in real time.
final class WorkerRig {
  let loop: EventLoop
  let worker: ControlWorker
  let control: WorkerControl
  private(set) var events: [ControlEvent] = []

  init(
    _ card: TestCard, element: String = "Master",
    patienceMilliseconds: Int64 = Int64(Patience.milliseconds)
  ) throws {
    loop = try EventLoop(clock: ManualClock())
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

  /// Starts the control and waits for its first level.
  func start(sourceLocation: SourceLocation = #_sourceLocation) throws {
    control.start()
    try run(sourceLocation: sourceLocation) { events.count == 1 }
    guard case .level? = events.first else {
      Issue.record("\(events)", sourceLocation: sourceLocation)
      return
    }
  }

  /// Runs the loop until a condition holds; records an issue on a timeout.
  func run(sourceLocation: SourceLocation = #_sourceLocation, until isDone: () -> Bool) throws {
    try Patience.run(loop, state: events, sourceLocation: sourceLocation, until: isDone)
  }

  /// Advances the clock of the panel's loop and handles what becomes due.
  func pass(milliseconds: Int64) throws {
    try loop.advance(byMicroseconds: milliseconds * 1000)
  }

  /// Waits until the thread has completed all requests and their consequences, and handles what it
  /// reported.
  func finishRequests() throws {
    let number = try worker.add { _ in IdleControl() }
    // The second is taken in a later round of the thread's loop, which also handles the
    // consequences of the first ones; the third covers slightly later ones.
    for _ in 0..<3 {
      if let answer = try worker.beginOpening(number) { try worker.finishOpening(answer) }
    }
    worker.remove(number)
    try run { worker.pendingSinceMicroseconds == nil }
  }
}

/// A control that does nothing.
private final class IdleControl: Control {
  let name = "nothing"
  var onEvent: (ControlEvent) -> Void = { _ in }
  func open() {}
  func start() {}
  func set(level: Double, isFinal: Bool) {}
  func stop() {}
}
