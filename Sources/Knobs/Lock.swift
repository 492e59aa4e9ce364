/// What protects a knob or a button from those who touch it by accident: the layout key `lock`.
public enum Lock: String, CaseIterable, Sendable {
  /// A tap unlocks; knobs only.
  case tap
  /// A finger that stays for `holdMicroseconds` unlocks a knob, or carries out a button's press.
  case hold
  /// The PIN of the panel unlocks.
  case pin

  /// How long a finger has to stay.
  public static let holdMicroseconds: Int64 = 1_000_000
}
