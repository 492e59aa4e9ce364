public import Layout

/// A device or program that speaks OSC over UDP; equal values can share a connection.
public struct OSCDesk: ConnectionSettings {
  /// The name of the connection in the layout, for messages.
  public var name = ""
  /// A name or an address (IPv4 or IPv6, without brackets).
  public var host: String
  /// Its UDP port.
  public var port: UInt16
  /// Whether it answers a message without arguments with the address's value.
  public var isQueried = false
  /// The address that subscribes to changes for some seconds; nil if the desk always reports
  /// changes, or never.
  public var subscription: String?
  /// Seconds between subscriptions, and between checks whether a queried desk is online.
  public var renewalSeconds = 8
  /// The local port, for programs that send to a fixed one; nil for any.
  public var listeningPort: UInt16?

  /// Creates the settings of a connection, with the layout file's defaults.
  public init(name: String = "", host: String, port: UInt16) {
    (self.name, self.host, self.port) = (name, host, port)
  }

  /// Models whose settings are known.
  public enum Model: String, CaseIterable, Hashable, Sendable {
    /// Behringer X32, Midas M32.
    case x32
    /// Behringer XR and X Air, Midas MR.
    case xair
  }

  /// Applies the known settings of a model; other keys can override them.
  mutating func adopt(_ model: Model) {
    port = model == .x32 ? 10_023 : 10_024
    isQueried = true
    // A subscription expires after 10 s.
    (subscription, renewalSeconds) = ("/xremote", 8)
  }

  /// The connection's name in messages, such as `connection "desk" (10.0.0.5:10023)`.
  var title: String { "connection \"\(name)\" (\(SocketAddress.text(host, port: port)))" }
}
