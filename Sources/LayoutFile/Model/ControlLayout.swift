/// What a knob drives.
public enum ControlLayout: Hashable, Sendable {
  /// An ALSA mixer element, `card` as ALSA names it ("default", "hw:0", an id such as "Dummy").
  case alsa(card: String, element: String)
  /// Other knobs of the panel, together.
  case group(GroupLayout)
}
