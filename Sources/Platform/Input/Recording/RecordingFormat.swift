/// The file format of a recording.
enum RecordingFormat {
  case evemu
  case libinputRecord

  /// Detects the format by the first line that is unique to one format.
  ///
  /// - Parameter bytes: The contents of a file.
  /// - Returns: The format, and the start of that line; nil if there is no such line.
  static func find(in bytes: [UInt8]) -> (format: RecordingFormat, start: Int)? {
    var lines = Lines(bytes)
    while let line = lines.next() {
      if EvemuLine.letter(of: line) != nil { return (.evemu, line.startIndex) }
      if topLevelKeys.contains(where: { line.starts(with: $0.utf8) }) {
        return (.libinputRecord, line.startIndex)
      }
    }
    return nil
  }

  private static let topLevelKeys = ["version:", "ndevices:", "devices:"]
}

/// Splits text into lines, without their LF or CR LF.
struct Lines {
  private let bytes: [UInt8]
  private var start = 0
  /// The number of the line last returned by `next`, from 1.
  private(set) var number = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func next() -> ArraySlice<UInt8>? {
    guard start < bytes.endIndex else { return nil }
    let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    var line = bytes[start..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    start = end + 1
    number += 1
    return line
  }
}
