/// The layout item that a control belongs to, by index.
public enum ControlItem: Hashable, Sendable {
  /// A knob, which sets and shows a level.
  case knob(Int)
  /// A label, which shows a value.
  case label(Int)
  /// A button, which sets and shows a level of 0 or 1.
  case button(Int)
}
