internal import Diagnostics
internal import JSON
internal import Knobs
internal import Layout
internal import Panel
internal import Program

/// The remote interface of a running panel: actions and queries by the ids of its items.
///
/// The panel's socket and every other external interface use it.
extension Application {
  var panel: PanelController { scene.panel }
  /// The layout being shown.
  var layout: LayoutDocument { scene.layout }

  // MARK: Actions

  /// Sets a knob and its control.
  ///
  /// - Parameters:
  ///   - id: The knob's id.
  ///   - change: The new value, absolute or relative.
  /// - Returns: The knob's new state.
  /// - Throws: If there is no such knob, or it cannot be set now.
  @discardableResult
  func set(knob id: String, to change: KnobChange) throws(Problem) -> JSONValue {
    let index = try index(ofKnob: id)
    let knob = layout.knobs[index]
    let value = try change.value(for: knob, now: panel.value(ofKnob: index))
    do throws(RemoteRefusal) {
      try panel.setRemotely(value, ofKnob: index, at: loop.now)
    } catch {
      throw refusal(error, "knob '\(id)' cannot be set", .knob(index))
    }
    return json(ofKnob: index)
  }

  /// Presses a button and releases it.
  ///
  /// - Throws: If there is no such button, or it cannot be pressed now.
  func press(button id: String) throws(Problem) {
    guard let index = layout.buttons.firstIndex(where: { $0.id == id }) else {
      throw Self.unknown("button", id, among: layout.buttons.map(\.id))
    }
    do throws(RemoteRefusal) {
      try panel.pressRemotely(button: index, at: loop.now)
    } catch {
      throw refusal(error, "button '\(id)' cannot be pressed", .button(index))
    }
  }

  /// Shows a page: by its id, or `next` or `previous`.
  ///
  /// - Throws: If there is no such page.
  func show(page id: String) throws(Problem) {
    let pages = layout.pages
    let count = max(pages.count, 1)
    if let index = pages.firstIndex(where: { $0.id == id }) {
      panel.showRemotely(page: index, at: loop.now)
    } else if id == "next" || id == "previous" {
      let step = id == "next" ? 1 : count - 1
      panel.showRemotely(page: (panel.shownPage + step) % count, at: loop.now)
    } else {
      throw Self.unknown("page", id, among: pages.map(\.id))
    }
  }

  /// Turns the screen on or off.
  func set(screen isOn: Bool) {
    if isOn { screen.wake() } else { screen.turnOff() }
  }

  /// Makes the panel ignore touches for a number of seconds; 0 ends this.
  func clean(seconds: Double) {
    panel.clean(microseconds: Int64(seconds * 1e6), at: loop.now)
    // The remaining time must be visible during cleaning.
    if seconds > 0 { screen.wake() }
  }

  // MARK: States

  /// The state and brightness of the screen.
  var screenState: JSONValue {
    [
      "state": .string(screen.state.rawValue),
      "brightness": .number(brightness),
    ]
  }

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
    if panel.viewState(ofKnob: index).isHeld { pairs.append(("held", true)) }
    if controls[.knob(index)] != nil, let reason = state(of: .knob(index)).explanation {
      pairs.append(("reason", .string(reason)))
    }
    return .object(pairs)
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

  // MARK: Errors

  private func refusal(
    _ refusal: RemoteRefusal, _ summary: String, _ item: ControlItem
  ) -> Problem {
    Problem("\(summary): \(refusal)", advice: state(of: item).reason ?? "")
  }

  private static func unknown(_ kind: String, _ id: String, among known: [String]) -> Problem {
    let meant = Spelling.closest(to: id, among: known).map { "did you mean '\($0)'? " } ?? ""
    let list = known.prefix(40).joined(separator: ", ") + (known.count > 40 ? ", …" : "")
    return Problem(
      "the layout has no \(kind) '\(id)'",
      advice: known.isEmpty ? "it has no \(kind)s" : "\(meant)its \(kind)s: \(list)")
  }
}
