/// What is heard and seen of what fingers do: the key `panel.clicks`.
public struct ClickLayout: Hashable, Sendable {
  /// Whether knobs and buttons click at all, and stops glow.
  public var isOn = false
  /// ALSA's name of the PCM that plays the clicks.
  public var device = "default"
  /// Percent, 0…100; at 0 nothing is played, and stops glow all the same.
  public var volume = 50.0

  /// No clicks.
  public init() {}
}
