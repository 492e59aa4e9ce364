internal import Layout

/// The file that a knob drives, as named in the layout.
struct FileSettings: ControlSettings {
  static let backEnd = "file"

  /// The absolute path, in which `*` and `?` stand for any characters of a name.
  var path = ""
  /// How values are written and read.
  var value = ValueText()
  /// Whether the range is 0 to the number in the file beside it, if there is one: `max_brightness`
  /// for `brightness`.
  var usesMaximum = true
  /// Whether the file is only read.
  var isGauge = false
  /// The control's use.
  var use = ControlUse.knob

  /// Whether the file is only read.
  var isReadOnly: Bool { isGauge || use == .readOut }
}
