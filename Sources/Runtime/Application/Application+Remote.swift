internal import Diagnostics
package import JSON
internal import Knobs
package import Layout
internal import Panel
package import Program
internal import Raster

/// The remote interface of a running panel: actions and queries by the ids of its items.
///
/// The panel's socket and every other external interface use it.
package final class PanelRemote {
  private unowned let application: Application

  /// Creates the interface of a panel, which must outlive it.
  package init(_ application: Application) {
    self.application = application
  }

  private var panel: PanelController { application.scene.panel }
  /// The layout being shown.
  package var layout: LayoutDocument { application.scene.layout }

  // MARK: Actions

  /// Sets a knob and its control.
  ///
  /// - Parameters:
  ///   - id: The knob's id.
  ///   - change: The new value, absolute or relative.
  /// - Returns: The knob's new state.
  /// - Throws: If there is no such knob, or it cannot be set now.
  @discardableResult
  package func set(knob id: String, to change: KnobChange) throws(Problem) -> JSONValue {
    let index = try index(ofKnob: id)
    let knob = layout.knobs[index]
    let value: Double
    do throws(ImpossibleChange) {
      value = try change.value(for: knob, now: panel.value(ofKnob: index))
    } catch {
      throw Problem(error.message, advice: error.hint)
    }
    do throws(RemoteRefusal) {
      try panel.setRemotely(value, ofKnob: index, at: application.loop.now)
    } catch {
      throw refusal(error, "knob '\(id)' cannot be set", .knob(index))
    }
    return state(ofKnob: index)
  }

  /// Presses a button and releases it.
  ///
  /// - Throws: If there is no such button, or it cannot be pressed now.
  package func press(button id: String) throws(Problem) {
    guard let index = layout.buttons.firstIndex(where: { $0.id == id }) else {
      throw Self.unknown("button", id, among: layout.buttons.map(\.id))
    }
    do throws(RemoteRefusal) {
      try panel.pressRemotely(button: index, at: application.loop.now)
    } catch {
      throw refusal(error, "button '\(id)' cannot be pressed", .button(index))
    }
  }

  /// Shows a page: by its id, or `next` or `previous`.
  ///
  /// - Throws: If there is no such page.
  package func show(page id: String) throws(Problem) {
    let pages = layout.pages
    let count = max(pages.count, 1)
    if let index = pages.firstIndex(where: { $0.id == id }) {
      panel.showRemotely(page: index, at: application.loop.now)
    } else if id == "next" || id == "previous" {
      let step = id == "next" ? 1 : count - 1
      panel.showRemotely(page: (panel.shownPage + step) % count, at: application.loop.now)
    } else {
      throw Self.unknown("page", id, among: pages.map(\.id))
    }
  }

  /// Turns the screen on or off.
  package func set(screen isOn: Bool) {
    if isOn { application.screen.wake() } else { application.screen.turnOff() }
  }

  /// Sets the brightness in percent until the next change by time of day, and lights the screen.
  package func set(brightness percent: Double) {
    application.screen.set(brightness: percent / 100)
  }

  /// Schedules a reload of the layout file.
  package func reload() { application.reloader?.reloadThrottled() }

  /// Makes the panel ignore touches for a number of seconds; 0 ends this.
  package func clean(seconds: Double) {
    panel.clean(microseconds: Int64(seconds * 1e6), at: application.loop.now)
    // The remaining time must be visible during cleaning.
    if seconds > 0 { application.screen.wake() }
  }

  // MARK: States

  /// Time of the last touch, in seconds since 1970-01-01 00:00 UTC; further touches in the 10 s
  /// after it are not recorded.
  package var lastTouchSeconds: Int64? { application.lastTouchSeconds }

  /// The fault that keeps the layout file from being shown; nil if it is shown.
  package var layoutFault: String? { application.reloader?.fault?.line }

  /// The panel's current picture, even while the screen is off; the next frame changes it.
  var frame: PixelBuffer { application.scene.frame }

  /// Whether the screen is on, dimmed or not.
  package var isScreenOn: Bool { !application.screen.isOff }

  /// The state and brightness of the screen.
  package var screen: JSONValue {
    [
      "state": .string(application.screen.state.rawValue),
      "brightness": .number(brightness),
    ]
  }

  /// The brightness of the lit screen, in whole percent.
  package var brightness: Double { (application.screen.fullBrightness * 100).rounded() }

  /// Returns the index of a knob.
  ///
  /// - Throws: If there is no knob with this id; the advice lists those that exist.
  package func index(ofKnob id: String) throws(Problem) -> Int {
    guard let index = layout.knobs.firstIndex(where: { $0.id == id }) else {
      throw Self.unknown("knob", id, among: layout.knobs.map(\.id))
    }
    return index
  }

  /// Returns the state of a knob, by its index in the layout.
  package func state(ofKnob index: Int) -> JSONValue {
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
    if let isMuted = panel.isMuted(knob: index) { pairs.append(("muted", .bool(isMuted))) }
    if panel.viewState(ofKnob: index).isHeld { pairs.append(("held", true)) }
    if application.hasControl(.knob(index)),
      let reason = targetState(of: .knob(index)).explanation
    {
      pairs.append(("reason", .string(reason)))
    }
    return .object(pairs)
  }

  /// Whether a knob can be used: `online`, `unknown`, `offline` or `disabled`.
  package func stateName(ofKnob index: Int) -> String {
    switch panel.viewState(ofKnob: index).state {
    case .normal: "online"
    case .unknown: "unknown"
    case .offline: "offline"
    case .disabled: "disabled"
    }
  }

  /// Whether an item's target is reachable and has reported its value; true without a target.
  package func isAvailable(_ item: ControlItem) -> Bool {
    !application.hasControl(item) || application.state(of: item) == .online
  }

  /// Returns the last reported state of an item's target.
  package func targetState(of item: ControlItem) -> ControlState { application.state(of: item) }

  /// Returns the value of a knob, in its unit.
  package func value(ofKnob index: Int) -> Double { panel.value(ofKnob: index) }

  /// Whether a button, by its index in the layout, is on.
  package func isOn(button index: Int) -> Bool { panel.isOn(button: index) }

  /// Index of the shown page.
  package var shownPage: Int { panel.shownPage }

  // MARK: Errors

  private func refusal(
    _ refusal: RemoteRefusal, _ summary: String, _ item: ControlItem
  ) -> Problem {
    Problem("\(summary): \(refusal)", advice: application.state(of: item).reason ?? "")
  }

  private static func unknown(_ kind: String, _ id: String, among known: [String]) -> Problem {
    let meant = Spelling.closest(to: id, among: known).map { "did you mean '\($0)'? " } ?? ""
    let list = known.prefix(40).joined(separator: ", ") + (known.count > 40 ? ", …" : "")
    return Problem(
      "the layout has no \(kind) '\(id)'",
      advice: known.isEmpty ? "it has no \(kind)s" : "\(meant)its \(kind)s: \(list)")
  }
}
