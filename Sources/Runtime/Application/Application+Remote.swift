internal import Diagnostics
internal import JSON
internal import Knobs
internal import Layout
internal import Logging
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

  /// Sets knobs and their controls: all of them, or none if one of them cannot be set.
  ///
  /// - Parameters:
  ///   - settings: The knobs, each once, with their new values.
  ///   - microseconds: The time that the changes take; 0 for changes at once.
  ///   - source: Who requests it.
  /// - Returns: The new state of each knob. A value that differs from the one asked for has that one
  ///   as `asked`, and the cause as `limited_by`.
  /// - Throws: If there is no such knob, or it cannot be set now.
  @discardableResult
  func set(
    _ settings: [KnobSetting], over microseconds: Int64, from source: EventSource
  ) throws(Problem) -> [JSONValue] {
    var planned: [(knob: Int, asked: Double)] = []
    for setting in settings {
      let index = try index(ofKnob: setting.knob)
      let knob = layout.knobs[index]
      guard !planned.contains(where: { $0.knob == index }) else {
        throw Problem("knob '\(knob.id)' is set twice", advice: "give each knob one value")
      }
      if microseconds > 0, knob.sectors != nil {
        throw Problem(
          "knob '\(knob.id)' cannot be set over a time: it has sectors",
          advice: "set it without a time; it would pass the sectors in between")
      }
      let value = panel.value(ofKnob: index)
      let change = setting.change(names: knob.sectors ?? [])
      planned.append((index, try change.asked(of: knob, now: value)))
      if let refusal = panel.refusal(ofKnob: index) {
        throw self.refusal(refusal, "knob '\(knob.id)' cannot be set", .knob(index))
      }
    }
    var results: [(knob: Int, asked: Double, value: Double)] = []
    for (index, asked) in planned {
      let range = layout.knobs[index].scale.range
      do throws(RemoteRefusal) {
        let value = try panel.setRemotely(
          min(max(asked, range.lowerBound), range.upperBound), ofKnob: index,
          over: microseconds, at: loop.now, from: source)
        results.append((index, asked, value))
      } catch {
        throw refusal(error, "knob '\(layout.knobs[index].id)' cannot be set", .knob(index))
      }
    }
    return results.map { json(ofKnob: $0.knob, asked: $0.asked, value: $0.value) }
  }

  /// Returns a knob's state, with the value asked for if it has another one.
  private func json(ofKnob index: Int, asked: Double, value: Double) -> JSONValue {
    let state = json(ofKnob: index)
    let scale = layout.knobs[index].scale
    let span = scale.range.upperBound - scale.range.lowerBound
    guard abs(value - asked) > span * 1e-5 else { return state }
    let cause =
      !scale.range.contains(asked)
      ? "range"
      : asked > panel.topValue(ofKnob: index)
        ? "limit" : scale.nearestStep(to: asked) == value ? "step" : "group"
    return .object(
      (state.pairs ?? []) + [("asked", .number(asked)), ("limited_by", .string(cause))])
  }

  /// Presses a button and releases it.
  ///
  /// - Throws: If there is no such button, or it cannot be pressed now.
  func press(button id: String, from source: EventSource) throws(Problem) {
    let index = try index(ofButton: id)
    do throws(RemoteRefusal) {
      try panel.pressRemotely(button: index, at: loop.now, from: source)
    } catch {
      throw refusal(error, "button '\(id)' cannot be pressed", .button(index))
    }
  }

  /// Shows a page: by its id, or `next` or `previous`.
  ///
  /// - Throws: If there is no such page.
  func show(page id: String, from source: EventSource) throws(Problem) {
    let pages = layout.pages
    let count = max(pages.count, 1)
    if let index = pages.firstIndex(where: { $0.id == id }) {
      panel.showRemotely(page: index, at: loop.now, from: source)
    } else if id == "next" || id == "previous" {
      let step = id == "next" ? 1 : count - 1
      panel.showRemotely(page: (panel.shownPage + step) % count, at: loop.now, from: source)
    } else {
      throw Self.unknown("page", id, among: pages.map(\.id))
    }
  }

  /// Shows all texts in a language, by its name such as `de`.
  ///
  /// - Throws: If the layout has no texts in it.
  func show(language name: String, from source: EventSource) throws(Problem) {
    let languages = layout.languages
    guard !languages.isEmpty else {
      throw Problem(
        "the layout has one language", advice: "add `texts` in other languages to the layout")
    }
    guard let index = layout.index(ofLanguage: name) else {
      throw Self.unknown("language", name, among: languages.map(\.name))
    }
    panel.showRemotely(language: index, at: loop.now, from: source)
  }

  /// Shows a language that the layout's control has reported; reports an unknown one once.
  func choose(language text: String) {
    // No name of a language is longer.
    let name = String(text.prefix(40))
    do throws(Problem) {
      try show(language: name, from: layout.source(of: .language))
      refusedLanguage = nil
    } catch {
      guard refusedLanguage != name else { return }
      refusedLanguage = name
      log.warning("language: \(error.message); \(error.advice)")
    }
  }

  /// Turns the screen on or off.
  func set(screen isOn: Bool, from source: EventSource) {
    screenSource = source
    if isOn { screen.wake() } else { screen.turnOff() }
  }

  /// Lights the screen, and sets its brightness, in percent.
  func set(brightness percent: Double, from source: EventSource) {
    screenSource = source
    screen.set(brightness: percent / 100)
  }

  /// Makes the panel ignore touches for a number of seconds; 0 ends this.
  func clean(seconds: Double, from source: EventSource) {
    panel.clean(microseconds: Int64(seconds * 1e6), at: loop.now, from: source)
    // The remaining time must be visible during cleaning.
    if seconds > 0 { set(screen: true, from: source) }
  }

  // MARK: Errors

  func refusal(
    _ refusal: RemoteRefusal, _ summary: String, _ item: ControlItem
  ) -> Problem {
    Problem("\(summary): \(refusal)", advice: state(of: item).reason ?? "")
  }

  static func unknown(_ kind: String, _ id: String, among known: [String]) -> Problem {
    let meant = Spelling.closest(to: id, among: known).map { "did you mean '\($0)'? " } ?? ""
    let list = known.prefix(40).joined(separator: ", ") + (known.count > 40 ? ", …" : "")
    return Problem(
      "the layout has no \(kind) '\(id)'",
      advice: known.isEmpty ? "it has no \(kind)s" : "\(meant)its \(kind)s: \(list)")
  }
}

/// A change of one knob that a program requests.
struct KnobSetting: Equatable {
  /// A number, or text in the format of `knobpanel set`.
  enum Value: Equatable {
    case number(Double)
    case text(String)
  }

  /// The knob's id.
  var knob: String
  private var value: Value

  /// Creates a setting from a number or text.
  init(knob: String, _ value: Value) { (self.knob, self.value) = (knob, value) }

  /// Returns the change, of a knob with these names of sectors.
  func change(names: [String]) -> KnobChange {
    switch value {
    case .number(let value): .value(value)
    case .text(let text): KnobChange(text, names: names)
    }
  }
}
