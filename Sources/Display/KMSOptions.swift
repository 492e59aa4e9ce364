public import Linux

/// Which screen to use, and how; by default everything is found automatically.
public struct KMSOptions {
  /// The card's device, such as `/dev/dri/card1`, `card1` or a link in `/dev/dri/by-path`.
  public var card: String?
  /// The output as the kernel names it, such as `DSI-1` or `HDMI-A-1`; used even if it says that
  /// nothing is connected.
  public var connector: String?
  /// The mode to use; nil for the kernel's or the screen's preferred one.
  public var mode: ModeRequest?
  /// Only cards of this seat are used (udev's `ID_SEAT`).
  public var seat = "seat0"
  /// Opens the cards, and says when they may be used; nil to open them directly, with the rights of
  /// this program.
  ///
  /// The display closes it.
  public var session: (any DeviceSession)?
  /// Do not use atomic modesetting, for drivers that offer it but do it wrong.
  public var usesLegacyModesetting = false
  /// Whether to take over the text console; a session has its own, which the service takes over.
  public var console = ConsoleUse.automatic
  /// Wait for a card or a screen instead of failing; the size is 1024 × 768 pixels until then.
  public var waitsForScreen = false
  /// Where the card stays open beyond the end of this program, with its last picture; nil to restore
  /// what was shown before.
  public var store: DescriptorStore?
  /// Called with messages for finding errors, one sentence each.
  public var log: (String) -> Void = { _ in }
  /// Receives messages about what does not work, and what to do.
  public var warn: (String) -> Void = { _ in }

  /// The options that find everything automatically.
  public init() {}
}

/// Whether the text console is taken over while the panel shows.
public enum ConsoleUse: Hashable, Sendable {
  /// If there is one: that of standard input, else the controlling terminal, else the active one.
  case automatic
  /// Leave consoles alone.
  case none
}

/// A mode as a user asks for it: `1280x720` or `1280x720@60`.
public struct ModeRequest: Hashable, Sendable, CustomStringConvertible {
  /// Pixels.
  public var width: Int
  /// Pixels.
  public var height: Int
  /// Refreshes per second; nil for the connector's preferred mode of that size.
  public var hertz: Double?

  /// A mode of a size in pixels, with a refresh rate or any.
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
