public import Layout
internal import LayoutFile

/// The address of a Snapcast server; equal values can share a connection.
public struct SnapcastServer: ConnectionSettings {
  /// The name of the connection in the layout, for messages.
  public var name: String
  /// A name or an address (IPv4 or IPv6, without brackets).
  public var host: String
  /// The TCP port of the server's JSON-RPC, not of its audio or web page.
  public var port: UInt16

  /// Creates the settings of a connection, by default with Snapcast's default port.
  public init(name: String = "", host: String, port: UInt16 = 1705) {
    self.name = name
    self.host = host
    self.port = port
  }

  /// The connection's name in messages, such as `connection "house" (10.0.0.2:1705)`.
  var title: String { "connection \"\(name)\" (\(SocketAddress.text(host, port: port)))" }
}

/// The target that one knob drives at a Snapcast server, as read from the layout.
public struct SnapcastSettings: ControlSettings {
  /// The target of a knob.
  public enum Target: Hashable, Sendable {
    /// One client: by its configured name, its host's name or its ID.
    case client(String)
    /// The clients of a group: by its name or its ID.
    case group(String)
    /// The clients of all groups that play a stream: by its ID or name.
    case stream(String)

    /// The title in messages, such as `client "Kitchen"`.
    var title: String {
      switch self {
      case .client(let name): "client \"\(name)\""
      case .group(let name): "group \"\(name)\""
      case .stream(let name): "stream \"\(name)\""
      }
    }
  }

  /// The connection to use; its settings are a `SnapcastServer`.
  public var server: ConnectionLayout
  /// The target of the knob.
  public var target: Target

  /// Creates the settings of a control.
  public init(server: ConnectionLayout? = nil, target: Target) {
    self.server = server ?? .unknown
    self.target = target
  }

  /// The connection to the server.
  public var connection: ConnectionLayout? { server }
}
