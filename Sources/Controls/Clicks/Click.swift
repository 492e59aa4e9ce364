/// A computed sound of a few milliseconds; later cases are more important.
public enum Click: Int, Comparable, CaseIterable, Sendable {
  /// The soft click of a step.
  case detent
  /// The click of a button.
  case press
  /// The low click of an end.
  case end

  public static func < (one: Click, other: Click) -> Bool { one.rawValue < other.rawValue }
}

/// How clicks are played.
public struct ClickSettings: Hashable, Sendable {
  /// The PCM's ALSA name.
  public var device: String
  /// The volume in percent, 0…100.
  public var volume: Double

  /// Creates settings for a PCM.
  public init(device: String = "default", volume: Double = 50) {
    self.device = device
    self.volume = volume
  }
}
