/// How a contact's movement turns the knob.
public enum TurnMode: String, CaseIterable, Sendable {
  /// Adds the angle of the movement about the centre; a touch alone changes nothing.
  case relative
  /// The pointer goes to the finger.
  case absolute
  /// Upward increases the value.
  case vertical
  /// To the right increases the value.
  case horizontal
  /// Upward and to the right increase the value.
  case both
  /// Relative, vertical or horizontal, depending on the first movement of each contact.
  case auto
}
