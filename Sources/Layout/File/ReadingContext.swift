package import Diagnostics
package import Knobs
package import Layout

/// The diagnostics of one reading of a layout, and the values that later keys depend on.
///
/// Passed to every reading function. It is filled in this order: `panel` sets the ruler,
/// `connections` the connections, `grid` the cells, then each knob its size and scale.
package final class ReadingContext {
  var diagnostics = DiagnosticList()
  let language: LayoutLanguage
  let environment: LayoutEnvironment
  /// The path of the top-level file, which includes all others.
  let layoutPath: String
  /// The number of pages of the layout; tabs need at least two.
  var pageCount = 0
  /// Location of the first page.
  var pagesSpan: SourceSpan?
  /// Converts lengths; set by `panel`.
  private(set) var ruler: Ruler
  /// The name of the theme; set by `panel.theme`.
  var theme = PanelLayout().theme
  /// `panel.look` as written; the base of each knob's look.
  var panelLook: Node?
  /// From `panel.idle`: the page to return to, and whether values return to their defaults.
  var homePage: Located<String>?
  var idleValues: Located<Bool>?
  /// Location of the panel's language.
  var localeSpan: SourceSpan?
  /// Locations of the PIN and of every `lock: pin`.
  var pinSpan: SourceSpan?
  var pinUses: [SourceSpan] = []
  /// The cells of the panel, and those of the current section.
  var panelGrid = GridContext.none
  var grid = GridContext.none
  /// The connections of the layout.
  var connections = Connections(isComplete: true)
  /// The kind of the current button.
  var buttonKind = ButtonLayout.Kind.push
  /// The keys that knobs leave to their targets, by the knobs' ids.
  var keysLeftOut: [String: KnobDescription.Keys] = [:]
  /// The current knob, once its range and value are known; also set while reading what a label
  /// shows or a button sends.
  package internal(set) var knob: KnobContext?

  init(
    language: LayoutLanguage = .withoutBackEnds,
    environment: LayoutEnvironment = LayoutEnvironment(), layoutPath: String = ""
  ) {
    self.language = language
    self.layoutPath = layoutPath
    self.environment = environment
    ruler = Ruler(panel: PanelLayout(), environment: environment)
  }

  /// Measures all further lengths on this panel.
  func measure(_ panel: PanelLayout) {
    ruler = Ruler(panel: panel, environment: environment)
  }

  /// Keeps cells clear of the tabs, if there are any.
  func reserveTabs(of panel: PanelLayout) {
    if pageCount > 1 { ruler.reserve(panel.paging.tabs) }
  }

  /// Sets the panel's theme; a theme set by the environment takes precedence.
  func choose(theme: ThemeName, in panel: inout PanelLayout) {
    let theme = environment.theme ?? theme
    guard theme != panel.theme else { return }
    (panel.theme, panel.palette, self.theme) = (theme, .named(theme), theme)
  }

  /// Scales the texts of a panel that is read from a distance.
  ///
  /// Capitals 20 arc minutes high are the preferred size of ISO 9241-303 for reading. Without
  /// a known display, the shorter side is assumed to be 30 times a text for arm's length.
  func scaleTexts(of panel: inout PanelLayout) {
    guard let distance = panel.viewingDistanceMetres else { return }
    let scale = ruler.scaleOfSizes ?? panel.smallestTextSize / Self.armsLengthMillimetres
    let size = distance * Self.millimetresPerMetre * scale
    panel.legibleTextSize = size
    panel.textScale = min(max(panel.textScale * size / panel.smallestTextSize, 0.5), 3)
  }

  /// The size of a text whose capitals are 20 arc minutes high, at a metre: 0.72 of it is the
  /// height of capitals.
  private static let millimetresPerMetre = 5.818 / 0.72
  /// The size of that text at 40 cm.
  private static let armsLengthMillimetres = 3.2

  var hasErrors: Bool { diagnostics.hasErrors }
}

/// The properties of a knob that keys such as `control` depend on.
package struct KnobContext: Sendable {
  /// The kind of values of a knob.
  enum Values: Sendable {
    case numbers
    case sectors([String])
    /// The sectors could not be read.
    case unknown
  }

  /// Range, taper and step; the defaults if the knob's own could not be read.
  package var scale: Scale
  /// The value shown until the control answers, in the knob's unit; the lowest if none is written.
  package var value: Double
  /// The use of the current control.
  package var use = ControlUse.knob
  /// Whether the control sends the code of a keypad, as text.
  package var sendsCode = false
  var values = Values.numbers
  /// The names of the sectors, in the order of their values 0, 1, …; nil for numeric values.
  package var names: [String]? {
    if case .sectors(let names) = values { names } else { nil }
  }
  /// The permitted values; nil if the range could not be read.
  var range: ClosedRange<Double>?
  /// Location of the range.
  var rangeSpan: SourceSpan?
  /// The keys that it leaves to its target, which has not said them yet.
  package var keysLeftOut: KnobDescription.Keys = []
  /// In design pixels; nil if it could not be read.
  var diameter: Double?
  /// Whether the value to return to is written but could not be read.
  var hasUnreadableReturn = false
  /// Location of the `control` key.
  var control: SourceSpan?
  /// The members of the group that the knob controls, as written.
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

  /// "`diameter` expects a length, such as 340, but this is a list"; `expectation` is nil for that
  /// of the shape being read.
  func mismatch(
    _ node: Node, _ subject: Subject, expects expectation: String? = nil,
    hint: @autoclosure @escaping () -> String? = nil
  ) {
    guard !node.isBroken else { return }
    let expectation = expectation ?? subject.expectation
    if node.isNull {
      error("\(subject.name) is empty; it expects \(expectation)", at: subject.span, hint: hint())
      return
    }
    error(
      "\(subject.name) expects \(expectation), but this is \(node.kind)",
      at: node.isOneToken ? node.span : subject.span, hint: hint())
  }

  /// Reports why the text of a node is not a number.
  func report(_ problem: NumberText.Problem, _ node: Node, _ subject: Subject) {
    if let message = problem.message {
      error("\(subject.name): \(message)", at: node.span, hint: problem.hint)
    } else {
      mismatch(node, subject, hint: problem.hint)
    }
  }

  /// Starts another item; see `DiagnosticList.beginItem()`.
  func beginItem() {
    diagnostics.beginItem()
  }

  /// Calls `body` for each element, each as a separate item.
  func eachItem<Items: Sequence, Result>(
    _ items: Items, _ body: (Items.Element) -> Result
  ) -> [Result] {
    items.map { element in
      let outer = diagnostics.beginItem()
      defer { diagnostics.endItem(returningTo: outer) }
      return body(element)
    }
  }

  /// Calls `body`, and adds a note about the user to diagnostics at shared locations; see
  /// `DiagnosticList.note(_:uses:from:since:)`.
  func addingNote<Result>(
    _ user: String, uses own: SourceSpan, from location: SourceSpan, _ body: () -> Result
  ) -> Result {
    let start = diagnostics.position
    let result = body()
    diagnostics.note(user, uses: own, from: location, since: start)
    return result
  }

  /// Calls `body` and discards its diagnostics, for values that are reported elsewhere.
  func discardingDiagnostics<Result>(_ body: () -> Result) -> Result {
    let kept = diagnostics
    diagnostics = DiagnosticList()
    defer { diagnostics = kept }
    return body()
  }

  /// Reports a value outside the range of the current knob.
  ///
  /// - Parameters:
  ///   - value: The value, in the knob's unit.
  ///   - sentenceStart: The beginning of the sentence, such as "this zone begins at".
  ///   - span: Location of the value.
  ///   - pointsAtRange: Whether to show or explain the range too.
  /// - Returns: Whether the knob can have the value.
  @discardableResult
  func checkRange(
    of value: Double, _ sentenceStart: String, at span: SourceSpan, pointsAtRange: Bool = false
  ) -> Bool {
    guard let knob, let range = knob.range, !range.contains(value) else { return true }
    let isExplained = pointsAtRange && knob.rangeSpan == nil
    error(
      "\(sentenceStart) \(NumberText.shown(value)), outside of the range "
        + "\(NumberText.shown(range.lowerBound)) to \(NumberText.shown(range.upperBound))",
      at: span,
      hint: isExplained ? "the range is 0 to 100 unless you write another `range`" : nil,
      related: pointsAtRange
        ? knob.rangeSpan.map { [.init(span: $0, message: "the range is here")] } ?? [] : [])
    return false
  }
}
