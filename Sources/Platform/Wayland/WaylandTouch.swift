public import Gesture
public import Touch

/// The contacts on a `WaylandDisplay`'s window; a held mouse button is a contact, too.
///
/// Created by the display. Positions are fractions of the window, not of the output.
public final class WaylandTouch: TouchSource {
  /// Called with each frame, on the event loop's thread.
  public var onFrame: (TouchFrame) -> Void = { _ in }
  /// Returns the dial that a mouse wheel turns at a position, nil if none; set by the panel's
  /// owner.
  public var dialAt: (DisplayFraction) -> WheelDial? = { _ in nil }

  /// Cancels the contacts of all seats; set by the session.
  var cancelAll: () -> Void = {}
  private var delivers = false
  private var lastDeviceNumber: Int32 = 0

  init() {}

  /// Starts delivering frames.
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

  /// Returns an unused device number.
  func makeDeviceNumber() -> Int32 {
    lastDeviceNumber &+= 1
    return lastDeviceNumber
  }
}
