package import Diagnostics
package import Knobs
internal import Layout

/// What one reading of a layout has found, and what the keys that are read later depend on.
///
/// Passed to everything that reads. The order in which it is filled: `panel` sets the ruler,
/// `connections` the connections, `grid` the cells, then each knob its size and its scale.
package final class ReadingContext {
  var diagnostics = DiagnosticList()
  let language: LayoutLanguage
  let environment: LayoutEnvironment
  /// The connections of the layout.
  var connections = Connections()
  /// The knob that is being read, once its range and its value are known.
  package internal(set) var knob: KnobContext?

  init(
    language: LayoutLanguage = .withoutBackEnds,
    environment: LayoutEnvironment = LayoutEnvironment()
  ) {
    self.language = language
    self.environment = environment
  }

  var hasErrors: Bool { diagnostics.hasErrors }
}

/// A knob as far as keys such as `control` depend on it.
package struct KnobContext: Sendable {
  /// Range, taper and step.
  package var scale: Scale
  /// The value that is shown until the control answers, in the knob's unit.
  package var value: Double
  /// Where the file says `control`.
  var control: SourceSpan?
  /// The members of the group that it controls, as they are written.
  var members: [Located<String>]?
}

/// Reporting.
extension ReadingContext {
  package func append(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }

  package func error(
    _ message: @autoclosure () -> String, at span: SourceSpan,
    hint: @autoclosure () -> String? = nil, related: [Diagnostic.Related] = []
  ) {
    diagnostics.error(message(), at: span, hint: hint(), related: related)
  }

  package func warning(
    _ message: @autoclosure () -> String, at span: SourceSpan,
    hint: @autoclosure () -> String? = nil, related: [Diagnostic.Related] = []
  ) {
    diagnostics.warning(message(), at: span, hint: hint(), related: related)
  }

  /// "`diameter` expects a length, such as 340, but this is a list".
  func mismatch(
    _ node: Node, _ subject: Subject, expects expectation: String,
    hint: @autoclosure () -> String? = nil
  ) {
    guard !node.isBroken else { return }
    if node.isNull {
      error("\(subject.name) is empty; it expects \(expectation)", at: subject.span, hint: hint())
      return
    }
    error(
      "\(subject.name) expects \(expectation), but this is \(node.kind)",
      at: node.isOneToken ? node.span : subject.span, hint: hint())
  }

  /// Starts another item; see `DiagnosticList.beginItem()`.
  func beginItem() {
    diagnostics.beginItem()
  }

  /// Calls `body` for each element, with each as an item of its own.
  func eachItem<Items: Sequence, Result>(
    _ items: Items, _ body: (Items.Element) -> Result
  ) -> [Result] {
    items.map { element in
      let outer = diagnostics.beginItem()
      defer { diagnostics.endItem(returningTo: outer) }
      return body(element)
    }
  }

  /// Calls `body`, and notes who uses the places that its diagnostics are about where others share
  /// them; see `DiagnosticList.note(_:uses:from:since:)`.
  func noting<Result>(
    _ user: String, uses own: SourceSpan, from place: SourceSpan, _ body: () -> Result
  ) -> Result {
    let start = diagnostics.position
    let result = body()
    diagnostics.note(user, uses: own, from: place, since: start)
    return result
  }

  /// Calls `body` and forgets what it reports: for values that are reported elsewhere.
  func quietly<Result>(_ body: () -> Result) -> Result {
    let kept = diagnostics
    diagnostics = DiagnosticList()
    defer { diagnostics = kept }
    return body()
  }
}
