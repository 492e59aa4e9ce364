/// Lines of text for a terminal of 80 columns.
enum TextLayout {
  static let columns = 80
  /// The start of the right one of two columns.
  static let rightColumn = 26

  /// Wraps text at 80 columns; a longer word gets a line of its own, and line breaks are kept.
  ///
  /// The first line begins with `first`, the others with `indent` spaces.
  static func wrapped(_ text: String, first: String = "", indent: Int = 0) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = first
    var isBlank = true
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      for word in paragraph.split(separator: " ") {
        let space = isBlank ? 0 : 1
        // A first part that is too long gets a line of its own.
        let isFull = isBlank ? line.count > indent : true
        if line.count + space + word.count > columns, isFull {
          lines.append(line)
          line = margin
          isBlank = true
        }
        line += (isBlank ? "" : " ") + word
        isBlank = false
      }
      lines.append(line)
      line = margin
      isBlank = true
    }
    return lines.map(trimmed)
  }

  /// Returns a label with a text on its right, or below it if the label is long.
  static func row(_ label: String, _ text: String) -> [String] {
    let left = "  \(label)"
    guard !text.isEmpty else { return [left] }
    let padding = rightColumn - left.count
    guard padding > 0 else {
      let margin = String(repeating: " ", count: rightColumn)
      return [left] + wrapped(text, first: margin, indent: rightColumn)
    }
    return wrapped(
      text, first: left + String(repeating: " ", count: padding), indent: rightColumn)
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}
