import Linux
import Testing

@testable import Controls

/// A control on a loop whose time a test advances, and all that it told.
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

  /// Lets time pass, and handles all that becomes of it.
  func pass(milliseconds: Int64) throws {
    try loop.advance(byMicroseconds: milliseconds * 1000)
  }

  /// Handles all that is waiting, and what that brings about, but no alarm of the future.
  func settle() throws {
    try loop.advance(byMicroseconds: 0)
  }
}
