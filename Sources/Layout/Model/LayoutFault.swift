public import Diagnostics

/// Why a layout cannot be shown, worded for display on the panel.
public struct LayoutFault: Error, Sendable {
  /// Name of the file without its folders; empty if the fault is not about a file.
  public var file: String
  /// Location of the fault in the file; nil if it has none.
  public var location: SourceLocation?
  /// The faulty part of the file's text, for an excerpt.
  public var span: SourceSpan?
  /// One sentence without a full stop; quotations from the file are in `backquotes`.
  public var message: String
  /// How to fix the fault; nil if there is nothing to add.
  public var hint: String?
  /// Number of further errors in the same file.
  public var otherCount = 0
  /// The readable settings of the panel, such as its rotation; nil if none could be read.
  public var panel: PanelLayout?
  /// All errors as text for a terminal; empty for other kinds of faults.
  public var report = ""

  /// Creates a fault from its message and position.
  public init(
    _ message: String, file: String = "", at location: SourceLocation? = nil, hint: String? = nil
  ) {
    self.file = file
    self.location = location
    self.message = message
    self.hint = hint
  }

  /// The location of the fault, such as "volume.yaml:12:5".
  public var locationText: String {
    guard let location else { return file }
    return "\(file):\(location.line):\(location.column)"
  }

  /// Returns the last component of a path.
  public static func name(ofPath path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

extension LayoutFault {
  /// The location and the message in one line, such as "volume.yaml:12:5 unknown key 'diametr'".
  public var line: String {
    let words = Self.words(message)
    return locationText.isEmpty ? words : "\(locationText) \(words)"
  }

  /// Returns the text with typographic quotation marks instead of backquotes.
  private static func words(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .reduce(into: "") { text, part in
        // Odd-numbered backquotes open a quotation, even-numbered ones close it.
        let quote = part.offset == 0 ? "" : part.offset % 2 == 1 ? "\u{2018}" : "\u{2019}"
        text += quote + part.element
      }
  }

  /// Returns the text as a sentence for the panel: capitalised, with typographic quotation marks.
  public static func sentence(_ text: String) -> String {
    let words = words(text)
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// The location of the fault, such as "volume.yaml, line 12, column 5".
  public var locationInWords: String {
    guard let location else { return file }
    return "\(file), line \(location.line), column \(location.column)"
  }
}
