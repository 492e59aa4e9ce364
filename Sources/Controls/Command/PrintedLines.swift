internal import Glibc

/// Splits a program's output into lines, and keeps only the last few; does no I/O.
///
/// | bytes                          | result                                                 |
/// |--------------------------------|--------------------------------------------------------|
/// | `42\n`                         | a line                                                 |
/// | `4`, then `2\r\n`              | the same                                               |
/// | only blanks                    | nothing                                                |
/// | `muted\n`, `unmuted\n`         | the mute; the last one counts                          |
/// | more than 1000 before a `\n`   | a line that is too long: reported and dropped          |
/// | five lines at once             | the last four                                          |
struct PrintedLines {
  /// The result of one read.
  struct Batch: Equatable {
    /// The last lines, oldest first, without surrounding blanks.
    var lines: [[UInt8]] = []
    var isMuted: Bool?
    /// Whether a line was dropped because it is too long.
    var hasLongLine = false
  }

  /// The size limit of a line, in bytes.
  static let byteLimit = 1000
  /// How many lines of one read are kept: a few, because there may be other text among the values.
  static let lineLimit = 4

  /// The beginning of a line whose end has not arrived.
  private var partial: [UInt8] = []
  private var isSkipping = false

  /// Processes the next bytes.
  mutating func process(_ bytes: UnsafeRawBufferPointer) -> Batch {
    var batch = Batch()
    var kept: [Range<Int>] = []
    kept.reserveCapacity(Self.lineLimit + 1)
    var start = 0
    while let base = bytes.baseAddress, start < bytes.count,
      let end = memchr(base + start, 0x0A, bytes.count - start)
    {
      let line = start..<UnsafeRawPointer(end) - base
      start = line.upperBound + 1
      if !partial.isEmpty || isSkipping {
        // The beginning of the line arrived earlier.
        append(bytes[line], to: &batch)
        finish(into: &batch)
      } else if line.count > Self.byteLimit {
        batch.hasLongLine = true
      } else if let isMuted = Self.mute(bytes[line]) {
        batch.isMuted = isMuted
      } else if bytes[line].contains(where: { !$0.isBlank }) {
        kept.append(line)
        if kept.count > Self.lineLimit { kept.removeFirst() }
      }
    }
    append(bytes[start...], to: &batch)
    batch.lines += kept.map { Array(Array(bytes[$0]).trimmed) }
    batch.lines = batch.lines.suffix(Self.lineLimit)
    return batch
  }

  /// Processes the end of the output, which ends the last line.
  mutating func finish() -> Batch {
    var batch = Batch()
    finish(into: &batch)
    return batch
  }

  private mutating func append(_ bytes: Slice<UnsafeRawBufferPointer>, to batch: inout Batch) {
    guard !isSkipping, partial.count + bytes.count > Self.byteLimit else {
      if !isSkipping { partial += bytes }
      return
    }
    isSkipping = true
    batch.hasLongLine = true
    partial.removeAll()
  }

  private mutating func finish(into batch: inout Batch) {
    let line = partial
    partial.removeAll(keepingCapacity: true)
    isSkipping = false
    if let isMuted = line.withUnsafeBytes({ Self.mute($0[...]) }) {
      batch.isMuted = isMuted
    } else if !line.trimmed.isEmpty {
      batch.lines.append(Array(line.trimmed))
    }
  }

  private static func mute(_ line: Slice<UnsafeRawBufferPointer>) -> Bool? {
    // Most lines are numbers, and need no further comparison.
    guard let first = line.first, first == UInt8(ascii: "m") || first == UInt8(ascii: "u") else {
      return nil
    }
    let word = Array(Array(line.prefix(16)).trimmed)
    if line.count <= 16, word == Array("muted".utf8) { return true }
    return line.count <= 16 && word == Array("unmuted".utf8) ? false : nil
  }
}
