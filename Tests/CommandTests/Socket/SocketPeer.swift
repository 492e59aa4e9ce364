import ChildPrograms
import Foundation
import JSON
import Linux
import TestPatience
import Testing

/// A program at a panel's socket, scripted by a test.
final class SocketPeer {
  private let reader: OutputReader
  /// The loop of a panel in this process, which answers only while it runs.
  private let loop: EventLoop?
  /// The position of the next line in the bytes read.
  private var position = 0

  /// Connects; blocks while the queue of connections is full.
  init(_ path: String, served loop: EventLoop? = nil) throws {
    self.loop = loop
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = FileDescriptor(owning: try check("socket") { Glibc.socket(AF_UNIX, kind, 0) })
    let number = socket.number
    var limit = timeval(tv_sec: Int(Patience.seconds), tv_usec: 0)
    setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    try check("connect", path) {
      withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
    }
    reader = OutputReader(owning: socket.release())
  }

  /// Sends bytes; returns false if the panel has hung up or accepts nothing.
  @discardableResult
  func send(_ text: String) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Glibc.send(reader.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 {
        var room = pollfd(fd: reader.descriptor, events: Int16(POLLOUT), revents: 0)
        guard errno == EAGAIN, poll(&room, 1, Patience.milliseconds) == 1 else { return false }
      }
      bytes = bytes.dropFirst(max(count, 0))
    }
    return true
  }

  /// Sends as many bytes as the kernel accepts at once.
  func offer(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes {
      Glibc.send(reader.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }

  /// Returns the number of lines received so far.
  func lineCount() -> Int {
    reader.read()
    return reader.bytes.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
  }

  /// Stops sending, and continues to read.
  func endSending() { shutdown(reader.descriptor, Int32(SHUT_WR)) }

  /// Waits for the next line and returns it; returns nil at the end.
  func line() throws -> String? {
    let isThere = { [reader] in
      reader.read()
      return reader.isAtEnd || self.lineEnd != nil
    }
    if let loop {
      try Patience.run(loop, state: reader.text.suffix(200), until: isThere)
    } else {
      try Patience.wait("a line", for: [reader.descriptor], until: isThere)
    }
    guard let end = lineEnd else { return nil }
    defer { position = end + 1 }
    return String(decoding: reader.bytes[position..<end], as: UTF8.self)
  }

  private var lineEnd: Int? { reader.bytes[position...].firstIndex(of: UInt8(ascii: "\n")) }

  /// Sends a request and returns its answer.
  func ask(_ request: String) throws -> JSONValue {
    send(request + "\n")
    let line = try #require(try line())
    return try #require(JSONValue(parsing: Array(line.utf8)), "\(line)")
  }
}
