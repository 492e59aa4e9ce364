/// An item of a layout that a control belongs to, by its index.
public enum ControlItem: Hashable, Sendable {
  /// One of the layout's knobs, which sets and shows a level.
  case knob(Int)
  /// One of the labels, which shows a value.
  case label(Int)
  /// One of the buttons, which sets a level of 0 or 1, and shows it.
  case button(Int)
}
