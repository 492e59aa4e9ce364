internal import Diagnostics
internal import Layout

/// The address of a Home Assistant and the token; equal values can share a connection.
struct HomeAssistantServer: HostConnectionSettings {
  /// The port of a new installation.
  static let usualPort: UInt16 = 8123

  var name = ""
  /// A name or an address (IPv4 or IPv6, without brackets).
  var host = ""
  var port = Self.usualPort
  /// The path before `/api/websocket`; empty or beginning with `/`, without a slash at its end.
  var path = ""
  /// Whether the connection uses TLS, and its settings.
  var isEncrypted = false
  var tls = TLSSettings()
  /// Where the long-lived access token is stored.
  var token = Secret.file("")

  /// Parses a URL with the scheme http, ws, https or wss; nil if it is none, or has a query.
  init?(url: String) {
    let scheme = String(url.prefix { $0 != ":" }).lowercased()
    guard ["http", "ws", "https", "wss"].contains(scheme) else { return nil }
    isEncrypted = ["https", "wss"].contains(scheme)
    let address = HTTPAddress(url, scheme: scheme, defaultPort: isEncrypted ? 443 : 80)
    guard let address, !address.path.hasSubstring("?") else { return nil }
    (host, port) = (address.host, address.port)
    path = address.path
    for end in ["/", "/api/websocket", "/"] where path.hasSuffix(end) {
      path.removeLast(end.count)
    }
  }

  init() {}

  /// The path of the WebSocket.
  var socketPath: String { path + "/api/websocket" }
  /// The host and port, as in a `Host` header.
  var authority: String { HTTPAddress(host: host, port: port, path: "/").authority }
}

extension HomeAssistantServer {
  /// Reads the token, anew for each attempt, so that a corrected file takes effect.
  func readToken() throws(LineSession.Obstacle) -> String {
    do throws(UnreadableSecret) {
      return try token.read()
    } catch {
      throw LineSession.Obstacle(reason: "there is no token: \(error.description)")
    }
  }

  /// Makes the transport of a new connection, with or without TLS.
  func makeTransport() throws(LineSession.Obstacle) -> LineSession.Transport {
    guard isEncrypted else { return LineSession.Transport() }
    do throws(StreamError) {
      return LineSession.Transport(tls: try TLSContext(tls))
    } catch {
      guard case .encryption(let reason) = error else {
        throw LineSession.Obstacle(reason: "TLS failed")
      }
      throw LineSession.Obstacle(reason: "TLS failed: \(reason)")
    }
  }
}
