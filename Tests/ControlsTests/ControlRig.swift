import Linux
import Testing

@testable import Controls

/// An ALSA control on a manual clock, and the events that it reported.
final class ControlRig {
  let loop: EventLoop
  let control: ALSAControl
  private(set) var events: [ControlEvent] = []

  init(deviceParent: String = "/dev", _ openElement: @escaping ALSAControl.Opener) throws {
    loop = try EventLoop(clock: ManualClock())
    control = ALSAControl(
      card: "fake", element: "fake", loop: loop, deviceParent: deviceParent,
      openElement: openElement)
    control.onEvent = { [unowned self] in events.append($0) }
  }

  /// Advances the clock and handles what becomes due.
  func pass(milliseconds: Int64) throws {
    try loop.advance(byMicroseconds: milliseconds * 1000)
  }

  /// Handles all pending events and their consequences, but no future alarm.
  func settle() throws {
    try loop.advance(byMicroseconds: 0)
  }
}
