/// Whose requests are answered: those for a name of this server, and with its token if it has one.
///
/// A page from elsewhere that a browser shows can send requests here: to this address, which its `Host`
/// and `Origin` give away, or to a name of its own that suddenly means this address (DNS rebinding),
/// which `Host` gives away.
public struct WebAccess: Sendable {
  /// Why a request is refused.
  public enum Refusal: Hashable, Sendable {
    /// It is for another name or port, or says none.
    case host
    /// It comes from a page of another origin, or says none where it has to.
    case origin
    /// The token is missing or wrong.
    case token
  }

  /// The TCP port at which the server listens.
  public var port: Int
  /// The names and addresses by which browsers call it, in lower case, IPv6 addresses in brackets.
  public var hosts: Set<String>
  /// Part of each URL that shows or changes something; nil if none is needed.
  public var token: String?

  /// The names of a server that listens on the loopback interface only.
  public static let loopbackHosts: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

  /// Access by these names at this port.
  public init(port: Int, hosts: Set<String> = loopbackHosts, token: String? = nil) {
    self.port = port
    self.hosts = hosts
    self.token = token
  }

  /// Whether a request is refused.
  ///
  /// - Parameters:
  ///   - host: Its `Host` header.
  ///   - origin: Its `Origin` header.
  ///   - query: The part of its target after the question mark.
  ///   - needsOrigin: True for a WebSocket, for which browsers always say the origin (RFC 6455, 10.2).
  ///   - needsToken: False for what is the same for everybody.
  /// - Returns: Why it is refused; nil if it is answered.
  public func refusal(
    host: String?, origin: String?, query: String, needsOrigin: Bool, needsToken: Bool
  ) -> Refusal? {
    guard let host = host?.lowercased(), names(host) else { return .host }
    switch origin?.lowercased() {
    case nil: if needsOrigin { return .origin }
    case "http://" + host: break
    default: return .origin
    }
    if needsToken, let token, !Self.isEqual(Self.token(in: query), token) { return .token }
    return nil
  }

  /// Whether a `Host` header, in lower case, names this server.
  private func names(_ host: String) -> Bool {
    let suffix = ":\(port)"
    if host.hasSuffix(suffix) { return hosts.contains(String(host.dropLast(suffix.count))) }
    return port == 80 && hosts.contains(host)
  }

  /// The value of `token` in a query; empty if there is none.
  private static func token(in query: String) -> String {
    let prefix = "token="
    let field = query.split(separator: "&").first { $0.hasPrefix(prefix) }
    return field.map { String($0.dropFirst(prefix.count)) } ?? ""
  }

  /// Compares two texts in a time that does not tell how much of them is equal.
  private static func isEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
