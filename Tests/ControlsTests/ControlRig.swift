import Linux
import Testing

@testable import Controls

/// A control on a loop, and all that it told.
final class ControlRig {
  let loop: EventLoop
  let control: ALSAControl
  private(set) var events: [ControlEvent] = []

  init(deviceParent: String = "/dev", _ openElement: @escaping ALSAControl.Opener) throws {
    loop = try EventLoop()
    control = ALSAControl(
      card: "fake", element: "fake", loop: loop, deviceParent: deviceParent,
      openElement: openElement)
    control.onEvent = { [unowned self] in events.append($0) }
  }

  /// Runs the loop until it is so; records an issue if it never becomes so.
  func run(
    _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    until isDone: () -> Bool
  ) throws {
    let end = MonotonicClock.microseconds + 5_000_000
    while !isDone() {
      guard MonotonicClock.microseconds < end else {
        Issue.record("it never came", sourceLocation: sourceLocation)
        return
      }
      try loop.runOnce(timeoutMilliseconds: 100)
    }
  }

  /// Handles all that is waiting, and what that brings about, but no alarm of the future.
  func settle() throws {
    for _ in 0..<10 { try loop.runOnce(timeoutMilliseconds: 0) }
  }
}
