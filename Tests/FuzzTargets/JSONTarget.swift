import JSON

extension FuzzTarget {
  /// A JSON text; a value that can be read is the same after writing it.
  static let json = FuzzTarget(name: "json", longestInput: 400) { bytes in
    guard let value = JSONValue(parsing: bytes) else { return }
    let line = value.line
    guard let again = JSONValue(parsing: Array(line.utf8)) else {
      throw FuzzFailure(description: "the written text cannot be read: \(line)")
    }
    try require(again.line == line, "\(line) is read as \(again.line)")
    guard let indented = JSONValue(parsing: Array(value.text.utf8)) else {
      throw FuzzFailure(description: "the indented text cannot be read: \(value.text)")
    }
    try require(indented.line == line, "the indented text differs")
  }
}
