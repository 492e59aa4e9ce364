/// How the movement of a contact turns the knob.
public enum TurnMode: String, CaseIterable, Sendable {
  /// The angle of the movement about the centre is added; a touch alone changes nothing.
  case relative
  /// The pointer goes to the finger.
  case absolute
  /// Upward increases the value.
  case vertical
  /// To the right increases the value.
  case horizontal
  /// Upward and to the right increase the value.
  case both
  /// Relative, vertical or horizontal: decided by the first movement of each contact.
  case auto
}
