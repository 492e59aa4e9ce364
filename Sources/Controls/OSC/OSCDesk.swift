public import Layout

/// A device or program that is spoken to by OSC over UDP; equal values can share a connection.
public struct OSCDesk: ConnectionSettings {
  /// The name of the connection in the layout, for messages.
  public var name = ""
  /// A name or an address (IPv4 or IPv6, without brackets).
  public var host: String
  /// Its UDP port.
  public var port: UInt16
  /// Whether it answers an address without arguments with the value.
  public var isQueried = false
  /// The address that has it tell changes for some seconds; nil if it tells them anyway, or never.
  public var subscription: String?
  /// Seconds between subscriptions, and between the questions whether a queried desk is there.
  public var renewalSeconds = 8
  /// Our own port, for programs that send to a fixed one; nil for any.
  public var listeningPort: UInt16?

  /// Creates the settings of a connection; the defaults are those of the layout file.
  public init(name: String = "", host: String, port: UInt16) {
    (self.name, self.host, self.port) = (name, host, port)
  }

  /// The devices whose ways are known.
  public enum Model: String, CaseIterable, Hashable, Sendable {
    /// Behringer X32, Midas M32.
    case x32
    /// Behringer XR and X Air, Midas MR.
    case xair
  }

  /// Takes what is known of a model; all of it can be changed after that.
  mutating func adopt(_ model: Model) {
    port = model == .x32 ? 10_023 : 10_024
    isQueried = true
    // It lapses after 10 s.
    (subscription, renewalSeconds) = ("/xremote", 8)
  }

  /// The connection's name in messages, such as `connection "desk" (10.0.0.5:10023)`.
  var title: String {
    "connection \"\(name)\" (\(host.contains(":") ? "[\(host)]" : host):\(port))"
  }
}
