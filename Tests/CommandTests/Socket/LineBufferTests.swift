import Linux
import Randomness
import Testing

@testable import PanelApplication

extension LineBuffer {
  fileprivate mutating func append(_ bytes: some Collection<UInt8>) {
    Array(bytes).withUnsafeBytes { append($0) }
  }
}

/// Lines that arrive in portions; the numbers are the rows of the table of `LineBuffer`.
@Suite struct LineBufferTests {
  private func lines(_ portions: [String], limit: Int = 8) -> [LineBuffer.Line] {
    var buffer = LineBuffer(byteLimit: limit)
    var lines: [LineBuffer.Line] = []
    for portion in portions {
      buffer.append(Array(portion.utf8))
      while let line = buffer.next() { lines.append(line) }
    }
    return lines
  }

  private func text(_ line: String) -> LineBuffer.Line { .text(Array(line.utf8)) }

  @Test("1: lines up to the limit, in any portions") func whole() {
    #expect(lines(["12345678\nab\r\n"]) == [text("12345678"), text("ab")])
    #expect(lines(["1234", "5678", "\na", "b\r", "\n"]) == [text("12345678"), text("ab")])
    #expect(lines(["no end"]).isEmpty)
  }

  @Test("2: a longer line is too long, whether its end arrives in the same portion or not")
  func tooLong() {
    #expect(lines(["123456789\nab\n"]) == [.tooLong, text("ab")])
    #expect(lines(["123456789", "0\nab\n"]) == [.tooLong, text("ab")])
    #expect(lines(["12345678", "9", "0", "\nab\n"]) == [.tooLong, text("ab")])
  }

  @Test("3: empty lines are ignored") func empty() {
    #expect(lines(["\n\r\n\n", "\n", "a\n\n"]) == [text("a")])
  }

  @Test("A request has at most 65,536 bytes, in any portions")
  func documented() {
    for portion in [65_535, 65_536, 65_537, 16_384, 1000] {
      for excess in 0...1 {
        let line = [UInt8](
          repeating: UInt8(ascii: "x"), count: SocketConnection.lineByteLimit + excess)
        var buffer = LineBuffer(byteLimit: SocketConnection.lineByteLimit)
        var rest = (line + [UInt8(ascii: "\n")])[...]
        var found: [LineBuffer.Line] = []
        while !rest.isEmpty {
          buffer.append(rest.prefix(portion))
          rest = rest.dropFirst(portion)
          while let line = buffer.next() { found.append(line) }
        }
        #expect(found == [excess == 0 ? .text(line) : .tooLong], "\(portion) \(excess)")
      }
    }
  }

  @Test("Any bytes in any portions give the same lines, within bounded memory")
  func anything() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
        [UInt8](Array("ab\r\n\n".utf8)).randomElement(using: &generator) ?? 0
      }
      let wanted = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .dropLast().compactMap { line -> LineBuffer.Line? in
          if line.count > 8 { return .tooLong }
          let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
          return text.isEmpty ? nil : .text(Array(text))
        }
      var buffer = LineBuffer(byteLimit: 8)
      var found: [LineBuffer.Line] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...5, using: &generator)
        buffer.append(rest.prefix(count))
        rest = rest.dropFirst(count)
        #expect(buffer.byteCount <= 8 + 5)
        while let line = buffer.next() { found.append(line) }
      }
      // A line that is too long is reported before its end.
      #expect(found.prefix(wanted.count) == wanted[...] && found.count <= wanted.count + 1)
    }
  }
}
