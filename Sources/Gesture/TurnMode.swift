/// How a finger's movement becomes a turn.
public enum TurnMode: String, CaseIterable, Sendable {
  /// The angle the finger moves about the centre is added; touching alone changes nothing.
  case relative
  /// The pointer goes to the finger.
  case absolute
  /// Up is more.
  case vertical
  /// Right is more.
  case horizontal
  /// Up and right are more.
  case both
  /// Circular, vertical or horizontal: decided by the first millimetres, then kept until release.
  case auto
}
