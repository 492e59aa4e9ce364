public import Layout
internal import LayoutFile

/// The address of a Snapcast server; equal values can share a connection.
public struct SnapcastServer: ConnectionSettings {
  /// The name of the connection in the layout, for messages.
  public var name: String
  /// A name or an address (IPv4 or IPv6, without brackets).
  public var host: String
  /// The TCP port of its JSON-RPC, not that of its audio or its web page.
  public var port: UInt16

  /// Creates the settings of a connection; the default port is Snapcast's own.
  public init(name: String = "", host: String, port: UInt16 = 1705) {
    self.name = name
    self.host = host
    self.port = port
  }

  /// The connection's name in messages, such as `connection "house" (10.0.0.2:1705)`.
  var title: String {
    let isAddress6 = host.contains(":")
    return "connection \"\(name)\" (\(isAddress6 ? "[\(host)]" : host):\(port))"
  }
}

/// What one knob drives at a Snapcast server, as read from the layout.
public struct SnapcastSettings: ControlSettings {
  /// What a knob turns.
  public enum Target: Hashable, Sendable {
    /// One client: by its configured name, its host's name or its id.
    case client(String)
    /// The clients of a group: by its name or its id.
    case group(String)
    /// The clients of all groups that play a stream: by its id or name.
    case stream(String)

    /// For messages, such as `client "Kitchen"`.
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
  /// What the knob turns.
  public var target: Target

  /// Creates the settings of a control.
  public init(server: ConnectionLayout? = nil, target: Target) {
    self.server = server ?? .unknown
    self.target = target
  }

  /// The connection to the server.
  public var connection: ConnectionLayout? { server }
}
