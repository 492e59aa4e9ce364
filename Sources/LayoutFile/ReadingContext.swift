package import Diagnostics
package import Knobs
package import Layout

/// What one reading of a layout has found, and what the keys that are read later depend on.
///
/// Passed to everything that reads. The order in which it is filled: `panel` sets the ruler,
/// `connections` the connections, `grid` the cells, then each knob its size and its scale.
package final class ReadingContext {
  var diagnostics = DiagnosticList()
  let language: LayoutLanguage
  let environment: LayoutEnvironment
  let assets: AssetResolver
  /// The file that includes all others.
  let layoutPath: String
  /// How many pages the layout has; from two on there can be tabs.
  var pageCount = 0
  /// Where the first of them is written.
  var pagesSpan: SourceSpan?
  /// The panel's size; set by `panel`.
  private(set) var ruler: Ruler
  /// Name of the theme; set by `panel.theme`.
  var theme = PanelLayout().theme
  /// `panel.look` as it is written; below the look of each knob.
  var panelLook: Node?
  /// What `panel.idle` says: the page that is shown again, and whether values return.
  var homePage: Located<String>?
  var idleValues: Located<Bool>?
  /// Where the PIN is written, and all that says `lock: pin`.
  var pinSpan: SourceSpan?
  var pinUses: [SourceSpan] = []
  /// The cells of the panel, and those of the section that is read.
  var panelGrid = GridContext.none
  var grid = GridContext.none
  /// The connections of the layout.
  var connections = Connections()
  /// The kind of the button that is being read.
  var buttonKind = ButtonLayout.Kind.push
  /// The knob that is being read, once its range and its value are known; also a label or a button
  /// while what it shows or sends is read.
  package internal(set) var knob: KnobContext?

  init(
    language: LayoutLanguage = .withoutBackEnds,
    environment: LayoutEnvironment = LayoutEnvironment(), layoutPath: String = ""
  ) {
    self.language = language
    self.layoutPath = layoutPath
    self.environment = environment
    assets = AssetResolver(assets: environment.assets)
    ruler = Ruler(panel: PanelLayout(), environment: environment)
  }

  /// Takes lengths as those of this panel from here on.
  func measure(_ panel: PanelLayout) {
    ruler = Ruler(panel: panel, environment: environment)
  }

  /// Keeps cells from under the tabs, where there are any.
  func reserveTabs(of panel: PanelLayout) {
    if pageCount > 1 { ruler.reserve(panel.paging.tabs) }
  }

  /// Sets the theme of the panel: this one, unless the environment names another.
  func choose(theme: String, in panel: inout PanelLayout) {
    let theme = environment.theme ?? theme
    guard theme != panel.theme else { return }
    (panel.theme, panel.palette, self.theme) = (theme, .named(theme), theme)
  }

  var hasErrors: Bool { diagnostics.hasErrors }
}

/// A knob as far as keys such as `control` depend on it.
package struct KnobContext: Sendable {
  /// What a value of the knob is.
  enum Values: Sendable {
    case numbers
    case sectors([String])
    /// Its sectors could not be read.
    case unknown
  }

  /// Range, taper and step; the default ones if those of the knob could not be read.
  package var scale: Scale
  /// The value that is shown until the control answers, in the knob's unit; 0 if none is written.
  package var value: Double
  /// What the control that is read is for.
  package var use = ControlUse.knob
  var values = Values.numbers
  /// The names of its sectors, in the order of their values 0, 1, …; nil for a knob of numbers.
  package var names: [String]? {
    if case .sectors(let names) = values { names } else { nil }
  }
  /// What values must be in; nil if it could not be read.
  var range: ClosedRange<Double>?
  /// Where it is written.
  var rangeSpan: SourceSpan?
  /// Design pixels; nil if it could not be read.
  var diameter: Double?
  /// Whether it says what it returns to, and that could not be read.
  var hasUnreadableReturn = false
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
    hint: @autoclosure @escaping () -> String? = nil, related: [Diagnostic.Related] = []
  ) {
    diagnostics.error(message(), at: span, hint: hint(), related: related)
  }

  package func warning(
    _ message: @autoclosure () -> String, at span: SourceSpan,
    hint: @autoclosure @escaping () -> String? = nil, related: [Diagnostic.Related] = []
  ) {
    diagnostics.warning(message(), at: span, hint: hint(), related: related)
  }

  /// "`diameter` expects a length, such as 340, but this is a list".
  func mismatch(
    _ node: Node, _ subject: Subject, expects expectation: String,
    hint: @autoclosure @escaping () -> String? = nil
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

  /// Calls `body` with a context of its own, and forgets what it reports there.
  static func trying<Result>(_ body: (ReadingContext) -> Result) -> Result {
    let context = ReadingContext()
    // Hints may hold the context, which holds them.
    defer { context.diagnostics.forget() }
    return body(context)
  }

  /// Calls `body` and forgets what it reports: for values that are reported elsewhere.
  func quietly<Result>(_ body: () -> Result) -> Result {
    let kept = diagnostics
    diagnostics = DiagnosticList()
    defer { diagnostics = kept }
    return body()
  }

  /// Reports a value that the knob that is read cannot have; true if it can.
  ///
  /// - Parameters:
  ///   - value: The value, in the knob's unit.
  ///   - what: The beginning of the sentence, such as "this zone begins at".
  ///   - span: Where the value is written.
  ///   - pointsAtRange: Whether to show or explain the range too.
  /// - Returns: Whether the knob can have the value.
  @discardableResult
  func checkRange(
    of value: Double, _ what: String, at span: SourceSpan, pointsAtRange: Bool = false
  ) -> Bool {
    guard let knob, let range = knob.range, !range.contains(value) else { return true }
    let isExplained = pointsAtRange && knob.rangeSpan == nil
    error(
      "\(what) \(NumberText.shown(value)), outside of the range "
        + "\(NumberText.shown(range.lowerBound)) to \(NumberText.shown(range.upperBound))",
      at: span,
      hint: isExplained ? "the range is 0 to 100 unless you write another `range`" : nil,
      related: pointsAtRange
        ? knob.rangeSpan.map { [.init(span: $0, message: "the range is here")] } ?? [] : [])
    return false
  }
}
