/// One thing that is wrong, or doubtful, in a layout file.
public struct Diagnostic: Error, Sendable {
  public enum Severity: String, Sendable {
    /// The file cannot be used as it is.
    case error
    /// The file works, but probably not as meant.
    case warning
  }

  /// Another place that explains the first.
  public struct Related: Sendable {
    public var span: SourceSpan
    public var message: String

    public init(span: SourceSpan, message: String) {
      self.span = span
      self.message = message
    }
  }

  public var severity: Severity
  public var span: SourceSpan
  /// One sentence without a full stop, plain text; what the file says is set in `backquotes`.
  public var message: String
  /// What to do about it.
  public var hint: String?
  public var related: [Related]
  /// Whether a secret stands there, which is not to be shown on walls and in logs.
  public var isOfSecret = false

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

/// The diagnostics of one reading as they are found.
public struct DiagnosticList {
  /// Enough to choose those that are shown from; the others are only counted, so that a file of
  /// nothing but mistakes costs little.
  private static let capacity = 500
  public static let shownCount = 20

  private var found: [Diagnostic] = []
  private var count = 0
  public private(set) var hasErrors = false
  /// The item that first reported something about a place.
  private var speakers: [Place: Int] = [:]
  private var item = 0
  private var itemCount = 0

  /// Nothing said yet.
  public init() {}

  /// Things can share places through styles, repeats and aliases.
  private struct Place: Hashable {
    var file: ObjectIdentifier
    var start: SourceLocation
    var end: SourceLocation
  }

  /// Starts another item: nothing more is reported about places that items share, through styles,
  /// repeats and aliases, and that another item reported already.
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

  /// How many diagnostics are kept so far, for `note(_:since:)`.
  public var position: Int { found.count }

  /// Adds a note to each diagnostic since `position` that is about a place which several users
  /// share.
  ///
  /// - Parameters:
  ///   - user: What uses the place, such as "knob `bath`".
  ///   - own: All that the user itself says; diagnostics in there get no note.
  ///   - place: Where the user is named.
  public mutating func note(
    _ user: String, uses own: SourceSpan, from place: SourceSpan, since position: Int
  ) {
    for index in position..<found.count
    where !own.contains(found[index].span) && !place.contains(found[index].span) {
      found[index].related.append(.init(span: place, message: "\(user) uses it"))
    }
  }

  public mutating func append(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { hasErrors = true }
    add(at: diagnostic.span, diagnostic)
  }

  private mutating func add(at span: SourceSpan, _ diagnostic: @autoclosure () -> Diagnostic) {
    let place = Place(file: ObjectIdentifier(span.file), start: span.start, end: span.end)
    if let first = speakers[place], first != item { return }
    count += 1
    guard found.count < Self.capacity else { return }
    speakers[place] = item
    found.append(diagnostic())
  }

  public mutating func error(
    _ message: @autoclosure () -> String, at span: SourceSpan,
    hint: @autoclosure () -> String? = nil, related: [Diagnostic.Related] = []
  ) {
    hasErrors = true
    add(at: span, Diagnostic(.error, message(), at: span, hint: hint(), related: related))
  }

  public mutating func warning(
    _ message: @autoclosure () -> String, at span: SourceSpan,
    hint: @autoclosure () -> String? = nil, related: [Diagnostic.Related] = []
  ) {
    add(at: span, Diagnostic(.warning, message(), at: span, hint: hint(), related: related))
  }

  /// The first ones in the order of the files and of their lines, and how many there are beside them.
  public var shown: (diagnostics: [Diagnostic], omittedCount: Int) {
    // Stable: what was found first about a place is said first.
    let ordered = found.enumerated().sorted {
      let (left, right) = ($0.element.span, $1.element.span)
      return (left.file.order, left.start, $0.offset) < (right.file.order, right.start, $1.offset)
    }
    let diagnostics = ordered.prefix(Self.shownCount).map(\.element)
    return (diagnostics, count - diagnostics.count)
  }
}
