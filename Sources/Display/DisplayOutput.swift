public import Raster

/// Where pictures are shown: a KMS output, a Wayland window, or memory.
///
/// An output watches its own descriptors on the event loop and reports through `onEvent`.
public protocol DisplayOutput: AnyObject {
  /// What it is called in messages: an output such as HDMI-A-1, or the kind of display.
  var name: String { get }
  /// The output of a card that shows, as udev's `WL_OUTPUT` names it; nil if there is none.
  var connectorName: String? { get }
  /// Scan-out pixels, before any rotation.
  var size: PixelSize { get }
  /// How a picture must be turned to stand upright on the panel as it is mounted.
  var orientation: Rotation { get }
  /// Size of the visible area before rotation; nil if it is unknown or implausible.
  var physicalSize: PhysicalSize? { get }
  /// False while a frame is pending or the output is paused; wait for `.ready` before `present`.
  var isReady: Bool { get }
  /// True while presented pictures can be seen; false before the first one, while the output is
  /// paused, and from a change of mode or screen until the next picture.
  ///
  /// Every change comes with an event, at the latest on the next turn of the loop: compare it after
  /// each event.
  var isShowing: Bool { get }
  /// True while it cannot show anything because it waits for a screen, a card or a console.
  var isWaiting: Bool { get }
  /// True while the last picture of an earlier run of this program is seen.
  var showsEarlierPicture: Bool { get }
  /// Time between two refreshes; nil if there are none, if it is unknown, or if the output asks for
  /// frames itself.
  var periodMicroseconds: Int64? { get }
  /// Called with each event, on the thread of the event loop, from its own handlers only: an event
  /// that `present` causes follows on the next turn, so that what it leads to is drawn.
  var onEvent: (DisplayEvent) -> Void { get set }

  /// Whether `standBy` does something; may turn out to be false when it is called, with `lostContents`.
  var canStandBy: Bool { get }
  /// Sends the screen to standby until the next picture; nothing but showing ends.
  func standBy()
  /// Looks at everything anew after the machine was suspended, and shows again what it showed.
  func resumeAfterSuspend()

  /// Shows a picture, which is read before this returns.
  ///
  /// - Parameters:
  ///   - picture: The upright picture.
  ///   - damage: What changed in it since the last call, in pixels of the picture.
  ///   - rotation: How it is turned on the output, clockwise.
  func present(_ picture: PixelBuffer, damage: Damage, rotation: Rotation)
  /// Stops showing and restores what was shown before.
  func close()
}

extension DisplayOutput {
  /// "display": for outputs without a name.
  public var name: String { "display" }
  /// Nil: for outputs that are not those of a card.
  public var connectorName: String? { nil }
  /// False: for outputs without a screen of their own.
  public var canStandBy: Bool { false }
  /// Does nothing.
  public func standBy() {}
  /// Does nothing: for outputs that are told what has changed.
  public func resumeAfterSuspend() {}
  /// False: for outputs that are there as soon as they are opened.
  public var isWaiting: Bool { false }
  /// False: for outputs that end with the program.
  public var showsEarlierPicture: Bool { false }
  /// Nil: for outputs without a refresh that they know.
  public var periodMicroseconds: Int64? { nil }
}

/// What an output tells its user.
public enum DisplayEvent: Hashable, Sendable {
  /// It can take a frame again; the last one became visible at that time (`CLOCK_MONOTONIC`), nil
  /// if that is unknown.
  case ready(shownAtMicroseconds: Int64?)
  /// The contents were lost: present everything once it is ready.
  case lostContents
  /// Its size or orientation changed, or it shows again: lay out again and present everything.
  case changed
  /// A picture can be seen, the first one since the output was opened, paused or changed:
  /// `isShowing` is true now.
  case startedShowing
  /// It shows nothing until `.changed`: another console is active, or a cable was pulled.
  case paused(reason: String)
}

/// The size of a display in millimetres.
public struct PhysicalSize: Hashable, Sendable {
  /// Millimetres.
  public var width: Double
  /// Millimetres.
  public var height: Double

  /// A size in millimetres.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
