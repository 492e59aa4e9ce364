public import LayoutFile

/// Why a layout cannot be shown, in words for the panel itself.
public struct LayoutFault: Error, Sendable {
  /// Name of the file without its folders; empty if that says nothing.
  public var file: String
  public var location: SourceLocation?
  /// One sentence without a full stop; what the file says is set in `backquotes`.
  public var message: String
  public var hint: String?
  /// Further mistakes of the same file.
  public var otherCount = 0

  public init(
    _ message: String, file: String = "", at location: SourceLocation? = nil, hint: String? = nil
  ) {
    self.file = file
    self.location = location
    self.message = message
    self.hint = hint
  }

  /// The first mistake of a file; nil if it has none.
  public init?(_ outcome: LayoutFile.Outcome) {
    let errors = outcome.diagnostics.filter { $0.severity == .error }
    guard let first = errors.first else { return nil }
    self.init(
      first.message, file: Self.name(ofPath: first.span.file.path), at: first.span.start,
      hint: first.hint)
    otherCount = errors.count - 1 + outcome.omittedCount
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
