public import Linux

/// The screen to use, and how; by default everything is detected.
public struct KMSOptions {
  /// The card's device, such as `/dev/dri/card1`, `card1` or a link in `/dev/dri/by-path`.
  public var card: String?
  /// The kernel's name of the output, such as `DSI-1` or `HDMI-A-1`; used even if it reports that
  /// nothing is connected.
  public var connector: String?
  /// The mode to use; nil for the kernel's or the screen's preferred one.
  public var mode: ModeRequest?
  /// Only cards of this seat are used (udev's `ID_SEAT`).
  public var seat = "seat0"
  /// Opens the cards, and reports when they may be used; nil to open them directly, with this
  /// program's permissions.
  ///
  /// The display closes it.
  public var session: (any DeviceSession)?
  /// Whether to avoid atomic modesetting, for drivers with a broken implementation.
  public var usesLegacyModesetting = false
  /// Whether to take over the text console of standard input, else the controlling terminal, else
  /// the active one, if any; a session's console is taken over by its service.
  public var takesConsole = true
  /// Whether to wait for a card or a screen instead of failing; until then, the size is 1024 × 768
  /// pixels.
  public var waitsForScreen = false
  /// Keeps the card open, with its last picture, after this program exits; nil to restore what was
  /// shown before.
  public var store: DescriptorStore?
  /// Receives debug messages, one sentence each.
  public var log: (String) -> Void = { _ in }
  /// Receives messages about what does not work and what to do.
  public var warn: (String) -> Void = { _ in }

  /// Creates options that detect everything.
  public init() {}
}

/// A mode requested by a user: `1280x720` or `1280x720@60`.
public struct ModeRequest: Hashable, Sendable, CustomStringConvertible {
  /// In pixels.
  public var width: Int
  /// In pixels.
  public var height: Int
  /// The refresh rate; nil for the connector's preferred mode of that size.
  public var hertz: Double?

  /// Creates a request for a size in pixels, with a refresh rate or, if nil, any.
  public init(width: Int, height: Int, hertz: Double? = nil) {
    self.width = width
    self.height = height
    self.hertz = hertz
  }

  /// Parses `WIDTHxHEIGHT` or `WIDTHxHEIGHT@HERTZ`; nil if the text has another form.
  public init?(_ text: String) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count <= 2, sides.count == 2,
      let width = Int(sides[0]), let height = Int(sides[1]),
      (1...32768).contains(width), (1...32768).contains(height)
    else { return nil }
    self.width = width
    self.height = height
    if parts.count == 2 {
      guard let hertz = Double(parts[1]), hertz > 0, hertz < 1000 else { return nil }
      self.hertz = hertz
    }
  }

  /// In the form that `init(_:)` parses.
  public var description: String {
    guard let hertz else { return "\(width)x\(height)" }
    return "\(width)x\(height)@\(hertz == hertz.rounded() ? "\(Int(hertz))" : "\(hertz)")"
  }
}
