internal import Gesture
internal import Knobs
internal import Layout

/// A step of a button: the knobs or the target that it sets, and what undoes it.
///
/// | # | step | condition | knobs |
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
/// | 18 | any but those after a `wait` | a finger holds a knob | the knob is set; the finger continues from there |
/// | 18a | after a `wait` | a finger holds a knob or its master | the knob keeps its value |
/// | 20 | `change` | any | changed by the amount, within range and limit, `adjusted` |
/// | 21 | `change`, `toggle` | pressed before | the change of that press is undone, `restored` |
/// | 22 | `change`, `momentary` | the press ends | as 21 |
struct ButtonStep {
  /// What a button shows of a step; of several states the highest is that of all.
  enum State: Int, Comparable {
    /// The step has no state to show.
    case none
    /// Nothing that it sets is available now.
    case unavailable
    /// Everything that is available has the step's state.
    case reached
    /// Something has another state.
    case different

    static func < (one: State, other: State) -> Bool { one.rawValue < other.rawValue }
  }

  /// A brightness of the screen that was set, 0…1; nil for that of the layout.
  struct SetBrightness {
    var brightness: Double?
  }

  /// A knob that the step moves.
  private struct Target {
    unowned var knob: KnobController
    /// The value to set, or the amount to add for a `change`; nil for the lowest value, or for a
    /// `reset` without a default.
    let value: Double?
    /// Whether a later step of the button moves the knob, too: then only that one has a state.
    var isReplaced = false
    /// The only direction in which the step may move the knob; nil for both.
    var only: ButtonLayout.Direction?
    /// Restores the knob's value from before the step.
    var undo: UndoPoint?
    /// The value from which `guards.within` was measured before the step; nil for none.
    var earlierOrigin: Double?
    /// The amount by which a `change` has moved the knob, to be undone later; nil for none.
    var applied: Double?
    /// The knob's value when it could not be restored at the end of the press; nil if none is due.
    var unrestoredValue: Double?

    /// Whether the knob has the step's value, or is beyond it and excluded by `only`.
    var isReached: Bool {
      guard let value = value.map(knob.reachable) else { return knob.isMuted }
      let current = knob.knob.value
      return knob.isSame(current, value) || only == .lower && current < value
        || only == .raise && current > value
    }
  }

  /// What it does.
  let action: ButtonLayout.Action
  /// Whether a later step of the button sets the page or the brightness, as this one does.
  private let isReplaced: Bool
  private var targets: [Target]
  /// The target of a `send` or a `keypad`; nil for any other step.
  var send: SendTarget?
  /// The page shown before the step, which undoing shows again; nil if it has changed none.
  var earlierPage: Int?
  /// The brightness before the step; nil if it has set none.
  var earlierBrightness: SetBrightness?

  /// Creates a step of a button.
  ///
  /// - Parameters:
  ///   - action: What it does.
  ///   - later: What the steps after it do.
  ///   - button: The button's entry in the layout.
  ///   - knobs: All knobs of the panel, in the order of the layout.
  init(
    _ action: ButtonLayout.Action, before later: ArraySlice<ButtonLayout.Action>,
    of button: ButtonLayout, knobs: [KnobController]
  ) {
    self.action = action
    isReplaced = later.contains { $0.setsSame(as: action) }
    if action.target != nil { send = SendTarget() }
    targets =
      switch action {
      case .mute(let list): list.map { Target(knob: knobs[$0], value: nil) }
      case .reset(let list):
        list.map { Target(knob: knobs[$0], value: knobs[$0].layout.defaultValue) }
      case .preset(let list):
        list.map { Target(knob: knobs[$0.knob], value: $0.value, only: button.only) }
      case .change(let list): list.map { Target(knob: knobs[$0.knob], value: $0.value) }
      case .page, .send, .keypad, .panel, .wait: []
      }
    let replaced = Set(later.flatMap(\.knobs))
    for index in targets.indices {
      targets[index].isReplaced = replaced.contains(targets[index].knob.index)
    }
  }

  mutating func moveTargets(to knobs: [KnobController]) {
    for index in targets.indices { targets[index].knob = knobs[targets[index].knob.index] }
  }

  /// Takes over the undo points from the same step of an earlier layout.
  mutating func takeOver(_ old: ButtonStep) {
    (send, earlierBrightness) = (old.send, old.earlierBrightness)
    for (index, before) in old.targets.enumerated() {
      targets[index].applied = before.applied
      targets[index].earlierOrigin = before.earlierOrigin
      targets[index].unrestoredValue = before.unrestoredValue.map {
        targets[index].knob.translated($0, from: before.knob.knob)
      }
      guard let undoPoint = before.undo else { continue }
      let value = targets[index].knob.translated(undoPoint.value, from: before.knob.knob)
      targets[index].undo = undoPoint.withValue(value)
    }
  }

  /// Whether it can act: a knob can be moved, or the target can be set.
  ///
  /// - Parameter withPIN: Whether the PIN will be entered before.
  /// - Returns: Whether a press has an effect.
  func canAct(withPIN: Bool = false) -> Bool {
    switch action {
    case .page, .panel: true
    case .wait: false
    case .send, .keypad: send?.canBeSet ?? false
    case .mute, .reset, .preset, .change:
      targets.contains { withPIN ? $0.knob.canBeSentWithPIN : $0.knob.canBeSent }
    }
  }

  /// Returns the state that a button can show of the step.
  func state(of button: ButtonLayout, _ panel: PanelContext) -> State {
    if isReplaced || !targets.isEmpty && targets.allSatisfy(\.isReplaced) { return .none }
    switch action {
    case .mute, .reset, .preset:
      guard canAct(withPIN: button.lock == .pin) else { return .unavailable }
      let isDifferent = targets.contains { target in
        target.knob.canBeSent && !target.isReplaced && !target.isReached
      }
      return isDifferent ? .different : .reached
    case .change:
      guard button.kind != .push else { return .none }
      return targets.contains { $0.applied != nil } ? .reached : .different
    case .send, .keypad:
      guard let send, send.canBeSet else { return .unavailable }
      if button.kind == .push, !send.hasBeenOn { return .none }
      return send.isOn ? .reached : .different
    case .page(.index(let page)): return page == panel.shownPage ? .reached : .different
    case .panel(.dim(let brightness)):
      return panel.brightness == brightness ? .reached : .different
    case .panel(.show(let language)): return panel.language == language ? .reached : .different
    case .page, .panel, .wait: return .none
    }
  }
}

// MARK: Knobs

extension ButtonStep {
  /// Sets its knobs; does nothing for steps of other kinds.
  ///
  /// - Parameters:
  ///   - kind: The button's kind; a push records nothing to undo.
  ///   - isDelayed: Whether the step follows a `wait`.
  mutating func setKnobs(_ kind: ButtonLayout.Kind, isDelayed: Bool) {
    for index in targets.indices {
      let (target, knob) = (targets[index], targets[index].knob)
      guard knob.canBeSent, !isDelayed || !knob.isMovedByFinger else { continue }
      switch action {
      case .mute:
        guard !target.isReached else { continue }
        let undoPoint = knob.mute(as: .muted)
        if kind == .momentary { targets[index].undo = undoPoint }
      case .reset:
        if let value = target.value { knob.go(to: value, as: .reset) }
      case .preset:
        guard !target.isReached, let value = target.value else { continue }
        let origin = knob.guards.rise.origin
        let undoPoint = knob.go(to: value, as: .preset)
        guard kind != .push else { continue }
        (targets[index].undo, targets[index].earlierOrigin) = (undoPoint, origin)
      case .change:
        let old = knob.knob.value
        let undoPoint = knob.go(to: knob.withinGuard(old + (target.value ?? 0)), as: .adjusted)
        guard kind != .push else { continue }
        (targets[index].undo, targets[index].applied) = (undoPoint, knob.knob.value - old)
      case .page, .send, .keypad, .panel, .wait: break
      }
    }
  }

  /// Undoes the step because its button is pressed again.
  mutating func undoKnobs() {
    if case .mute = action { unmute() } else { restoreValues() }
  }

  /// Undoes its own changes, and only those, because another button of its choice acts.
  mutating func undoOwnChanges() {
    guard case .mute = action else { return restoreValues() }
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

  /// Restores the values from before the step, except where something else changed them; always
  /// subtracts what a `change` added.
  private mutating func restoreValues() {
    for index in targets.indices {
      if targets[index].knob.canBeSent { restore(index) }
      forget(index)
    }
  }

  private func restore(_ index: Int) {
    let target = targets[index]
    let undoPoint = target.undo.flatMap { target.knob.undo.isCurrent($0) ? $0 : nil }
    if let applied = target.applied {
      target.knob.go(to: target.knob.knob.value - applied, as: .restored)
      // An earlier step of the same button can be undone then.
      if let undoPoint { target.knob.undo.rollBack(over: undoPoint) }
      return
    }
    guard let undoPoint else { return }
    if case .mute = action, target.knob.control.isMuted != nil {
      if target.knob.isMuted { target.knob.unmute(as: .restored) }
    } else {
      target.knob.restore(undoPoint, as: .restored)
      if let origin = target.earlierOrigin { target.knob.guards.rise.origin = origin }
    }
  }

  private mutating func forget(_ index: Int) {
    (targets[index].undo, targets[index].applied, targets[index].unrestoredValue) = (nil, nil, nil)
    targets[index].earlierOrigin = nil
  }
}

// MARK: The end of a press

extension ButtonStep {
  /// Ends the press of a momentary button: restores its knobs, even if locked since; an unavailable
  /// knob is restored once it is available again.
  mutating func endPress() {
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
  mutating func restoreReturned() {
    for index in targets.indices {
      let knob = targets[index].knob
      guard let unrestoredValue = targets[index].unrestoredValue, !knob.isInert else { continue }
      if knob.isSame(knob.knob.value, unrestoredValue) { restore(index) }
      forget(index)
    }
  }
}

extension ButtonLayout.Action {
  /// Whether both set the page, the brightness or the language.
  fileprivate func setsSame(as other: ButtonLayout.Action) -> Bool {
    switch (self, other) {
    case (.page, .page), (.panel(.dim), .panel(.dim)), (.panel(.show), .panel(.show)): true
    default: false
    }
  }
}
