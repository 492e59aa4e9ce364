internal import Diagnostics
internal import JSON

/// The opening handshake of a WebSocket client (RFC 6455, section 4).
package struct WebSocketHandshake {
  /// The size limit in bytes of the server's answer.
  static let answerByteLimit = 8192
  private static let guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  /// The key of one connection, in Base64.
  let key: String

  /// Creates a handshake with a random key.
  init() {
    key = Base64.encode((0..<16).map { _ in UInt8.random(in: .min ... .max) })
  }

  init(key: String) {
    self.key = key
  }

  /// The value with which the server proves that it has read the key.
  var expectedAccept: String { Self.accept(for: key) }

  /// Returns the value with which a server proves that it has read a key.
  package static func accept(for key: String) -> String {
    Base64.encode(SHA1.hash(Array((key + guid).utf8)))
  }

  /// Returns the request.
  ///
  /// - Parameters:
  ///   - path: The path of the URL, beginning with `/`.
  ///   - authority: The host and port, as in a `Host` header.
  /// - Returns: The bytes to send.
  func request(path: String, authority: String) -> [UInt8] {
    let lines = [
      "GET \(path) HTTP/1.1", "Host: \(authority)", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13", "User-Agent: knobpanel", "", "",
    ]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  /// Returns why the server has not opened a WebSocket, as one line; nil if it has.
  ///
  /// The argument is the head of its answer, without the empty line.
  func refusal(_ head: [UInt8]) -> String? {
    guard let message = try? HTTPReader.message(String(decoding: head, as: UTF8.self)),
      let status = message.status
    else { return "the server there does not speak HTTP; check `url`" }
    guard status == 101 else { return Self.refusal(of: status, to: message.headers["location"]) }
    let words = { (name: String) in
      (message.headers[name] ?? "").lowercased().split { $0 == "," || $0 == " " }
    }
    guard words("upgrade") == ["websocket"], words("connection").contains("upgrade"),
      message.headers["sec-websocket-accept"] == expectedAccept
    else { return "its answer to the WebSocket handshake is wrong; check `url`" }
    // None were offered.
    guard message.headers["sec-websocket-extensions"] == nil,
      message.headers["sec-websocket-protocol"] == nil
    else { return "it answers the WebSocket handshake with what was not offered" }
    return nil
  }

  private static func refusal(of status: Int, to location: String?) -> String {
    switch status {
    case 300..<400:
      let target = location.map { " to \($0.prefix(100))" } ?? ""
      return "it redirects\(VisibleText.printable(target)) (HTTP \(status)); correct `url`"
    case 403: return "it refuses this panel's address (HTTP 403); see `ip_bans.yaml` there"
    default:
      return "it answers HTTP \(status) instead of opening a WebSocket; check `url`"
    }
  }
}
