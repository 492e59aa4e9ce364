/// What a person may say about the screen to use; by default all of it is found out.
public struct KMSOptions {
  /// The card's device, such as `/dev/dri/card1`, `card1` or a link in `/dev/dri/by-path`.
  public var card: String?
  /// The output as the kernel names it, such as `DSI-1` or `HDMI-A-1`; used even if it says that
  /// nothing is connected.
  public var connector: String?
  public var mode: ModeRequest?
  /// Cards of other seats (udev's `ID_SEAT`) are left alone.
  public var seat = "seat0"
  /// Do without atomic modesetting, for drivers that offer it and get it wrong.
  public var usesLegacyModesetting = false
  public var console = ConsoleUse.automatic
  /// Without a card or a screen wait for one instead of failing; the size is 1024 × 768 until then.
  public var waitsForScreen = false
  /// Told what a person who looks for a fault wants to know, one sentence each.
  public var log: (String) -> Void = { _ in }

  public init() {}
}

/// Whether the text console is put aside while the panel shows.
public enum ConsoleUse: Hashable, Sendable {
  /// If there is one: that of standard input, else the controlling terminal, else the visible one.
  case automatic
  /// Leave consoles alone.
  case none
}

/// A picture size and rate as a person asks for it: `1280x720` or `1280x720@60`.
public struct ModeRequest: Hashable, Sendable, CustomStringConvertible {
  public var width: Int
  public var height: Int
  /// Pictures a second; nil takes the connector's favourite of that size.
  public var hertz: Double?

  public init(width: Int, height: Int, hertz: Double? = nil) {
    self.width = width
    self.height = height
    self.hertz = hertz
  }

  /// Nil if the text is not of that form.
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

  public var description: String {
    guard let hertz else { return "\(width)x\(height)" }
    return "\(width)x\(height)@\(hertz == hertz.rounded() ? "\(Int(hertz))" : "\(hertz)")"
  }
}
