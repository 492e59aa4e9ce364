// Internal types, visible only with `-enable-testing`.
#if DEBUG || TESTABLE
@testable import Controls

extension FuzzTarget {
  /// The output of a program, in any portions, and its lines as values of a knob and of a wheel.
  ///
  /// The first three bytes give the sizes of the portions.
  static let printed = FuzzTarget(name: "printed", longestInput: 3000) { bytes in
    let sizes = (bytes.prefix(3) + [0, 0, 0]).prefix(3).map { Int($0) * 8 + 1 }
    let stream = Array(bytes.dropFirst(3))
    var reader = PrintedLines()
    var wheel = ValueText()
    wheel.words = ["Radio", "None", "1"]
    var (start, count) = (0, 0)
    while start < stream.count {
      let end = min(start + sizes[count % 3], stream.count)
      try check(stream[start..<end].withUnsafeBytes { reader.process($0) }, wheel)
      (start, count) = (end, count + 1)
    }
    try check(reader.finish(), wheel)
  }

  private static func check(_ batch: PrintedLines.Batch, _ wheel: ValueText) throws {
    try require(batch.lines.count <= PrintedLines.lineLimit, "\(batch.lines.count) lines")
    for line in batch.lines {
      try require(line.count <= PrintedLines.byteLimit, "a line of \(line.count) bytes")
      for value in [ValueText(), wheel] {
        guard case .level(let level) = value.read(line) else { continue }
        try require((0...1).contains(level), "a level of \(level)")
      }
    }
  }
}
#endif
