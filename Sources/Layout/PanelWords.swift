/// What the panel itself says to those who touch it.
public struct PanelWords: Hashable, Sendable {
  /// In place of the value of a knob whose control cannot be reached.
  public var offline = "offline"
  /// Above the keys on which the PIN is entered.
  public var enterPIN = "Enter PIN"
  /// In its place after a PIN that was wrong.
  public var wrongPIN = "Wrong PIN"
  /// Before the seconds for which no PIN is taken.
  public var wait = "Wait"
  /// Under the seconds for which touches are ignored.
  public var cleaning = "Touch is off for cleaning"

  /// Creates the English words.
  public init() {}
}
