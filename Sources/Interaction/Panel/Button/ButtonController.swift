internal import Gesture
internal import Knobs
internal import Layout

/// A button of a running panel: the finger on it, and the undo points of its changes.
///
/// Rows 1 to 8, for touches, are at `PanelController+Buttons`.
///
/// | # | button | condition | knobs |
/// |---|---|---|---|
/// | 9 | `mute` | some are above their lowest value | set to it, `muted`; a knob whose target has its own mute is muted with that |
/// | 10 | `mute`, `toggle` | all are muted | restored to their earlier value, or else their default, `restored` |
/// | 11 | `mute`, `push` | all are muted | – |
/// | 12 | `reset` | any | set to their defaults, `reset` |
/// | 13 | `preset` | some have other values | set to its values, `preset` |
/// | 13a | `preset`, `only: lower` (`raise`) | some are below (above) its values | these stay |
/// | 14 | `preset`, `toggle` | all have its values | restored to their earlier values, `restored` |
/// | 15 | `momentary` | the press ends | restored to their earlier values, `restored`, even if locked since |
/// | 15a | `momentary` | the press ends while a knob is unknown or offline | as 15, once that knob is available again with the value it had then |
/// | 16 | any that restores | a knob has been changed by something else | that knob keeps its value |
/// | 17 | any | a knob is locked, unknown or offline | only the others are set |
/// | 18 | `page` | any | unchanged; the page is shown |
/// | 19 | any | a finger holds a knob | the knob is set; the finger continues from there |
/// | 20 | `change` | any | changed by the amount, within range and limit, `adjusted` |
/// | 21 | `change`, `toggle` | pressed before | the change of that press is undone, `restored` |
/// | 22 | `change`, `momentary` | the press ends | as 21 |
/// | 23 | `send`, `push` | its target is available | unchanged; 1 is sent |
/// | 24 | `send`, `toggle` | its target is at 1 | unchanged; 0 is sent, otherwise 1 |
/// | 25 | `send`, `momentary` | pressed | unchanged; 1 is sent, and 0 when the press ends |
/// | 26 | `send`, `momentary` | the press ends while its target is unavailable | unchanged; 0 is sent once it is available |
/// | 27 | `send`, `momentary`, `lock: hold` | its target is unavailable when the hold completes | unchanged; neither 1 nor 0 is sent |
///
/// Whether the button is lit is derived from the knobs, not stored, except for a `change`. Only one
/// button of a choice is lit, see `ButtonChoice`.
final class ButtonController {
  /// A knob that the button moves.
  private struct Target {
    unowned var knob: KnobController
    /// The value to set, or the amount to add for a `change`; nil for the lowest value, or for a
    /// `reset` without a default.
    let value: Double?
    /// The only direction in which the button may move the knob; nil for both.
    var only: ButtonLayout.Direction?
    /// Restores the knob's value from before the button's change.
    var undo: UndoPoint?
    /// The amount by which a `change` has moved the knob, to be undone later; nil for none.
    var applied: Double?
    /// The knob's value when it could not be restored at the end of the press; nil if none is due.
    var unrestoredValue: Double?

    /// Whether the knob has the button's value, or is beyond it and excluded by `only`.
    var isReached: Bool {
      guard let value else { return knob.isMuted }
      let current = knob.knob.value
      return knob.isSame(current, value) || only == .lower && current < value
        || only == .raise && current > value
    }
  }

  /// Distances from the edge in touch pixels: how far outside a finger may land, how far it may
  /// slide without leaving the button, and how near it must return to press it again.
  private static let landingSlack = 8.0
  private static let leavingSlack = 40.0
  private static let returningSlack = 28.0

  /// The button's entry in the layout.
  let layout: ButtonLayout
  private let pixel: Double

  private(set) var owner: ContactID?
  /// Whether lifting the finger would act; for a momentary button, whether it is acting.
  private(set) var isPressed = false
  /// The finger's hold time, for `lock: hold`.
  private(set) var hold = HoldTime()
  /// Whether the current press has already acted; lifting the finger then only ends it.
  var hasActed = false
  private var targets: [Target]
  /// The target of a `send`; nil for any other action.
  var target: SendTarget?
  /// The choice that it belongs to; nil for none.
  weak var choice: ButtonChoice?
  /// Whether it is the chosen button of its choice.
  var isChosen = false

  /// Creates a button of the layout.
  ///
  /// - Parameters:
  ///   - layout: The button's entry in the layout.
  ///   - knobs: All knobs of the panel, in the order of the layout.
  ///   - pixel: Design pixels per touch pixel (`Viewport.touchPixel`).
  init(_ layout: ButtonLayout, knobs: [KnobController], pixel: Double) {
    self.layout = layout
    self.pixel = pixel
    if case .send = layout.action { target = SendTarget() }
    targets =
      switch layout.action {
      case .mute(let list): list.map { Target(knob: knobs[$0], value: nil) }
      case .reset(let list):
        list.map {
          Target(knob: knobs[$0], value: knobs[$0].limited(knobs[$0].layout.defaultValue))
        }
      case .preset(let list):
        list.map {
          Target(
            knob: knobs[$0.knob], value: knobs[$0.knob].limited($0.value), only: layout.only)
        }
      case .change(let list): list.map { Target(knob: knobs[$0.knob], value: $0.value) }
      case .page, .send, .panel: []
      }
  }

  /// Creates the button of a tab.
  convenience init(tab index: Int, of bar: TabBar, pixel: Double) {
    let columns = bar.touchColumns(ofTab: index)
    let (left, right) = (columns.lowerBound, columns.upperBound)
    self.init(
      ButtonLayout(
        id: "",
        center: DesignPoint(x: (left + right) / 2, y: bar.center(ofTab: index).y),
        width: right - left, height: bar.height, action: .page(.index(index))), knobs: [],
      pixel: pixel)
  }

  /// Returns the distance from its edge, in design pixels; 0 inside.
  func distance(of point: DesignPoint) -> Double {
    let x = max(abs(point.x - layout.center.x) - layout.width / 2, 0)
    let y = max(abs(point.y - layout.center.y) - layout.height / 2, 0)
    return (x * x + y * y).squareRoot()
  }

  /// The largest distance from the edge at which a finger presses it, in design pixels.
  var landingDistance: Double { Self.landingSlack * pixel }

  func press(_ contact: ContactID, at time: Timestamp) {
    owner = contact
    isPressed = true
    hasActed = false
    if layout.lock == .hold { hold.begin(at: time) }
  }

  /// Returns the hold progress to draw, 0…1.
  func holdProgress(at time: Timestamp) -> Double {
    layout.lock == .hold && hasActed ? 1 : hold.progress(at: time)
  }

  /// Ends a hold that is long enough; the press has acted.
  func endHold() {
    hold.stop()
    hasActed = true
  }

  /// Follows the finger; returns whether `isPressed` has changed.
  func move(to point: DesignPoint, at time: Timestamp) -> Bool {
    guard !hasActed else { return false }
    let distance = distance(of: point)
    let isOn = distance <= (isPressed ? Self.leavingSlack : Self.returningSlack) * pixel
    guard isOn != isPressed else { return false }
    isPressed = isOn
    if layout.lock == .hold {
      if isOn { hold.begin(at: time) } else { hold.stop() }
    }
    return true
  }

  /// Ends the press; returns whether the finger was on the button.
  func release() -> Bool {
    defer {
      owner = nil
      isPressed = false
      hasActed = false
      hold.stop()
    }
    return isPressed
  }

  /// Replaces the targets' knobs with those at the same indices of `knobs`.
  func moveTargets(to knobs: [KnobController]) {
    for index in targets.indices { targets[index].knob = knobs[targets[index].knob.index] }
  }

  /// Takes over the finger and the undo points from the button of an earlier layout with the same
  /// action on the same knobs.
  func takeOver(_ old: ButtonController) {
    owner = old.owner
    isPressed = old.isPressed
    hasActed = old.hasActed
    hold = old.hold
    target = old.target
    for (index, before) in old.targets.enumerated() {
      targets[index].applied = before.applied
      targets[index].unrestoredValue = before.unrestoredValue.map {
        targets[index].knob.translated($0, from: before.knob.knob)
      }
      guard let undoPoint = before.undo else { continue }
      let value = targets[index].knob.translated(undoPoint.value, from: before.knob.knob)
      targets[index].undo = undoPoint.withValue(value)
    }
  }
}

// MARK: Actions

extension ButtonController {
  /// Whether it is enabled and can act: a knob can be moved, or the target can be set.
  var canAct: Bool {
    guard layout.isEnabled else { return false }
    switch layout.action {
    case .page, .panel: return true
    case .send: return target?.canBeSet ?? false
    case .mute, .reset, .preset, .change: return canMoveKnobs
    }
  }

  private var canMoveKnobs: Bool {
    targets.contains { layout.lock == .pin ? $0.knob.canBeSentWithPIN : $0.knob.canBeSent }
  }

  /// Returns whether the state that the button sets is reached, for any reason.
  func isOn(shownPage: Int) -> Bool {
    switch layout.action {
    case .page(let target): target == .index(shownPage)
    case .send: target?.isOn ?? false
    case .panel: false
    case .reset, .mute, .preset, .change: isOn
    }
  }

  private var isOn: Bool {
    if choice != nil { return isChosen }
    if case .reset = layout.action { return false }
    return isReached
  }

  /// Whether the knobs are as the button sets them, for any reason.
  var isReached: Bool {
    switch layout.action {
    case .reset, .mute, .preset:
      canMoveKnobs && !targets.contains { $0.knob.canBeSent && !$0.isReached }
    case .change: targets.contains { $0.applied != nil }
    case .page, .send, .panel: false
    }
  }

  /// Sets its knobs; does nothing for `page`, `send` and `panel`.
  func act() {
    switch layout.action {
    case .mute:
      if layout.kind == .toggle, isOn { return unmute() }
      for index in targets.indices where targets[index].knob.canBeSent {
        guard !targets[index].isReached else { continue }
        let undoPoint = targets[index].knob.mute(as: .muted)
        if layout.kind == .momentary { targets[index].undo = undoPoint }
      }
    case .reset:
      for target in targets where target.knob.canBeSent {
        if let value = target.value { target.knob.go(to: value, as: .reset) }
      }
    case .preset:
      if layout.kind == .toggle, isOn { return restoreValues() }
      for index in targets.indices where targets[index].knob.canBeSent {
        guard !targets[index].isReached, let value = targets[index].value else { continue }
        let undoPoint = targets[index].knob.go(to: value, as: .preset)
        if layout.kind != .push { targets[index].undo = undoPoint }
      }
    case .change:
      if layout.kind == .toggle, isOn { return restoreValues() }
      for index in targets.indices where targets[index].knob.canBeSent {
        let knob = targets[index].knob
        let old = knob.knob.value
        knob.go(to: old + (targets[index].value ?? 0), as: .adjusted)
        if layout.kind != .push { targets[index].applied = knob.knob.value - old }
      }
    case .page, .send, .panel: break
    }
  }

  /// Undoes its own changes, and only those, because another button of its choice acts.
  func undoOwnChanges() {
    guard case .mute = layout.action else { return restoreValues() }
    if targets.contains(where: { $0.knob.canUnmute }) { unmute() }
  }

  /// Restores the values that its knobs had before they were muted.
  private func unmute() {
    // A knob that was at its lowest value before the mute stays there.
    let isKnown = targets.contains { $0.knob.canBeSent && $0.knob.canUnmute }
    for target in targets where target.knob.canBeSent {
      if target.knob.canUnmute || !isKnown { target.knob.unmute(as: .restored) }
    }
  }

  /// Restores the values from before the button's change, except where something else changed them;
  /// always subtracts what a `change` added.
  func restoreValues() {
    for index in targets.indices {
      if targets[index].knob.canBeSent { restore(index) }
      forget(index)
    }
  }

  private func restore(_ index: Int) {
    let target = targets[index]
    if let applied = target.applied {
      target.knob.go(to: target.knob.knob.value - applied, as: .restored)
    }
    guard let undoPoint = target.undo, target.knob.undo.isCurrent(undoPoint) else { return }
    if case .mute = layout.action, target.knob.control.isMuted != nil {
      if target.knob.isMuted { target.knob.unmute(as: .restored) }
    } else {
      target.knob.restore(undoPoint, as: .restored)
    }
  }

  private func forget(_ index: Int) {
    (targets[index].undo, targets[index].applied, targets[index].unrestoredValue) = (nil, nil, nil)
  }
}

// MARK: The end of a press

extension ButtonController {
  /// Ends the press of a momentary button: restores its knobs, even if locked since; an unavailable
  /// knob is restored once it is available again.
  func endPress() {
    for index in targets.indices {
      let (target, knob) = (targets[index], targets[index].knob)
      if !knob.isInert {
        restore(index)
        forget(index)
      } else if target.undo != nil || target.applied != nil {
        targets[index].unrestoredValue = target.unrestoredValue ?? knob.knob.value
      }
    }
  }

  /// Whether a knob that was lost at the end of a press can be restored now.
  var canRestoreReturned: Bool {
    targets.contains { $0.unrestoredValue != nil && !$0.knob.isInert }
  }

  /// Restores knobs that are available again; a knob that came back with another value keeps it.
  func restoreReturned() {
    for index in targets.indices {
      let knob = targets[index].knob
      guard let unrestoredValue = targets[index].unrestoredValue, !knob.isInert else { continue }
      if knob.isSame(knob.knob.value, unrestoredValue) { restore(index) }
      forget(index)
    }
  }
}
