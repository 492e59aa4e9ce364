public import Gesture
public import Touch

/// The contacts on a `WaylandDisplay`'s window; a mouse button that is held is a contact too.
///
/// Made by the display. Positions are fractions of the window, which takes the place of a display.
public final class WaylandTouch: TouchSource {
  /// Called with each frame, on the thread of the event loop.
  public var onFrame: (TouchFrame) -> Void = { _ in }
  /// Set by the panel's owner: the dial that a mouse wheel turns at a position; nil if there is none.
  public var dialAt: (DisplayFraction) -> WheelDial? = { _ in nil }

  /// Cancels the contacts of all seats; set by the session.
  var cancelAll: () -> Void = {}
  private var delivers = false
  private var lastDeviceNumber: Int32 = 0

  init() {}

  /// Begins to deliver frames.
  public func start() { delivers = true }

  /// Cancels all contacts and delivers nothing until `resume`.
  public func suspend() {
    cancelAll()
    delivers = false
  }

  /// Delivers frames again.
  public func resume() { delivers = true }

  func deliver(_ frame: TouchFrame) {
    if delivers { onFrame(frame) }
  }

  /// A device number that was not used before.
  func makeDeviceNumber() -> Int32 {
    lastDeviceNumber &+= 1
    return lastDeviceNumber
  }
}
