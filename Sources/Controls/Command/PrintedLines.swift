internal import Glibc

/// Splits what a program prints into lines, and keeps of many only the last ones; pure.
///
/// | bytes                          | are                                                    |
/// |--------------------------------|--------------------------------------------------------|
/// | `42\n`                         | a line                                                 |
/// | `4`, then `2\r\n`              | the same                                               |
/// | blanks only                    | nothing                                                |
/// | `muted\n`, `unmuted\n`         | the mute, of which the last counts                     |
/// | more than 1000 before a `\n`   | a line that is too long, which is counted and dropped  |
/// | five lines at once             | the last four                                          |
struct PrintedLines {
  /// What one reading brought.
  struct Batch: Equatable {
    /// The last lines, oldest first, without blanks around them.
    var lines: [[UInt8]] = []
    var isMuted: Bool?
    /// Whether a line was dropped because it is too long.
    var hasLongLine = false
  }

  /// The most bytes of a line.
  static let byteLimit = 1000
  /// How many lines of one reading are kept: a few, because among values there may be other text.
  static let lineLimit = 4

  /// The beginning of a line whose end has not come.
  private var partial: [UInt8] = []
  private var isSkipping = false

  /// Takes the next bytes.
  mutating func take(_ bytes: UnsafeRawBufferPointer) -> Batch {
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
        // Its other part came earlier.
        append(bytes[line], to: &batch)
        finish(into: &batch)
      } else if line.count > Self.byteLimit {
        batch.hasLongLine = true
      } else if let isMuted = Self.mute(bytes[line]) {
        batch.isMuted = isMuted
      } else if bytes[line].contains(where: { !Self.isBlank($0) }) {
        kept.append(line)
        if kept.count > Self.lineLimit { kept.removeFirst() }
      }
    }
    append(bytes[start...], to: &batch)
    batch.lines += kept.map { Array(Array(bytes[$0]).trimmed) }
    batch.lines = batch.lines.suffix(Self.lineLimit)
    return batch
  }

  /// Takes the end of the output as the end of a line.
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

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func mute(_ line: Slice<UnsafeRawBufferPointer>) -> Bool? {
    // Most lines are numbers, and are not compared further.
    guard let first = line.first, first == UInt8(ascii: "m") || first == UInt8(ascii: "u") else {
      return nil
    }
    let word = Array(Array(line.prefix(16)).trimmed)
    if line.count <= 16, word == Array("muted".utf8) { return true }
    return line.count <= 16 && word == Array("unmuted".utf8) ? false : nil
  }
}
