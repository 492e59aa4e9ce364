/// Audible and visible feedback to touches: the key `panel.clicks`.
public struct ClickLayout: Hashable, Sendable {
  /// Whether knobs and buttons click, and stops glow.
  public var isOn = false
  /// The ALSA name of the PCM that plays the clicks.
  public var device = "default"
  /// Percent, 0…100; at 0 nothing is played, but stops still glow.
  public var volume = 50.0

  /// Creates the default feedback: none.
  public init() {}
}
