internal import Layout

/// The MIDI parameter that one knob drives, as read from the layout.
struct MIDISettings: ControlSettings {
  static let backEnd = "midi"

  /// The name of the port or the device, or the port's address.
  var port = ""
  /// The channel, 1…16.
  var channel = 1
  /// The controller or parameter.
  var parameter = MIDIParameter.controller(0)
  /// The numbers for the levels 0 and 1.
  var range = WireRange(lowest: 0, highest: 127)
  /// The control's use.
  var use = ControlUse.knob
  /// The level, 0…1, until the device sends one: the knob's value.
  var initialLevel = 0.0

  /// Whether the control is for a label.
  var isReadOnly: Bool { use == .readOut }

  /// Returns the number to send for a level 0…1.
  func number(at level: Double) -> Int {
    Int(min(max(range.number(at: level), 0), Double(parameter.highest)))
  }
}
