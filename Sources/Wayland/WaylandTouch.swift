public import Gesture
public import Touch

/// Fingers on a `WaylandDisplay`'s window, with the mouse as one more finger.
///
/// Made by the display. Positions are fractions of the window, which takes the place of a display.
public final class WaylandTouch: TouchSource {
  public var onFrame: (TouchFrame) -> Void = { _ in }
  /// The dial at a position, which a mouse wheel turns there; nil where there is none.
  public var dialAt: (DisplayFraction) -> WheelDial? = { _ in nil }

  /// Cancels what the seats' devices hold; set by who has the seats.
  var cancelAll: () -> Void = {}
  private var delivers = false
  private var lastDeviceNumber: Int32 = 0

  init() {}

  public func start() { delivers = true }

  public func suspend() {
    cancelAll()
    delivers = false
  }

  public func resume() { delivers = true }

  func deliver(_ frame: TouchFrame) {
    if delivers { onFrame(frame) }
  }

  /// A number that no device had before.
  func makeDeviceNumber() -> Int32 {
    lastDeviceNumber &+= 1
    return lastDeviceNumber
  }
}
