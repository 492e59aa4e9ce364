internal import Layout
internal import LayoutFile

/// The OSC addresses that one knob drives and reads, as read from the layout.
struct OSCEndpoint: ControlSettings {
  static let backEnd = "osc"

  /// The connection to use; its settings are an `OSCDesk`.
  var desk = ConnectionLayout.unknown
  /// The address to which values are sent.
  var address: String
  /// The address at which the desk reports the value; nil for `address`.
  var stateAddress: String?
  /// The control's use.
  var use = ControlUse.knob
  /// Converts between levels and the values on the wire.
  var scale = OSCScale()
  /// The mute switch, separate from the level; nil if there is none.
  var mute: Mute?
  /// The initial level, 0…1, if the desk cannot be queried: the knob's value.
  var initialLevel = 0.0

  /// Whether the control is for a label.
  var isReadOnly: Bool { use == .readOut }
  /// The connection to the desk.
  var connection: ConnectionLayout? { desk }

  /// The address that is read.
  var readAddress: String { stateAddress ?? address }

  /// A mute switch.
  struct Mute: Hashable, Sendable {
    /// The switch's address.
    var address: String
    /// The number that means "muted", 0 or 1; the other one means "not muted".
    var muted = 1
    /// The index of the argument in a message, from 1; nil for the only suitable one.
    var argument: Int?
  }
}
