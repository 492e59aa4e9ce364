/// The protection of a knob or a button against accidental touches: the layout key `lock`.
public enum Lock: String, CaseIterable, Sendable {
  /// A tap unlocks; for knobs only.
  case tap
  /// A finger that stays for `holdMicroseconds` unlocks a knob, or triggers a button.
  case hold
  /// The panel's PIN unlocks.
  case pin

  /// How long a finger has to stay.
  public static let holdMicroseconds: Int64 = 1_000_000
}
