public import Layout
internal import LayoutFile

/// The OSC addresses that one knob drives and reads, as read from the layout.
public struct OSCEndpoint: ControlSettings {
  /// The connection to use; its settings are an `OSCDesk`.
  public var desk: ConnectionLayout
  /// The address to which values are sent.
  public var address: String
  /// The address at which the desk reports the value; nil for `address`.
  public var stateAddress: String?
  /// The control's use.
  var use = ControlUse.knob
  /// Converts between levels and the values on the wire.
  var scale = OSCScale()
  /// The mute switch, separate from the level; nil if there is none.
  public var mute: Mute?
  /// The initial level, 0…1, if the desk cannot be queried: the knob's value.
  public var initialLevel = 0.0

  /// Creates the settings of a control, with the layout file's defaults.
  public init(desk: ConnectionLayout? = nil, address: String) {
    self.desk = desk ?? .unknown
    self.address = address
  }

  /// Whether the control is for a label.
  public var isReadOnly: Bool { use == .readOut }
  /// The connection to the desk.
  public var connection: ConnectionLayout? { desk }

  /// The address that is read.
  var readAddress: String { stateAddress ?? address }

  /// A mute switch.
  public struct Mute: Hashable, Sendable {
    /// The switch's address.
    public var address: String
    /// The number that means "muted", 0 or 1; the other one means "not muted".
    public var muted = 1
    /// The index of the argument in a message, from 1; nil for the only suitable one.
    public var argument: Int?

    /// Creates a mute switch.
    public init(address: String) {
      self.address = address
    }
  }
}
