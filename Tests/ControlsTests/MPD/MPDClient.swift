import Glibc

@testable import Controls

/// Another client of an MPD server; it waits for each answer.
final class MPDClient {
  private let descriptor: Int32
  private var bytes: [UInt8] = []

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let address = SocketAddress.numeric("127.0.0.1", port: port)
    var limit = timeval(tv_sec: Int(Patience.seconds), tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    guard address?.withAddress({ connect(descriptor, $0, $1) }) == 0 else {
      // All properties are set, so deinit closes the socket.
      throw SnapServer.Failure(description: "nothing listens at \(port)")
    }
    _ = try takeLine()
    try ask("password secret")
  }

  deinit {
    close(descriptor)
  }

  /// Sends a command, and returns the lines of its answer before `OK`.
  @discardableResult
  func ask(_ command: String) throws -> [String] {
    let line = Array((command + "\n").utf8)
    _ = send(descriptor, line, line.count, Int32(MSG_NOSIGNAL))
    var lines: [String] = []
    while true {
      let line = try takeLine()
      if line == "OK" { return lines }
      guard !line.hasPrefix("ACK") else { throw SnapServer.Failure(description: line) }
      lines.append(line)
    }
  }

  /// Returns a value of the server's status.
  func status(_ name: String) throws -> String? {
    try ask("status").first { $0.hasPrefix(name + ": ") }.map {
      String($0.dropFirst(name.count + 2))
    }
  }

  private func takeLine() throws -> String {
    while true {
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        defer { bytes.removeFirst(end + 1) }
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { throw SnapServer.Failure(description: "the server is silent") }
      bytes += chunk[..<count]
    }
  }
}
