public import Gesture

/// The source of a running panel's touch frames: libinput or a Wayland seat.
///
///     start → frames … → suspend → resume → frames …
public protocol TouchSource: AnyObject {
  /// Called with each frame of a device, on the event loop's thread.
  var onFrame: (TouchFrame) -> Void { get set }

  /// The names of the currently available devices.
  var deviceNames: [String] { get }

  /// Sets the output that shows the panel.
  ///
  /// - Parameter output: Such as `HDMI-A-1`; nil if unknown.
  /// - Returns: Whether different devices belong to it, so that `suspend` and `resume` must follow.
  func follow(output: String?) -> Bool

  /// True once it has failed while delivering frames, and can no longer be used.
  var hasEnded: Bool { get }

  /// Starts delivering frames; may be called once.
  ///
  /// - Throws: The reason why there is no touch input.
  func start() throws(TouchError)
  /// Cancels all contacts and delivers nothing until `resume`.
  func suspend()
  /// Delivers frames again.
  ///
  /// - Throws: The reason why there is no more touch input.
  func resume() throws(TouchError)
}

extension TouchSource {
  /// False, for sources that report their end in another way.
  public var hasEnded: Bool { false }
  /// False, for sources that the compositor maps to outputs.
  public func follow(output: String?) -> Bool { false }
  /// Empty, for sources without their own devices.
  public var deviceNames: [String] { [] }
}
