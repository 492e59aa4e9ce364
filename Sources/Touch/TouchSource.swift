public import Gesture

/// Where fingers come from: libinput, a recording, a Wayland seat.
public protocol TouchSource: AnyObject {
  /// Called for each frame of a device, all changes of it together.
  var onFrame: (TouchFrame) -> Void { get set }
}
