// Internal types, visible only with `-enable-testing`.
#if DEBUG || TESTABLE
import JSON
import Linux
import Program

@testable import PanelApplication

extension FuzzTarget {
  private static let lineByteLimit = 100

  /// Lines that programs send to the panel's socket, and values as people write them; the first
  /// byte gives the size of the portions.
  static let socket = FuzzTarget(name: "socket", longestInput: 400) { bytes in
    let portion = 1 + Int(bytes.first ?? 0) % 150
    var lines: [LineBuffer.Line] = []
    var buffer = LineBuffer(byteLimit: lineByteLimit)
    for start in stride(from: 0, to: bytes.count, by: portion) {
      let end = min(start + portion, bytes.count)
      Array(bytes[start..<end]).withUnsafeBytes { buffer.append($0) }
      try require(buffer.byteCount <= lineByteLimit + portion, "\(buffer.byteCount) bytes wait")
      while let line = buffer.next() { lines.append(line) }
    }
    for case .text(let line) in lines {
      try require(!line.isEmpty && line.count <= lineByteLimit, "a line of \(line.count) bytes")
      try require(!line.contains(UInt8(ascii: "\n")), "a line with an end in it")
      let json = JSONValue(parsing: line)
      do throws(Problem) {
        if case .set(let settings, _, _) = try SocketRequest(json) {
          for setting in settings { _ = setting.change(names: ["CD", "+5"]) }
        }
      } catch {
        let answer = SocketAnswer.failed(json?["id"], error).line
        try require(
          JSONValue(parsing: Array(answer.utf8)) != nil, "an answer is not JSON: \(answer)")
        try require(!answer.utf8.contains(UInt8(ascii: "\n")), "an answer of two lines")
      }
    }
  }
}
#endif
