internal import JSON
internal import Knobs
internal import Layout
internal import Panel

/// The panel state that survives a restart or a power cut: the page, the brightness set from
/// outside, and the values of writable knobs without a control.
struct SavedState: Equatable, Sendable {
  /// The id of the page; nil for none.
  var page: String?
  /// In percent; nil if not set.
  var brightness: Double?
  /// Keyed by knob id.
  var values: [String: Double] = [:]

  /// The maximum number of values kept for knobs that the layout no longer has.
  static let otherLimit = 1024

  init() {}

  /// Merges a newer state: the values of its knobs, and its page and brightness if it has any.
  mutating func merge(_ newer: SavedState) {
    page = newer.page ?? page
    brightness = newer.brightness ?? brightness
    let others = values.filter { newer.values[$0.key] == nil }.sorted { $0.key < $1.key }
    values = newer.values
    for (id, value) in others.prefix(Self.otherLimit) { values[id] = value }
  }

  /// Parses the output of `bytes`; returns nil if it is invalid, for example truncated.
  init?(bytes: [UInt8]) {
    guard let json = JSONValue(parsing: bytes), json["version"]?.number == 1,
      let knobs = json["knobs"]?.pairs
    else { return nil }
    for (id, value) in knobs {
      if let number = value.number, number.isFinite { values[id] = number }
    }
    page = json["page"]?.string
    if let percent = json["brightness"]?.number, (0...100).contains(percent) {
      brightness = percent
    }
  }

  /// The contents of the file.
  var bytes: [UInt8] {
    var pairs: [(key: String, value: JSONValue)] = [("version", 1)]
    if let page { pairs.append(("page", .string(page))) }
    if let brightness { pairs.append(("brightness", .number(brightness))) }
    let knobs = values.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.number($0.value)) }
    pairs.append(("knobs", .object(knobs)))
    return Array(JSONValue.object(pairs).text.utf8)
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
    return state
  }

  /// Restores a saved state, as far as the layout still has its items.
  func restore(_ state: SavedState) {
    let layout = scene.layout
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
    if let brightness = state.brightness { screen.set(brightness: brightness / 100) }
  }
}

extension KnobLayout {
  /// Whether only the panel holds the knob's value.
  fileprivate var isKept: Bool { control == nil && !isReadOnly }
}
