internal import JSON
internal import Knobs
internal import Layout
internal import Panel

/// What a panel goes on with after its end or a power cut: the page, the brightness that was set, and
/// the values of knobs that only hold them.
struct SavedState: Equatable, Sendable {
  /// The id of the page; nil for none.
  var page: String?
  /// In percent; nil if nobody has set it.
  var brightness: Double?
  /// By the ids of the knobs.
  var values: [String: Double] = [:]

  /// The most knobs whose values are kept though the layout has them no more.
  static let otherLimit = 1024

  init() {}

  /// Takes what is newer: the values of its knobs, and its page and its brightness if it has any.
  mutating func take(_ newer: SavedState) {
    page = newer.page ?? page
    brightness = newer.brightness ?? brightness
    let others = values.filter { newer.values[$0.key] == nil }.sorted { $0.key < $1.key }
    values = newer.values
    for (id, value) in others.prefix(Self.otherLimit) { values[id] = value }
  }

  /// Reads what `bytes` has written; nil if it is something else, such as half of it.
  init?(bytes: [UInt8]) {
    guard let json = JSONValue(parsing: bytes), case .number(1)? = json["version"],
      case .object(let knobs)? = json["knobs"]
    else { return nil }
    for (id, value) in knobs {
      if case .number(let number) = value, number.isFinite { values[id] = number }
    }
    if case .string(let id)? = json["page"] { page = id }
    if case .number(let percent)? = json["brightness"], (0...100).contains(percent) {
      brightness = percent
    }
  }

  /// The text of the file.
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
  /// What is to be kept of the panel as it is now.
  var savedState: SavedState {
    var state = SavedState()
    let layout = stage.layout
    let page = stage.panel.shownPage
    if layout.pages.indices.contains(page) { state.page = layout.pages[page].id }
    state.brightness = screen.setBrightness.map { ($0 * 100).rounded() }
    for (index, knob) in layout.knobs.enumerated() where knob.isKept {
      state.values[knob.id] = stage.panel.value(ofKnob: index)
    }
    return state
  }

  /// Goes on with what was kept, as far as the layout still has it.
  func restore(_ state: SavedState) {
    let layout = stage.layout
    for (index, knob) in layout.knobs.enumerated() where knob.isKept {
      guard let value = state.values[knob.id] else { continue }
      let range = knob.scale.range
      stage.panel.set(
        value: min(
          max(value, range.lowerBound), min(range.upperBound, knob.guards.limit ?? .infinity)),
        ofKnob: index)
    }
    if let page = layout.pages.firstIndex(where: { $0.id == state.page && !$0.isLocked }) {
      stage.panel.showRemotely(page: page, at: loop.now)
    }
    if let brightness = state.brightness { screen.set(brightness: brightness / 100) }
  }
}

extension KnobLayout {
  /// Whether nothing but the panel has its value.
  fileprivate var isKept: Bool { control == nil && !isReadOnly }
}
