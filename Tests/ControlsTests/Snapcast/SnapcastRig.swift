import Linux
import Testing

@testable import Controls

/// Snapcast controls over one connection on a loop, and all that they told.
final class SnapcastRig {
  let loop: EventLoop
  let connection: SnapcastConnection
  private(set) var controls: [SnapcastControl] = []
  /// By control.
  private(set) var events: [[ControlEvent]] = []

  init(_ server: SnapcastServer, _ targets: SnapcastSettings.Target...) throws {
    loop = try EventLoop()
    connection = SnapcastConnection(server, loop: loop)
    for target in targets { add(target) }
  }

  func add(_ target: SnapcastSettings.Target) {
    let index = controls.count
    let control = SnapcastControl(
      SnapcastSettings(target: target), over: connection, loop: loop)
    control.onEvent = { [unowned self] in events[index].append($0) }
    controls.append(control)
    events.append([])
  }

  func start() {
    for control in controls { control.start() }
  }

  var control: SnapcastControl { controls[0] }
  /// What the first control told.
  var told: [ControlEvent] { events[0] }

  func levels(_ index: Int = 0) -> [Double] {
    events[index].compactMap { if case .level(let level) = $0 { level } else { nil } }
  }

  func lastReason(_ index: Int = 0) -> String? {
    if case .offline(let reason)? = events[index].last { reason } else { nil }
  }

  /// Runs the loop until it is so; records an issue if it never becomes so.
  func run(
    sourceLocation: SourceLocation = #_sourceLocation, until isDone: () throws -> Bool
  ) throws {
    let end = MonotonicClock.microseconds + 30_000_000
    while try !isDone() {
      guard MonotonicClock.microseconds < end else {
        Issue.record("it never came; told: \(events)", sourceLocation: sourceLocation)
        return
      }
      try loop.runOnce(timeoutMilliseconds: 20)
    }
  }

  /// Runs the loop and a scripted server until it is so.
  func run(
    with server: ScriptedSnapServer, sourceLocation: SourceLocation = #_sourceLocation,
    until isDone: () throws -> Bool
  ) throws {
    try run(sourceLocation: sourceLocation) {
      server.turn()
      return try isDone()
    }
  }

  /// Runs the loop for so long, to see that something does not happen.
  func linger(milliseconds: Int64, with server: ScriptedSnapServer? = nil) throws {
    let end = MonotonicClock.microseconds + milliseconds * 1000
    while MonotonicClock.microseconds < end {
      server?.turn()
      try loop.runOnce(timeoutMilliseconds: 5)
    }
  }
}
