import Testing

/// A layout with a mistake, and what is said about it.
///
/// The files `Bad/*.cases` hold many of them, one after the other with an empty line between:
///
///     === name-of-the-mistake
///     version: 1
///     --- expected
///     name-of-the-mistake.yaml:1:1: error: …
///
/// Where bytes matter that a text cannot show, ` (escaped)` follows the name: then line ends of the
/// case do not count, and `\n`, `\r`, `\t`, `\\` and `\xNN` stand for one byte each.
struct MistakeCase: Sendable, CustomTestStringConvertible {
  var name: String
  var isEscaped = false
  /// The layout as the case file has it.
  var written = ""
  /// The diagnostics as text; empty in a case that was not recorded yet.
  var expected = ""

  var testDescription: String { name }

  /// The file that the layout would be.
  var bytes: [UInt8] {
    guard isEscaped else { return Array(written.utf8) }
    var bytes: [UInt8] = []
    var rest = written.utf8.filter { $0 != UInt8(ascii: "\n") }[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let letter = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      switch letter {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "x"):
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        if let byte = UInt8(digits, radix: 16) { bytes.append(byte) }
        rest = rest.dropFirst(2)
      default: bytes.append(letter)
      }
    }
    return bytes
  }
}

/// One file of cases.
struct CaseFile: Sendable {
  var path: String
  var cases: [MistakeCase] = []

  private static let escaped = " (escaped)"
  private static let expectedMark = "--- expected"

  init(path: String, _ bytes: [UInt8]) {
    self.path = path
    var isExpected = false
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines.map({ String(decoding: $0, as: UTF8.self) }) {
      if line.hasPrefix("=== ") {
        let isEscaped = line.hasSuffix(Self.escaped)
        let name = line.dropFirst(4).dropLast(isEscaped ? Self.escaped.count : 0)
        cases.append(MistakeCase(name: String(name), isEscaped: isEscaped))
        isExpected = false
      } else if !cases.isEmpty {
        if line == Self.expectedMark {
          isExpected = true
        } else if isExpected {
          cases[cases.count - 1].expected += line + "\n"
        } else {
          cases[cases.count - 1].written += line + "\n"
        }
      }
    }
    // The empty line before the next case.
    for index in cases.indices.dropLast() where cases[index].expected.utf8.last == 0x0A {
      cases[index].expected.removeLast()
    }
  }

  var text: String {
    cases.map { row in
      "=== \(row.name)\(row.isEscaped ? Self.escaped : "")\n\(row.written)\(Self.expectedMark)\n"
        + row.expected
    }.joined(separator: "\n")
  }
}
