/// What is heard: a few milliseconds each, computed; the later ones here are more important.
public enum Click: Int, Comparable, CaseIterable, Sendable {
  /// The soft one of a step.
  case detent
  /// The one of a button.
  case press
  /// The low one of an end.
  case end

  public static func < (one: Click, other: Click) -> Bool { one.rawValue < other.rawValue }
}

/// How clicks are played.
public struct ClickSettings: Hashable, Sendable {
  /// ALSA's name of the PCM.
  public var device: String
  /// Percent, 0…100.
  public var volume: Double

  /// Creates settings for a PCM.
  public init(device: String = "default", volume: Double = 50) {
    self.device = device
    self.volume = volume
  }
}
