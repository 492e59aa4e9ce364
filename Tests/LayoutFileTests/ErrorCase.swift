import Testing

/// A layout with an error, and the expected diagnostics.
///
/// The files `Bad/*.cases` contain many cases, separated by empty lines:
///
///     === name-of-the-error
///     version: 1
///     --- expected
///     name-of-the-error.yaml:1:1: error: …
///
/// For bytes that text cannot show, ` (escaped)` follows the name: then line ends in the case do
/// not count, and `\n`, `\r`, `\t`, `\\` and `\xNN` each stand for one byte.
struct ErrorCase: Sendable, CustomTestStringConvertible {
  var name: String
  var isEscaped = false
  /// The layout as written in the case file.
  var written = ""
  /// The diagnostics as text; empty for a case that has not been recorded yet.
  var expected = ""

  var testDescription: String { name }

  /// The bytes of the layout file.
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

/// A file of cases.
struct CaseFile: Sendable {
  var path: String
  var cases: [ErrorCase] = []

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
        cases.append(ErrorCase(name: String(name), isEscaped: isEscaped))
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
    // Remove the empty line before the next case.
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
