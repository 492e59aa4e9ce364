public import Diagnostics

/// Why a layout cannot be shown, in words for the panel itself.
public struct LayoutFault: Error, Sendable {
  /// Name of the file without its folders; empty if that says nothing.
  public var file: String
  public var location: SourceLocation?
  /// The place in the file's text, to show it.
  public var span: SourceSpan?
  /// One sentence without a full stop; what the file says is set in `backquotes`.
  public var message: String
  public var hint: String?
  /// Further mistakes of the same file.
  public var otherCount = 0
  /// What is known of the panel all the same, such as how it is mounted.
  public var panel: PanelLayout?
  /// All mistakes as they are told on a terminal; empty for a fault of another kind.
  public var report = ""

  public init(
    _ message: String, file: String = "", at location: SourceLocation? = nil, hint: String? = nil
  ) {
    self.file = file
    self.location = location
    self.message = message
    self.hint = hint
  }

  /// Where it is: "volume.yaml:12:5".
  public var place: String {
    guard let location else { return file }
    return "\(file):\(location.line):\(location.column)"
  }

  public static func name(ofPath path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

extension LayoutFault {
  /// Everything in one line: "volume.yaml:12:5 unknown key 'diametr'".
  public var line: String {
    let words = Self.words(message)
    return place.isEmpty ? words : "\(place) \(words)"
  }

  /// Text as it is set in type, where a backquote looks like a fly.
  private static func words(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .reduce(into: "") { text, part in
        // The first of two opens, the second closes.
        let quote = part.offset == 0 ? "" : part.offset % 2 == 1 ? "\u{2018}" : "\u{2019}"
        text += quote + part.element
      }
  }

  public static func sentence(_ text: String) -> String {
    let words = words(text)
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  public var placeInWords: String {
    guard let location else { return file }
    return "\(file), line \(location.line), column \(location.column)"
  }
}
