internal import JSON
internal import Knobs
internal import Layout
internal import Panel

/// The panel state that survives a restart or a power cut: the page, the language, the brightness set
/// from outside, the values of writable knobs without a control, and the limits that are values of other
/// knobs.
struct SavedState: Equatable, Sendable {
  /// The id of the page; nil for none.
  var page: String?
  /// The name of the language; nil for the first one.
  var language: String?
  /// In percent; nil if not set.
  var brightness: Double?
  /// Keyed by knob id.
  var values: [String: Double] = [:]
  /// The last known limits, keyed by the id of the limited knob.
  var limits: [String: Double] = [:]

  /// The maximum number of values kept for knobs that the layout no longer has.
  static let otherLimit = 1024

  init() {}

  /// Merges a newer state: the values and limits of its knobs, its language, and its page and brightness
  /// if it has any.
  mutating func merge(_ newer: SavedState) {
    page = newer.page ?? page
    language = newer.language
    brightness = newer.brightness ?? brightness
    values = Self.merged(values, newer.values)
    limits = Self.merged(limits, newer.limits)
  }

  private static func merged(
    _ old: [String: Double], _ newer: [String: Double]
  ) -> [String: Double] {
    let others = old.filter { newer[$0.key] == nil }.sorted { $0.key < $1.key }
    var merged = newer
    for (id, value) in others.prefix(otherLimit) { merged[id] = value }
    return merged
  }

  /// Parses the output of `bytes`; returns nil if it is invalid, for example truncated.
  init?(bytes: [UInt8]) {
    guard let json = JSONValue(parsing: bytes), json["version"]?.number == 1,
      let knobs = json["knobs"]?.pairs
    else { return nil }
    values = Self.numbers(knobs)
    limits = Self.numbers(json["limits"]?.pairs ?? [])
    page = json["page"]?.string
    language = json["language"]?.string
    if let percent = json["brightness"]?.number, (0...100).contains(percent) {
      brightness = percent
    }
  }

  private static func numbers(_ pairs: [(key: String, value: JSONValue)]) -> [String: Double] {
    var numbers: [String: Double] = [:]
    for (key, value) in pairs {
      if let number = value.number, number.isFinite { numbers[key] = number }
    }
    return numbers
  }

  /// The contents of the file.
  var bytes: [UInt8] {
    var pairs: [(key: String, value: JSONValue)] = [("version", 1)]
    if let page { pairs.append(("page", .string(page))) }
    if let language { pairs.append(("language", .string(language))) }
    if let brightness { pairs.append(("brightness", .number(brightness))) }
    pairs.append(("knobs", Self.object(values)))
    if !limits.isEmpty { pairs.append(("limits", Self.object(limits))) }
    return Array(JSONValue.object(pairs).text.utf8)
  }

  private static func object(_ numbers: [String: Double]) -> JSONValue {
    .object(numbers.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })
  }
}

extension Application {
  /// The state of the panel to be saved.
  var savedState: SavedState {
    var state = SavedState()
    let layout = scene.layout
    let page = scene.panel.shownPage
    if layout.pages.indices.contains(page) { state.page = layout.pages[page].id }
    state.brightness = screen.setBrightness.map { ($0 * 100).rounded() }
    for (index, knob) in layout.knobs.enumerated() where knob.isKept {
      state.values[knob.id] = scene.panel.value(ofKnob: index)
    }
    for (index, knob) in layout.knobs.enumerated() where knob.guards.limitKnob != nil {
      state.limits[knob.id] = scene.panel.followedLimit(ofKnob: index)
    }
    if scene.panel.language > 0 { state.language = shownLanguage }
    return state
  }

  /// Restores a saved state, as far as the layout still has its items.
  func restore(_ state: SavedState) {
    let layout = scene.layout
    for (index, knob) in layout.knobs.enumerated() {
      if let limit = state.limits[knob.id] {
        scene.panel.restore(limit: limit, ofKnob: index)
      }
    }
    for (index, knob) in layout.knobs.enumerated() where knob.isKept {
      guard let value = state.values[knob.id] else { continue }
      let range = knob.scale.range
      scene.panel.set(
        value: min(
          max(value, range.lowerBound), min(range.upperBound, knob.guards.limit ?? .infinity)),
        ofKnob: index)
    }
    if let page = layout.pages.firstIndex(where: { $0.id == state.page && !$0.isLocked }) {
      scene.panel.showRemotely(page: page, at: loop.now, from: .layout)
    }
    if let language = state.language.flatMap(layout.index(ofLanguage:)) {
      scene.panel.showRemotely(language: language, at: loop.now, from: .layout)
    }
    if let brightness = state.brightness { screen.set(brightness: brightness / 100) }
  }
}

extension KnobLayout {
  /// Whether only the panel holds the knob's value.
  fileprivate var isKept: Bool { control == nil && !isReadOnly }
}
