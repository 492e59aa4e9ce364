/// An error or a warning about a layout file.
public struct Diagnostic: Error, Sendable {
  /// How serious a diagnostic is.
  public enum Severity: String, Sendable {
    /// The file cannot be used as it is.
    case error
    /// The file can be used, but probably not as intended.
    case warning
  }

  /// Another location that explains the diagnostic.
  public struct Related: Sendable {
    /// The other location.
    public var span: SourceSpan
    /// A description of the location; one sentence without a full stop.
    public var message: String

    /// Creates a reference to another location.
    public init(span: SourceSpan, message: String) {
      self.span = span
      self.message = message
    }
  }

  /// How serious the diagnostic is.
  public var severity: Severity
  /// The location of the diagnostic.
  public var span: SourceSpan
  /// One sentence without a full stop, plain text; quotations from the file are in `backquotes`.
  public var message: String
  /// How to correct the file; nil if that is unknown or obvious.
  public var hint: String?
  /// Other locations that explain the diagnostic.
  public var related: [Related]

  /// Creates a diagnostic at a location.
  public init(
    _ severity: Severity, _ message: String, at span: SourceSpan, hint: String? = nil,
    related: [Related] = []
  ) {
    self.severity = severity
    self.span = span
    self.message = message
    self.hint = hint
    self.related = related
  }
}

/// Collects the diagnostics of a layout while it is read.
public struct DiagnosticList {
  /// The maximum number of diagnostics kept; further ones are only counted, so that a file with
  /// very many errors needs little time and memory.
  private static let capacity = 500
  /// The maximum number of diagnostics shown.
  public static let shownCount = 20

  private var found: [Finding] = []
  private var count = 0
  /// Whether further diagnostics are only counted.
  public var isFull: Bool { found.count >= Self.capacity }
  /// Whether an error was reported, even if it was not kept.
  public private(set) var hasErrors = false
  /// The item that first reported a diagnostic at a location.
  private var reporters: [Location: Int] = [:]
  private var item = 0
  private var itemCount = 0

  /// Creates an empty list.
  public init() {}

  /// A diagnostic whose hint is made when it is shown: finding a suggestion can take much longer
  /// than detecting the error.
  private struct Finding {
    var diagnostic: Diagnostic
    var hint: () -> String?
  }

  /// A location in a file; items can share locations through styles, repeats and aliases.
  private struct Location: Hashable {
    var file: ObjectIdentifier
    var start: SourceLocation
    var end: SourceLocation
  }

  /// Starts another item: diagnostics at locations reported by other items are dropped.
  ///
  /// Items share locations through styles, repeats and aliases.
  ///
  /// - Returns: The item that was current before, for `endItem(returningTo:)`.
  @discardableResult
  public mutating func beginItem() -> Int {
    defer {
      itemCount += 1
      item = itemCount
    }
    return item
  }

  /// Ends an item; `outer` is what `beginItem()` returned.
  public mutating func endItem(returningTo outer: Int) {
    item = outer
  }

  /// The number of diagnostics kept so far, for `note(_:uses:from:since:)`.
  public var position: Int { found.count }

  /// Adds a note to each diagnostic since `position` at a location shared by several users.
  ///
  /// - Parameters:
  ///   - user: The user of the location, such as "knob `bath`".
  ///   - own: The part of the file that belongs to the user itself; diagnostics there get no note.
  ///   - location: The location where the user is named.
  ///   - position: The value of `position` before the user was read.
  public mutating func note(
    _ user: String, uses own: SourceSpan, from location: SourceSpan, since position: Int
  ) {
    for index in position..<found.count
    where !own.contains(found[index].diagnostic.span)
      && !location.contains(found[index].diagnostic.span)
    {
      found[index].diagnostic.related.append(.init(span: location, message: "\(user) uses it"))
    }
  }

  /// Adds a diagnostic, unless another item has already reported one at its location.
  public mutating func append(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { hasErrors = true }
    add(at: diagnostic.span, diagnostic, hint: { diagnostic.hint })
  }

  private mutating func add(
    at span: SourceSpan, _ diagnostic: @autoclosure () -> Diagnostic,
    hint: @escaping () -> String?
  ) {
    let location = Location(file: ObjectIdentifier(span.file), start: span.start, end: span.end)
    if let first = reporters[location], first != item { return }
    count += 1
    guard !isFull else { return }
    reporters[location] = item
    found.append(Finding(diagnostic: diagnostic(), hint: hint))
  }

  /// Adds an error; builds the message only if it is kept, and the hint only if it is shown.
  public mutating func error(
    _ message: @autoclosure () -> String, at span: SourceSpan,
    hint: @autoclosure @escaping () -> String? = nil, related: [Diagnostic.Related] = []
  ) {
    hasErrors = true
    add(at: span, Diagnostic(.error, message(), at: span, related: related), hint: hint)
  }

  /// Adds a warning; builds the message only if it is kept, and the hint only if it is shown.
  public mutating func warning(
    _ message: @autoclosure () -> String, at span: SourceSpan,
    hint: @autoclosure @escaping () -> String? = nil, related: [Diagnostic.Related] = []
  ) {
    add(at: span, Diagnostic(.warning, message(), at: span, related: related), hint: hint)
  }

  /// Releases the diagnostics and everything their hints hold; `hasErrors` is unchanged.
  public mutating func forget() {
    found = []
  }

  /// The first diagnostics in file and line order, and the number of the others.
  ///
  /// Words of secrets in the files are masked.
  public var shown: (diagnostics: [Diagnostic], omittedCount: Int) {
    // Stable: diagnostics at the same location keep their order.
    let ordered = found.enumerated().sorted {
      let (left, right) = ($0.element.diagnostic.span, $1.element.diagnostic.span)
      return (left.file.order, left.start, $0.offset) < (right.file.order, right.start, $1.offset)
    }
    let diagnostics = ordered.prefix(Self.shownCount).map { _, finding in
      var diagnostic = finding.diagnostic
      diagnostic.hint =
        diagnostic.severity == .error
        ? OddSpace(near: diagnostic.span)?.hint(inLine: diagnostic.span.start.line) : nil
      if diagnostic.hint == nil { diagnostic.hint = finding.hint() }
      return diagnostic.withoutSecrets
    }
    return (diagnostics, count - diagnostics.count)
  }
}
