public import Gesture

/// Where the touch frames of a running panel come from: libinput or a Wayland seat.
///
///     start → frames … → suspend → resume → frames …
public protocol TouchSource: AnyObject {
  /// Called with each frame of a device, on the thread of the event loop.
  var onFrame: (TouchFrame) -> Void { get set }

  /// The names of its devices; those that are there now.
  var deviceNames: [String] { get }

  /// Notes which output shows the panel.
  ///
  /// - Parameter output: Such as `HDMI-A-1`; nil if it is unknown.
  /// - Returns: Whether other devices belong to it, so that `suspend` and `resume` have to follow.
  func follow(output: String?) -> Bool

  /// True once it has failed while it delivered frames, and cannot be used any more.
  var hasEnded: Bool { get }

  /// Begins to deliver frames; may be called once.
  ///
  /// - Throws: Why there is no touch input.
  func start() throws(TouchError)
  /// Cancels all contacts and delivers nothing until `resume`.
  func suspend()
  /// Delivers frames again.
  ///
  /// - Throws: Why there is no touch input any more.
  func resume() throws(TouchError)
}

extension TouchSource {
  /// False: for sources that report their end in another way.
  public var hasEnded: Bool { false }
  /// False: for sources that are mapped by somebody else.
  public func follow(output: String?) -> Bool { false }
  /// None: for sources without devices of their own.
  public var deviceNames: [String] { [] }
}
