/// What the panel itself says to those who touch it.
public struct PanelWords: Hashable, Sendable {
  /// In place of the value of a knob whose control cannot be reached.
  public var offline = "offline"

  /// Creates the English words.
  public init() {}
}
