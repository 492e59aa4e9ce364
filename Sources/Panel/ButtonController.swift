internal import Gesture
internal import Knobs
internal import Layout

/// One button of a running panel: the finger on it, and the undo points of its changes.
///
/// Rows 1 to 8, for touches, are in `PanelController+Buttons`.
///
/// | # | button | condition | knobs |
/// |---|---|---|---|
/// | 9 | `mute` | some are above their lowest value | go to it, `muted`; those whose targets have a mute of their own are muted by that |
/// | 10 | `mute`, `toggle` | all are muted | back to their earlier value, or else their default, `restored` |
/// | 11 | `mute`, `push` | all are muted | – |
/// | 12 | `reset` | any | set to their defaults, `reset` |
/// | 13 | `preset` | some have other values | set to its values, `preset` |
/// | 13a | `preset`, `only: lower` (`raise`) | some are below (above) its values | these stay |
/// | 14 | `preset`, `toggle` | all have its values | back to their earlier values, `restored` |
/// | 15 | `momentary` | the press ends | back to their earlier values, `restored`; also those that were locked meanwhile |
/// | 15a | `momentary` | the press ends while one is unknown or offline | as 15 once it is back with the value that it had then |
/// | 16 | any that restores | something else has changed a knob meanwhile | that knob keeps its value |
/// | 17 | any | a knob is locked, unknown or offline | only the others are set |
/// | 18 | `page` | any | none; the page is shown |
/// | 19 | any | a finger holds a knob | it is set; the finger continues from there |
/// | 20 | `change` | any | by so much, as far as range and limit allow, `adjusted` |
/// | 21 | `change`, `toggle` | it was pressed before | back by what that press changed, `restored` |
/// | 22 | `change`, `momentary` | the press ends | as 21 |
/// | 23 | `send`, `push` | its target can be reached | none; 1 is sent |
/// | 24 | `send`, `toggle` | its target says 1 | none; 0 is sent, else 1 |
/// | 25 | `send`, `momentary` | pressed | none; 1 is sent, and 0 once the press ends |
/// | 26 | `send`, `momentary` | the press ends while its target cannot be reached | none; 0 is sent once it can |
/// | 27 | `send`, `momentary`, `lock: hold` | its target cannot be reached when it would act | none; neither 1 nor 0 is sent |
///
/// Whether it is lit is not stored here but derived from the knobs, except for a `change`; of the
/// buttons of a choice only one is lit, see `ButtonChoice`.
final class ButtonController {
  /// A knob that the button moves.
  private struct Target {
    unowned let knob: KnobController
    /// The value that the button sets, or that a `change` adds; nil for the lowest value, or for none
    /// (`reset`).
    let value: Double?
    /// Where it may move the knob; nil for either direction.
    var only: ButtonLayout.Direction?
    /// Restores the knob's value from before the button's change.
    var undo: UndoPoint?
    /// By how much a `change` has moved the knob, to be taken off again; nil if nothing is.
    var applied: Double?
    /// The value with which the knob was lost before the end of the press could restore it.
    var owed: Double?

    /// True if the knob has the value that the button sets, or is beyond it where the button may
    /// not move it.
    var isReached: Bool {
      guard let value else { return knob.isMuted }
      let current = knob.knob.value
      return knob.isSame(current, value) || only == .lower && current < value
        || only == .raise && current > value
    }
  }

  /// How far beyond the edge a finger may land, how far it may slide and still press the button,
  /// and how near it must come to press it again; in touch pixels.
  private static let landing = 8.0
  private static let leaving = 40.0
  private static let returning = 28.0

  let action: ButtonLayout.Action
  let kind: ButtonLayout.Kind
  /// What its finger has to do beside pressing it.
  let lock: Lock?
  /// False if fingers do nothing on it.
  private let isEnabled: Bool
  /// Index of its page; nil if it is on every page.
  let page: Int?
  private let center: DesignPoint
  private let halfWidth: Double
  private let halfHeight: Double
  private let pixel: Double

  private(set) var owner: ContactID?
  /// True while lifting the finger would act; for a momentary button while it acts.
  private(set) var isPressed = false
  /// For how long its finger has stayed, if it has to.
  private(set) var hold = HoldTime()
  /// True once the press that lasts has acted; what follows at the lift is only its end.
  var hasActed = false
  private var targets: [Target]
  /// What a `send` sets; nil for any other button.
  var target: SendTarget?
  /// What it is part of.
  weak var choice: ButtonChoice?
  /// Whether it is the one of its choice.
  var isChosen = false

  /// Makes a button of the layout.
  ///
  /// - Parameters:
  ///   - layout: The button's entry in the layout.
  ///   - knobs: All knobs of the panel, in the order of the layout.
  ///   - pixel: Design pixels per touch pixel (`Viewport.touchPixel`).
  init(_ layout: ButtonLayout, knobs: [KnobController], pixel: Double) {
    action = layout.action
    kind = layout.kind
    lock = layout.lock
    isEnabled = layout.isEnabled
    page = layout.page
    center = layout.center
    halfWidth = layout.width / 2
    halfHeight = layout.height / 2
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

  /// One of the tabs.
  convenience init(tab index: Int, of bar: TabBar, pixel: Double) {
    self.init(
      ButtonLayout(
        id: "", center: bar.center(ofTab: index), width: bar.width, height: bar.height,
        action: .page(.index(index))), knobs: [], pixel: pixel)
  }

  /// Design pixels from its edge; 0 on it.
  func distance(of point: DesignPoint) -> Double {
    let (x, y) = (
      max(abs(point.x - center.x) - halfWidth, 0), max(abs(point.y - center.y) - halfHeight, 0)
    )
    return (x * x + y * y).squareRoot()
  }

  /// The largest distance from the edge at which a finger presses it, in design pixels.
  var landingDistance: Double { Self.landing * pixel }

  func press(_ contact: ContactID, at time: Timestamp) {
    owner = contact
    isPressed = true
    hasActed = false
    if lock == .hold { hold.begin(at: time) }
  }

  /// How long its finger has stayed on it, as the button shows it.
  func holdProgress(at time: Timestamp) -> Double {
    lock == .hold && hasActed ? 1 : hold.progress(at: time)
  }

  /// Notes that its finger has stayed for long enough.
  func endHold() {
    hold.stop()
    hasActed = true
  }

  /// Follows its finger; true if that changed whether staying or lifting would act.
  func move(to point: DesignPoint, at time: Timestamp) -> Bool {
    guard !hasActed else { return false }
    let distance = distance(of: point)
    let isOn = distance <= (isPressed ? Self.leaving : Self.returning) * pixel
    guard isOn != isPressed else { return false }
    isPressed = isOn
    if lock == .hold {
      if isOn { hold.begin(at: time) } else { hold.stop() }
    }
    return true
  }

  /// Ends the press; true if the finger was on the button.
  func release() -> Bool {
    defer {
      owner = nil
      isPressed = false
      hasActed = false
      hold.stop()
    }
    return isPressed
  }

  /// Takes over the finger and the undo points of the button in an earlier layout that does the
  /// same to the same knobs.
  func takeOver(_ old: ButtonController) {
    owner = old.owner
    isPressed = old.isPressed
    hasActed = old.hasActed
    hold = old.hold
    target = old.target
    for (place, before) in old.targets.enumerated() {
      targets[place].applied = before.applied
      targets[place].owed = before.owed.map {
        targets[place].knob.translated($0, from: before.knob.knob)
      }
      guard let way = before.undo else { continue }
      let value = targets[place].knob.translated(way.value, from: before.knob.knob)
      targets[place].undo = way.leading(to: value)
    }
  }
}

// MARK: Actions

extension ButtonController {
  /// False if it is disabled, and while none of its knobs can be moved.
  var canAct: Bool {
    guard isEnabled else { return false }
    switch action {
    case .page, .panel: return true
    case .send: return target?.canBeSet ?? false
    case .mute, .reset, .preset, .change: return canMoveKnobs
    }
  }

  private var canMoveKnobs: Bool {
    targets.contains { lock == .pin ? $0.knob.canBeSentWithPIN : $0.knob.canBeSent }
  }

  /// True if the state that the button sets is reached, whatever caused it.
  func isOn(shownPage: Int) -> Bool {
    switch action {
    case .page(let target): target == .index(shownPage)
    case .send: target?.isOn ?? false
    case .panel: false
    case .reset, .mute, .preset, .change: isOn
    }
  }

  private var isOn: Bool {
    if choice != nil { return isChosen }
    if case .reset = action { return false }
    return isReached
  }

  /// True if the knobs are as the button sets them, whatever caused it.
  var isReached: Bool {
    switch action {
    case .reset, .mute, .preset: hasReachedAll
    case .change: isApplied
    case .page, .send, .panel: false
    }
  }

  private var isApplied: Bool { targets.contains { $0.applied != nil } }

  private var hasReachedAll: Bool {
    canMoveKnobs && !targets.contains { $0.knob.canBeSent && !$0.isReached }
  }

  /// Sets its knobs; does nothing for a button that shows a page.
  func act() {
    switch action {
    case .mute:
      if kind == .toggle, isOn { return unmute() }
      for place in targets.indices where targets[place].knob.canBeSent {
        guard !targets[place].isReached else { continue }
        let way = targets[place].knob.mute(as: .muted)
        if kind == .momentary { targets[place].undo = way }
      }
    case .reset:
      for target in targets where target.knob.canBeSent {
        if let value = target.value { target.knob.go(to: value, as: .reset) }
      }
    case .preset:
      if kind == .toggle, isOn { return goBack() }
      for place in targets.indices where targets[place].knob.canBeSent {
        guard !targets[place].isReached, let value = targets[place].value else { continue }
        let way = targets[place].knob.go(to: value, as: .preset)
        if kind != .push { targets[place].undo = way }
      }
    case .change:
      if kind == .toggle, isOn { return goBack() }
      for place in targets.indices where targets[place].knob.canBeSent {
        let knob = targets[place].knob
        let old = knob.knob.value
        knob.go(to: old + (targets[place].value ?? 0), as: .adjusted)
        if kind != .push { targets[place].applied = knob.knob.value - old }
      }
    case .page, .send, .panel: break
    }
  }

  /// Takes back what it has done, because another one of its choice acts; never more than that.
  func giveBack() {
    guard case .mute = action else { return goBack() }
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
  /// takes off what a `change` added in any case.
  func goBack() {
    for place in targets.indices {
      if targets[place].knob.canBeSent { restore(place) }
      forget(place)
    }
  }

  private func restore(_ place: Int) {
    let target = targets[place]
    if let applied = target.applied {
      target.knob.go(to: target.knob.knob.value - applied, as: .restored)
    }
    guard let way = target.undo, target.knob.undo.isCurrent(way) else { return }
    if case .mute = action, target.knob.control.isMuted != nil {
      if target.knob.isMuted { target.knob.unmute(as: .restored) }
    } else {
      target.knob.go(back: way, as: .restored)
    }
  }

  private func forget(_ place: Int) {
    (targets[place].undo, targets[place].applied, targets[place].owed) = (nil, nil, nil)
  }
}

// MARK: The end of a press

extension ButtonController {
  /// Ends the press of a momentary button: goes back, also where a knob has been locked meanwhile; a
  /// knob that is lost is restored when it is back.
  func endPress() {
    for place in targets.indices {
      let (target, knob) = (targets[place], targets[place].knob)
      if !knob.isInert {
        restore(place)
        forget(place)
      } else if target.undo != nil || target.applied != nil {
        targets[place].owed = target.owed ?? knob.knob.value
      }
    }
  }

  /// Whether a knob that was lost at the end of a press can be restored now.
  var canRestoreReturned: Bool { targets.contains { $0.owed != nil && !$0.knob.isInert } }

  /// Restores knobs that can be reached again; one that came back with another value keeps that.
  func restoreReturned() {
    for place in targets.indices {
      let knob = targets[place].knob
      guard let owed = targets[place].owed, !knob.isInert else { continue }
      if knob.isSame(knob.knob.value, owed) { restore(place) }
      forget(place)
    }
  }
}
