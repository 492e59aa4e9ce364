/// The panel's own texts.
public struct PanelWords: Hashable, Sendable {
  /// Shown in place of a knob's value, or above the keys of a keypad, while the control is offline.
  public var offline = "offline"
  /// Shown above the keys of the PIN pad.
  public var enterPIN = "Enter PIN"
  /// Shown in its place after a wrong PIN.
  public var wrongPIN = "Wrong PIN"
  /// Shown above the keys of a keypad.
  public var enterCode = "Enter code"
  /// Shown before the seconds during which no PIN is accepted.
  public var wait = "Wait"
  /// Shown under the seconds during which touches are ignored.
  public var cleaning = "Touch is off for cleaning"

  /// Creates the English words.
  public init() {}
}
