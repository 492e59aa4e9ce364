public import Raster

/// A destination for pictures: a KMS output, a Wayland window, or memory.
///
/// An output watches its own descriptors on the event loop and reports through `onEvent`.
public protocol DisplayOutput: AnyObject {
  /// The name used in messages: an output such as HDMI-A-1, or the kind of display.
  var name: String { get }
  /// The card's output in use, named as in udev's `WL_OUTPUT`; nil if there is none.
  var connectorName: String? { get }
  /// In scan-out pixels, before any rotation.
  var size: PixelSize { get }
  /// The rotation that makes a picture upright on the panel as mounted.
  var orientation: Rotation { get }
  /// Size of the visible area before rotation; nil if unknown or implausible.
  var physicalSize: PhysicalSize? { get }
  /// False while a frame is pending or the output is paused; wait for `.ready` before `present`.
  var isReady: Bool { get }
  /// True while presented pictures are visible; false before the first one, while the output is
  /// paused, and from a change of mode or screen until the next picture.
  ///
  /// Every change comes with an event, at the latest on the loop's next turn: check the value after
  /// each event.
  var isShowing: Bool { get }
  /// True while it cannot show anything because it waits for a screen, a card or a console.
  var isWaiting: Bool { get }
  /// True while the last picture of an earlier run of this program is visible.
  var showsEarlierPicture: Bool { get }
  /// The refresh period; nil if there are no refreshes, if it is unknown, or if the output requests
  /// frames itself.
  var periodMicroseconds: Int64? { get }
  /// Called with each event, on the event loop's thread and only from the loop's own handlers: an
  /// event caused by `present` follows on the next turn, so that its effects are drawn.
  var onEvent: (DisplayEvent) -> Void { get set }

  /// Whether `standBy` has an effect; calling it may set this to false and report `lostContents`.
  var canStandBy: Bool { get }
  /// Sends the screen to standby until the next picture; the output stays open.
  func standBy()
  /// Checks everything again after the machine was suspended, and shows its picture again.
  func resumeAfterSuspend()

  /// Shows a picture; it is read before this method returns.
  ///
  /// - Parameters:
  ///   - picture: The upright picture.
  ///   - damage: The area that changed since the last call, in picture pixels.
  ///   - rotation: Its clockwise rotation on the output.
  func present(_ picture: PixelBuffer, damage: Damage, rotation: Rotation)
  /// Stops showing and restores what was shown before.
  func close()
}

extension DisplayOutput {
  /// "display", for outputs without a name.
  public var name: String { "display" }
  /// Nil, for outputs that do not belong to a card.
  public var connectorName: String? { nil }
  /// False, for outputs without their own screen.
  public var canStandBy: Bool { false }
  /// Does nothing.
  public func standBy() {}
  /// Does nothing, for outputs that are notified of changes.
  public func resumeAfterSuspend() {}
  /// False, for outputs that are available once opened.
  public var isWaiting: Bool { false }
  /// False, for outputs that end with the program.
  public var showsEarlierPicture: Bool { false }
  /// Nil, for outputs without a known refresh rate.
  public var periodMicroseconds: Int64? { nil }
}

/// An event reported by an output.
public enum DisplayEvent: Hashable, Sendable {
  /// The output can take a frame again; the last one became visible at that time
  /// (`CLOCK_MONOTONIC`), nil if unknown.
  case ready(shownAtMicroseconds: Int64?)
  /// The contents were lost: present everything once it is ready.
  case lostContents
  /// The size or orientation changed, or the output shows again: lay out again and present
  /// everything.
  case changed
  /// The first picture since the output was opened, paused or changed is visible: `isShowing` is
  /// now true.
  case startedShowing
  /// The output shows nothing until `.changed`: another console is active, or a cable was pulled.
  case paused(reason: String)
}

/// The size of a display in millimetres.
public struct PhysicalSize: Hashable, Sendable {
  /// In millimetres.
  public var width: Double
  /// In millimetres.
  public var height: Double

  /// Creates a size in millimetres.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
  /// Creates the size that a screen reports if it fits the mode: some screens report 0, their aspect
  /// ratio as 16 × 9, or the size of another model.
  package init?(reportedWidth width: Int, height: Int, mode: PixelSize) {
    guard width >= 20, height >= 20, !mode.bounds.isEmpty else { return nil }
    let skew = (Double(width) / Double(height)) / (Double(mode.width) / Double(mode.height))
    guard (1 / 1.2...1.2).contains(skew) else { return nil }
    self.init(width: Double(width), height: Double(height))
  }
}
