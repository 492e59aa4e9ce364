/// The layout item that a control belongs to, by index.
public enum ControlItem: Hashable, Sendable {
  /// A knob, which sets and shows a level.
  case knob(Int)
  /// The actual value that a knob shows beside the wanted one.
  case reading(Int)
  /// A label, which shows a value.
  case label(Int)
  /// A target of a button, which it sets to 0 or 1; `send` counts the button's targets from 0.
  case button(Int, send: Int = 0)
  /// The choice of the language, by its name.
  case language
  /// The sensor that reports whether somebody is there.
  case presence
  /// The sensor that sets the screen's brightness.
  case light
  /// The source of messages.
  case messages
  /// A value in conditions, by its index in `LayoutDocument.conditionControls`.
  case condition(Int)
}
