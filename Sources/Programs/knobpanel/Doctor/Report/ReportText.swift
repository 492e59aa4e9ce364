internal import Diagnostics

/// The text of a report, limited in size and without private parts.
struct ReportText {
  /// The maximum size of the whole text in bytes.
  static let byteLimit = 65_536
  /// The maximum number of lines of a section.
  static let lineLimit = 200
  /// The maximum number of characters of a line.
  static let characterLimit = 240

  /// What is hidden in lines added from now on.
  var privateText: PrivateText
  private(set) var text = ""
  private var isCut = false

  private static let end = "The report is cut here, at \(byteLimit / 1024) KB.\n"

  /// Creates an empty text.
  init(hiding privateText: PrivateText) { self.privateText = privateText }

  /// Adds a section; a part of a line that is too long, and lines that are too many, are counted.
  ///
  /// - Parameters:
  ///   - title: The heading.
  ///   - lines: Its lines, from any source; "none" if there are none.
  ///   - milliseconds: How long it took to find them.
  mutating func add(_ title: String, _ lines: [String], milliseconds: Int64) {
    append("\n\(title)  (\(milliseconds) ms)")
    for line in lines.isEmpty ? ["none"] : lines.prefix(Self.lineLimit) where !isCut {
      append("  " + shown(line))
    }
    if lines.count > Self.lineLimit { append("  ... and \(lines.count - Self.lineLimit) more") }
  }

  /// Adds a line of this program.
  mutating func append(_ line: String) {
    guard !isCut else { return }
    let isLast = text.utf8.count + line.utf8.count + 1 > Self.byteLimit - Self.end.utf8.count
    text += isLast ? Self.end : line + "\n"
    isCut = isLast
  }

  private func shown(_ line: String) -> String {
    let shown = privateText.hidden(in: VisibleText.printable(line))
    guard shown.count > Self.characterLimit else { return shown }
    return "\(shown.prefix(Self.characterLimit))..."
  }
}
