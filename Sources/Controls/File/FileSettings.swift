internal import Layout

/// The file that a knob drives, as the layout names it.
package struct FileSettings: ControlSettings {
  /// Its absolute path, in which `*` and `?` stand for any characters of a name.
  var path = ""
  /// How values are written and read.
  var value = ValueText()
  /// Whether the numbers are those from 0 to what the file beside it says, if there is one:
  /// `max_brightness` for `brightness`.
  var usesMaximum = true
  /// Whether the file is only read.
  var isGauge = false
  /// What it is for.
  var use = ControlUse.knob

  /// Creates settings without a file.
  package init() {}

  /// True if it is only read.
  package var isReadOnly: Bool { isGauge || use == .readOut }
}
