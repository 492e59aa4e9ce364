import Linux
import Testing

@testable import Controls

/// One UPnP control on a loop, and all that it told.
final class UPnPRig {
  let loop: EventLoop
  let network: UPnPNetwork
  let control: UPnPControl
  private(set) var told: [ControlEvent] = []

  init(_ settings: UPnPSettings) throws {
    loop = try EventLoop()
    network = UPnPNetwork(loop: loop)
    control = UPnPControl(settings, over: network, loop: loop)
    control.onEvent = { [unowned self] in told.append($0) }
  }

  deinit {
    control.stop()
  }

  var levels: [Double] {
    told.compactMap { if case .level(let level) = $0 { level } else { nil } }
  }

  var lastReason: String? {
    if case .offline(let reason)? = told.last { reason } else { nil }
  }

  /// Runs the loop, and the speaker if it is scripted, until it is so; records an issue if it never
  /// becomes so.
  func run(
    with speaker: ScriptedSpeaker? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    until isDone: () throws -> Bool
  ) throws {
    let end = MonotonicClock.microseconds + 20_000_000
    while try !isDone() {
      guard MonotonicClock.microseconds < end else {
        Issue.record("it never came; told: \(told)", sourceLocation: sourceLocation)
        return
      }
      speaker?.turn()
      try loop.runOnce(timeoutMilliseconds: 5)
    }
  }

  /// Runs the loop for so long.
  func linger(milliseconds: Int64, with speaker: ScriptedSpeaker? = nil) throws {
    let end = MonotonicClock.microseconds + milliseconds * 1000
    while MonotonicClock.microseconds < end {
      speaker?.turn()
      try loop.runOnce(timeoutMilliseconds: 5)
    }
  }
}
