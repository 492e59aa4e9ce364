import Randomness
import Testing

@testable import Controls

@Suite struct PrintedLinesTests {
  private func process(_ lines: inout PrintedLines, _ text: String) -> PrintedLines.Batch {
    Array(text.utf8).withUnsafeBytes { lines.process($0) }
  }

  private func batch(_ lines: [String] = [], muted: Bool? = nil, long: Bool = false)
    -> PrintedLines.Batch
  {
    PrintedLines.Batch(lines: lines.map { Array($0.utf8) }, isMuted: muted, hasLongLine: long)
  }

  @Test(
    "Bytes become lines as in the table of `PrintedLines`",
    arguments: [
      (["42\n"], ["42"], nil, false), (["4", "2\r\n"], ["42"], nil, false),
      ([" \t\n\n"], [], nil, false), (["muted\n"], [], true, false),
      (["mut", "ed\nunmuted\n50\n"], ["50"], false, false),
      (["muted now\n"], ["muted now"], nil, false),
      (["1\n2\n3\n4\n5\n"], ["2", "3", "4", "5"], nil, false), (["x"], [], nil, false),
      ([String(repeating: "5", count: 1001), "1\n7\n"], ["7"], nil, false),
      ([String(repeating: "5", count: 1001) + "\n7\n"], ["7"], nil, true),
      (
        [String(repeating: "5", count: 999) + "\n"], [String(repeating: "5", count: 999)], nil,
        false
      ),
      (["", "\n"], [], nil, false),
    ] as [([String], [String], Bool?, Bool)])
  func rows(_ texts: [String], _ expected: [String], _ isMuted: Bool?, _ isLong: Bool) {
    var lines = PrintedLines()
    var last = PrintedLines.Batch()
    for text in texts { last = process(&lines, text) }
    #expect(last == batch(expected, muted: isMuted, long: isLong))
  }

  @Test func theEndOfTheOutputEndsALine() {
    var lines = PrintedLines()
    #expect(process(&lines, "1\n42") == batch(["1"]))
    #expect(lines.finish() == batch(["42"]))
    #expect(lines.finish() == batch())
  }

  /// The last line does not depend on how the bytes are split.
  @Test(arguments: 0..<50) func cuts(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let bytes = (0..<2000).map { _ in
      Array("0123456789\n\r mutedn".utf8).randomElement(using: &random) ?? 0
    }
    var whole = PrintedLines()
    var expected = bytes.withUnsafeBytes { whole.process($0) }.lines.last
    expected = whole.finish().lines.last ?? expected
    var parts = PrintedLines()
    var found: [UInt8]?
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(Int.random(in: 1...300, using: &random)))
      rest = rest.dropFirst(part.count)
      found = part.withUnsafeBytes { parts.process($0) }.lines.last ?? found
    }
    found = parts.finish().lines.last ?? found
    #expect(found == expected)
  }
}
