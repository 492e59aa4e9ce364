internal import JSON
internal import Knobs
internal import Layout
internal import Panel
internal import Program

/// The states of a running panel's items, by their ids, for programs.
extension Application {
  /// The state and brightness of the screen.
  var screenState: JSONValue {
    [
      "state": .string(screen.state.rawValue),
      "brightness": .number(brightness),
    ]
  }

  /// Whether a sensor reports that somebody is there; null if it is not known.
  var presenceState: JSONValue { isPresent.map { .bool($0) } ?? .null }

  /// The brightness of the lit screen, in whole percent.
  var brightness: Double { (screen.fullBrightness * 100).rounded() }

  /// Returns the index of a knob.
  ///
  /// - Throws: If there is no knob with this id; the advice lists those that exist.
  func index(ofKnob id: String) throws(Problem) -> Int {
    guard let index = layout.knobs.firstIndex(where: { $0.id == id }) else {
      throw Self.unknown("knob", id, among: layout.knobs.map(\.id))
    }
    return index
  }

  /// Returns the index of a button.
  ///
  /// - Throws: If there is no button with this id; the advice lists those that exist.
  func index(ofButton id: String) throws(Problem) -> Int {
    guard let index = layout.buttons.firstIndex(where: { $0.id == id }) else {
      throw Self.unknown("button", id, among: layout.buttons.map(\.id))
    }
    return index
  }

  /// Indices of the labels that can change.
  private var changingLabels: [Int] {
    layout.labels.indices.filter { layout.labels[$0].canChange }
  }

  /// Returns the index of a label that can change, by its text in the layout.
  ///
  /// - Throws: If there is no such label; the advice lists those that exist.
  func index(ofLabel text: String) throws(Problem) -> Int {
    guard let index = changingLabels.first(where: { layout.labels[$0].text == text }) else {
      throw Self.unknown("label", text, among: changingLabels.map { layout.labels[$0].text })
    }
    return index
  }

  /// Returns the state of a knob, button or label with this id, in this order.
  ///
  /// - Throws: If there is no such item; the advice lists those that exist.
  func json(ofItem id: String) throws(Problem) -> JSONValue {
    if let index = layout.knobs.firstIndex(where: { $0.id == id }) { return json(ofKnob: index) }
    if let index = layout.buttons.firstIndex(where: { $0.id == id }) {
      return json(ofButton: index)
    }
    if let index = changingLabels.first(where: { layout.labels[$0].text == id }) {
      return json(ofLabel: index)
    }
    // Most panels are read for their knobs, which the message then lists.
    guard layout.buttons.isEmpty, changingLabels.isEmpty else {
      throw Self.unknown(
        "item", id,
        among: layout.knobs.map(\.id) + layout.buttons.map(\.id)
          + changingLabels.map { layout.labels[$0].text })
    }
    throw Self.unknown("knob", id, among: layout.knobs.map(\.id))
  }

  /// The name of the language in which the texts are shown; nil if the layout has only one.
  var shownLanguage: String? {
    layout.languages.isEmpty ? nil : layout.languages[panel.language].name
  }

  /// Returns the states of all items of which a filter wants events, the page, the language and the
  /// screen.
  func states(_ filter: EventFilter = EventFilter()) -> [(key: String, value: JSONValue)] {
    func list(
      _ key: EventKey, _ items: [(id: String, index: Int)], _ state: (Int) -> JSONValue
    ) -> JSONValue? {
      guard filter.takes(kind: key) else { return nil }
      return .array(items.filter { filter.takes(id: $0.id) }.map { state($0.index) })
    }
    let knobs = list(
      .knob, layout.knobs.indices.map { (layout.knobs[$0].id, $0) }, json(ofKnob:))
    let buttons = list(
      .button, layout.buttons.indices.map { (layout.buttons[$0].id, $0) }, json(ofButton:))
    let labels = list(
      .label, changingLabels.map { (layout.labels[$0].text, $0) }, json(ofLabel:))
    var pairs = [("knobs", knobs), ("buttons", buttons), ("labels", labels)]
      .compactMap { key, value in value.map { (key: key, value: $0) } }
    if filter.takes(kind: .page), filter.ids.isEmpty, layout.pages.indices.contains(panel.shownPage)
    {
      pairs.append(("page", .string(layout.pages[panel.shownPage].id)))
    }
    if filter.takes(kind: .language), filter.ids.isEmpty, let shownLanguage {
      pairs.append(("language", .string(shownLanguage)))
    }
    if filter.takes(kind: .message), filter.ids.isEmpty, let message = panel.message {
      pairs.append(
        (
          "message",
          [
            "text": .string(message.text), "severity": .string(message.severity.rawValue),
            "id": message.id.map { .string($0) } ?? .null,
          ]
        ))
    }
    if filter.takes(kind: .presence), filter.ids.isEmpty, layout.presence != nil {
      pairs.append(("presence", presenceState))
    }
    if filter.takes(kind: .screen), filter.ids.isEmpty { pairs.append(("screen", screenState)) }
    return pairs
  }

  /// Returns the state of a button, by its index in the layout.
  func json(ofButton index: Int) -> JSONValue {
    let item = ControlItem.button(index, send: 0)
    let isEnabled = panel.isEnabled(button: index)
    let state =
      !isEnabled ? "disabled" : controls[item] == nil ? "online" : self.state(of: item).name
    return .object(
      [
        ("button", .string(layout.buttons[index].id)),
        ("on", .bool(panel.isOn(button: index))), ("state", .string(state)),
      ] + hidden(.button(index)) + reason(of: item))
  }

  /// Returns the state of a label that can change, by its index in the layout.
  func json(ofLabel index: Int) -> JSONValue {
    let (label, item) = (layout.labels[index], ControlItem.label(index))
    return .object(
      [
        ("label", .string(label.text)), ("text", .string(panel.text(ofLabel: index))),
        ("state", .string(label.value == nil ? "online" : state(of: item).name)),
      ] + hidden(.label(index)) + reason(of: item))
  }

  /// That an item is hidden, if it is.
  private func hidden(_ item: PanelItem) -> [(key: String, value: JSONValue)] {
    panel.look(of: item) == nil ? [("hidden", true)] : []
  }

  /// The reason why an item's value is not known, if it is not.
  private func reason(of item: ControlItem) -> [(key: String, value: JSONValue)] {
    guard controls[item] != nil, let reason = state(of: item).explanation else { return [] }
    return [("reason", .string(reason))]
  }

  /// Returns the state of a knob, by its index in the layout.
  func json(ofKnob index: Int) -> JSONValue {
    let knob = layout.knobs[index]
    let value = panel.value(ofKnob: index)
    let range = knob.scale.range
    var pairs: [(key: String, value: JSONValue)] = [
      ("knob", .string(knob.id)), ("value", .number(value)),
    ]
    if let name = knob.sector(value) { pairs.append(("name", .string(name))) }
    if !knob.unit.isEmpty { pairs.append(("unit", .string(knob.unit))) }
    pairs += [
      ("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound)),
      ("state", .string(stateName(ofKnob: index))),
    ]
    if let limit = panel.limit(ofKnob: index) { pairs.append(("limit", .number(limit))) }
    if let isMuted = panel.isMuted(knob: index) { pairs.append(("muted", .bool(isMuted))) }
    if knob.reading != nil {
      pairs.append(("reading", panel.reading(ofKnob: index).map { .number($0) } ?? .null))
      pairs += reason(of: .reading(index)).map { ("reading_\($0.key)", $0.value) }
    }
    pairs += hidden(.knob(index))
    if panel.viewState(ofKnob: index).isHeld { pairs.append(("held", true)) }
    if let target = panel.rampTarget(ofKnob: index) { pairs.append(("target", .number(target))) }
    let lost = lostFollowers(of: .knob(index)).map { follower -> JSONValue in
      ["control": .string(follower.name), "reason": .string(follower.reason)]
    }
    if !lost.isEmpty { pairs.append(("lost_followers", .array(lost))) }
    return .object(pairs + reason(of: .knob(index)))
  }

  /// Whether a knob can be used: `online`, `unknown`, `offline` or `disabled`.
  func stateName(ofKnob index: Int) -> String {
    switch panel.viewState(ofKnob: index).state {
    case .normal: "online"
    case .unknown: "unknown"
    case .offline: "offline"
    case .disabled: "disabled"
    }
  }

  /// Whether an item's target is reachable and has reported its value; true without a target.
  func isAvailable(_ item: ControlItem) -> Bool {
    if case .button(let index, _) = item, !layout.buttons[index].hasOnlyTarget { return true }
    return controls[item] == nil || state(of: item) == .online
  }

  /// Throws if the layout has no item with an id of a filter.
  func check(_ filter: EventFilter) throws(Problem) {
    let ids =
      layout.knobs.map(\.id) + layout.buttons.map(\.id) + layout.pages.map(\.id)
      + layout.labels.map(\.text)
    for id in filter.ids where !ids.contains(id) { throw Self.unknown("item", id, among: ids) }
  }
}
