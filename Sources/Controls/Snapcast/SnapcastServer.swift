internal import Layout
internal import LayoutFile

/// The address of a Snapcast server; equal values can share a connection.
struct SnapcastServer: HostConnectionSettings {
  var name = ""
  var host: String
  /// The TCP port of the server's JSON-RPC, not of its audio or web page.
  var port: UInt16 = 1705
}

/// The target that one knob drives at a Snapcast server, as read from the layout.
struct SnapcastSettings: ControlSettings {
  static let backEnd = "snapcast"

  /// The target of a knob.
  enum Target: Hashable, Sendable {
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
  var server = ConnectionLayout.unknown
  /// The target of the knob.
  var target: Target

  /// The connection to the server.
  var connection: ConnectionLayout? { server }
}
