import Glibc
import JSON

@testable import Controls

/// Another controller of a Snapcast server, like its app; it waits for each answer.
final class SnapController {
  private let descriptor: Int32
  private var bytes: [UInt8] = []
  private var lastID = 0
  /// The notifications so far, with their parameters.
  private(set) var notifications: [(method: String, parameters: JSONValue)] = []

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let address = SocketAddress.numeric("127.0.0.1", port: port)
    var limit = timeval(tv_sec: Int(Patience.seconds), tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    guard address?.withAddress({ connect(descriptor, $0, $1) }) == 0 else {
      // All properties are set, so deinit closes the socket.
      throw SnapServer.Failure(description: "nothing listens at \(port)")
    }
  }

  deinit {
    close(descriptor)
  }

  @discardableResult
  func ask(_ method: String, _ parameters: JSONValue? = nil) throws -> JSONValue {
    lastID += 1
    var request: [(key: String, value: JSONValue)] = [
      ("id", .number(Double(lastID))), ("jsonrpc", "2.0"), ("method", .string(method)),
    ]
    if let parameters { request.append(("params", parameters)) }
    let line = Array((JSONValue.object(request).line + "\r\n").utf8)
    _ = send(descriptor, line, line.count, Int32(MSG_NOSIGNAL))
    while true {
      let message = JSONValue(parsing: try takeLine())
      if let method = message?["method"]?.string {
        notifications.append((method, message?["params"] ?? .null))
      } else if case .number(Double(lastID))? = message?["id"] {
        return message?["result"] ?? .null
      }
    }
  }

  func status() throws -> SnapcastStatus {
    guard let status = SnapcastStatus(try ask("Server.GetStatus")) else {
      throw SnapServer.Failure(description: "no status")
    }
    return status
  }

  func setVolume(_ client: String, percent: Int) throws {
    try ask(
      "Client.SetVolume",
      ["id": .string(client), "volume": ["percent": .number(Double(percent))]])
  }

  /// Returns the reported volumes of a client so far, oldest first.
  func heardVolumes(of client: String) throws -> [Int] {
    // All earlier notifications arrive before this answer.
    _ = try status()
    return notifications.compactMap { notification in
      guard notification.method == "Client.OnVolumeChanged",
        notification.parameters["id"]?.string == client
      else { return nil }
      return SnapcastStatus.VolumeReport(notification.parameters["volume"])?.percent
    }
  }

  private func takeLine() throws -> [UInt8] {
    while true {
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        defer { bytes.removeFirst(end + 1) }
        return Array(bytes[..<end])
      }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { throw SnapServer.Failure(description: "the server is silent") }
      bytes += chunk[..<count]
    }
  }
}
