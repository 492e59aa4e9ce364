import ChildPrograms
import Foundation
import Testing

/// An output that a program can write to and that is full at first; only `drain` reads it.
final class UnreadOutput {
  enum Kind: String, CaseIterable, Sendable {
    case pipe, terminal, socket
  }

  /// The program's end.
  let writer: FileHandle
  /// The flags of the open file, which the program shares (fcntl(2)).
  var flags: Int32 { fcntl(writer.fileDescriptor, F_GETFL) }

  /// The text read, without the filling.
  var text: String { Self.text(reader.bytes) }

  private let reader: OutputReader
  private static let filling = UInt8(ascii: ".")

  init(_ kind: Kind, isFull: Bool = true) throws {
    var ends: [Int32] = [-1, -1]
    switch kind {
    case .pipe: try #require(pipe(&ends) == 0)
    case .socket: try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    case .terminal:
      var (terminal, shown): (Int32, Int32) = (-1, -1)
      try #require(openpty(&terminal, &shown, nil, nil, nil) == 0)
      ends = [terminal, shown]
    }
    reader = OutputReader(owning: ends[0])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    writer = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    if isFull { fill() }
  }

  /// Writes until there is no room for a single byte.
  private func fill() {
    let descriptor = writer.fileDescriptor
    let before = flags
    _ = fcntl(descriptor, F_SETFL, before | O_NONBLOCK)
    for chunk in [4096, 1] {
      let bytes = [UInt8](repeating: Self.filling, count: chunk)
      while write(descriptor, bytes, chunk) > 0 {}
    }
    _ = fcntl(descriptor, F_SETFL, before)
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.drop { $0 == filling }, as: UTF8.self)
  }

  /// Reads until the text read so far satisfies a condition.
  func drain(_ what: String, until isSo: (String) -> Bool) throws {
    try reader.wait(what) { isSo(Self.text($0)) }
  }

  /// Types keys at the terminal.
  func type(_ keys: String) {
    _ = write(reader.descriptor, keys, keys.utf8.count)
  }

  /// Reads until the text read so far contains `part`.
  func drain(until part: String) throws {
    try drain("“\(part)”") { $0.contains(part) }
  }
}
