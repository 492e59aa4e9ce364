public import Layout

/// What one knob is at a MIDI device, as read from the layout.
public struct MIDISettings: ControlSettings {
  /// The port's or the device's name, or the port's address.
  public var port: String
  /// 1…16.
  public var channel = 1
  /// The controller or parameter.
  var parameter = MIDIParameter.controller(0)
  /// The numbers for the levels 0 and 1.
  public var range = WireRange(lowest: 0, highest: 127)
  /// What it is for.
  public var use = ControlUse.knob
  /// The first level, 0…1, until the device tells one: the knob's value.
  public var initialLevel = 0.0

  /// Creates the settings of a control; the defaults are those of the layout file.
  public init(port: String) {
    self.port = port
  }

  /// True for a label.
  public var isReadOnly: Bool { use == .readOut }

  /// The number that is sent for a level 0…1.
  func number(at level: Double) -> Int {
    Int(min(max(range.number(at: level), 0), Double(parameter.highest)))
  }
}
