public import Gesture

/// Where a running panel's fingers come from: libinput or a Wayland seat.
///
///     start → frames … → suspend → resume → frames …
public protocol TouchSource: AnyObject {
  /// Called for each frame of a device, all changes of it together.
  var onFrame: (TouchFrame) -> Void { get set }

  /// Begins to deliver frames; only once.
  func start() throws(TouchError)
  /// Cancels all contacts and delivers nothing until `resume`.
  func suspend()
  func resume() throws(TouchError)
}
