internal import Diagnostics
internal import Glibc
internal import JSON
internal import Layout
internal import Linux

/// The Home Assistant that the environment names, for commands.
///
/// The token is sent only to `HOMEASSISTANT_URL`, never to a server that announces itself.
struct HomeAssistantAccess {
  static let urlVariable = "HOMEASSISTANT_URL"
  static let tokenVariable = "HOMEASSISTANT_TOKEN"
  static let tokenFile = "/etc/knobpanel/homeassistant"
  private static let service = "_home-assistant._tcp.local"
  private static let queryMilliseconds: Int64 = 600

  let url: String
  /// Where the token is: the variable if there is one, or else the file.
  let token: Secret

  /// Reads the environment; nil if it names no server.
  static func read() -> HomeAssistantAccess? {
    guard let url = variable(urlVariable) else { return nil }
    let hasToken = variable(tokenVariable) != nil
    return HomeAssistantAccess(
      url: url, token: hasToken ? .environment(tokenVariable) : .file(tokenFile))
  }

  /// The server's settings.
  ///
  /// - Returns: The settings.
  /// - Throws: If the URL is none.
  func server() throws(LineSession.Obstacle) -> HomeAssistantServer {
    guard var server = HomeAssistantServer(url: url) else {
      throw LineSession.Obstacle(
        reason: "this is not a URL such as http://homeassistant.local:8123")
    }
    (server.name, server.token) = ("home", token)
    return server
  }

  /// Returns an obstacle for a reason why the server does not answer.
  func obstacle(_ reason: String) -> HomeAssistantObstacle {
    HomeAssistantObstacle(
      reason: "Home Assistant at \(VisibleText.quoted(url, limit: 100)): \(reason)",
      advice: "The token is read from \(Self.tokenVariable) or \(Self.tokenFile).")
  }

  /// Returns the URLs of the servers that announce themselves on the network.
  static func announced() -> [String] {
    ServiceQuery.find([service], milliseconds: queryMilliseconds)
      .sorted { ($0.address, $0.port) < ($1.address, $1.port) }
      .map { "http://" + SocketAddress.text($0.address, port: $0.port) }
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
