import Foundation
import JSON
import Linux
import Testing

/// A program at a panel's socket that says what it likes.
final class SocketPeer {
  private let socket: FileDescriptor
  private var unread: [UInt8] = []

  private struct Failure: Error {}

  init(_ path: String) throws {
    var connected: FileDescriptor?
    // While too many wait, there is no room.
    for _ in 0..<500 {
      do throws(SystemError) {
        connected = try UnixSocket.connect(path)
        break
      } catch {
        guard error.isTemporary else { throw error }
        usleep(10_000)
      }
    }
    guard let found = connected.take() else { throw Failure() }
    socket = found
  }

  /// Sends bytes; false if the panel has hung up, or takes nothing for a second.
  @discardableResult
  func send(_ text: String) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 {
        var poll = pollfd(fd: socket.number, events: Int16(POLLOUT), revents: 0)
        guard errno == EAGAIN, Glibc.poll(&poll, 1, 1000) == 1 else { return false }
      }
      bytes = bytes.dropFirst(max(count, 0))
    }
    return true
  }

  /// Ends what it sends, and goes on reading.
  func endSending() { shutdown(socket.number, Int32(SHUT_WR)) }

  /// The next line, for which it waits for a limited time; nil at the end.
  func line() throws -> String? {
    let deadline = Date(timeIntervalSinceNow: 20)
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeFirst(end + 1) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      var poll = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
      _ = Glibc.poll(&poll, 1, 200)
      try #require(Date.now < deadline, "no answer")
      var portion = [UInt8](repeating: 0, count: 65_536)
      let count = recv(socket.number, &portion, portion.count, Int32(MSG_DONTWAIT))
      if count == 0 { return nil }
      if count > 0 {
        unread += portion[..<count]
      } else if errno != EAGAIN {
        return nil
      }
    }
  }

  /// The answer to a request.
  func ask(_ request: String) throws -> JSONValue {
    send(request + "\n")
    let line = try #require(try line())
    return try #require(JSONValue(parsing: Array(line.utf8)), "\(line)")
  }
}
