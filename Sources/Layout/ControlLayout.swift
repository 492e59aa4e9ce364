/// What a knob drives.
///
/// Two equal ones drive the same in the same way, so that one control will do for both.
/// Boxed, so that a knob is small whatever it drives, and every byte that tells the kinds apart is
/// written.
public indirect enum ControlLayout: Hashable, Sendable {
  /// An ALSA mixer element, `card` as ALSA names it ("default", "hw:0", an id such as "Dummy").
  case alsa(card: String, element: String)
  case mqtt(MQTTControlLayout)
  /// Other knobs of the panel, together.
  case group(GroupLayout)
}
