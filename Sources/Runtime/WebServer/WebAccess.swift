/// Decides which requests are answered: those to a name of this server, with its token if any.
///
/// A page of another origin can send requests here from a browser: to this address, which `Host`
/// and `Origin` reveal, or to a name of its own that now resolves to this address (DNS rebinding),
/// which `Host` reveals.
public struct WebAccess: Sendable {
  /// Why a request is refused.
  public enum Refusal: Hashable, Sendable {
    /// It is for another name or port, or has no `Host`.
    case host
    /// It comes from a page of another origin, or lacks a required `Origin`.
    case origin
    /// The token is missing or wrong.
    case token
  }

  /// The TCP port at which the server listens.
  public var port: Int
  /// The names and addresses of the server, in lower case, with IPv6 addresses in brackets.
  public var hosts: Set<String>
  /// Required in each URL that shows or changes something; nil for none.
  public var token: String?

  /// The names of a server that listens on the loopback interface only.
  public static let loopbackHosts: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

  /// Creates access by these names at this port.
  public init(port: Int, hosts: Set<String> = loopbackHosts, token: String? = nil) {
    self.port = port
    self.hosts = hosts
    self.token = token
  }

  /// Checks whether a request is refused.
  ///
  /// - Parameters:
  ///   - host: Its `Host` header.
  ///   - origin: Its `Origin` header.
  ///   - query: The part of its target after the question mark.
  ///   - needsOrigin: True for a WebSocket, as browsers always send its origin (RFC 6455, 10.2).
  ///   - needsToken: False for contents that are the same for all clients.
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

  /// Compares two texts in a time that does not reveal how much of them is equal.
  private static func isEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
