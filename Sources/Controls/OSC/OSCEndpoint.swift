public import Layout
internal import LayoutFile

/// What one knob sends to an OSC address and hears from it, as read from the layout.
public struct OSCEndpoint: ControlSettings {
  /// The connection to use; its settings are an `OSCDesk`.
  public var desk: ConnectionLayout
  /// The address to which values are sent.
  public var address: String
  /// The address where it tells its value; nil for `address`.
  public var stateAddress: String?
  /// What it is for.
  var use = ControlUse.knob
  /// What stands for levels on the wire.
  var scale = OSCScale()
  /// Where it is muted apart from its level; nil if it is not.
  public var mute: Mute?
  /// The first level of a device that is not asked for its value, 0…1: the knob's value.
  public var initialLevel = 0.0

  /// Creates the settings of a control; the defaults are those of the layout file.
  public init(desk: ConnectionLayout? = nil, address: String) {
    self.desk = desk ?? .unknown
    self.address = address
  }

  /// True for a label.
  public var isReadOnly: Bool { use == .readOut }
  /// The connection to the desk.
  public var connection: ConnectionLayout? { desk }

  /// The address that is read.
  var readAddress: String { stateAddress ?? address }

  /// A switch that mutes.
  public struct Mute: Hashable, Sendable {
    /// Its address.
    public var address: String
    /// What is sent for "muted", 0 or 1; the other one is "not muted".
    public var muted = 1
    /// Which argument of a message it is, from 1; nil for the only one that can be.
    public var argument: Int?

    /// Creates a mute.
    public init(address: String) {
      self.address = address
    }
  }
}
