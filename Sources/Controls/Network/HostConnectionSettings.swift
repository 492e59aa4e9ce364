internal import Layout

/// The settings of a connection to a host.
protocol HostConnectionSettings: ConnectionSettings {
  /// The name of the connection in the layout, for messages.
  var name: String { get set }
  /// A name or an address (IPv4 or IPv6, without brackets).
  var host: String { get }
  var port: UInt16 { get }
}

extension HostConnectionSettings {
  /// Takes the settings of a connection, with its name; nil if they are of another kind.
  init?(of connection: ConnectionLayout) {
    guard let settings = connection.settings as? Self else { return nil }
    self = settings
    name = connection.name
  }

  /// The connection's name in messages, such as `connection "home" (10.0.0.2:1883)`.
  var title: String { "connection \"\(name)\" (\(SocketAddress.text(host, port: port)))" }
}
