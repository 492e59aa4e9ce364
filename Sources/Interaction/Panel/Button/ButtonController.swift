internal import Gesture
internal import Knobs
internal import Layout

/// A button of a running panel: the finger on it, its steps, and the step that it waits for.
///
/// Rows 1 to 8, for touches, are at `PanelController+Buttons`; those for steps that set knobs, 9 to
/// 22, at `ButtonStep`, and those for other steps and for lists at `PanelController+Steps`.
///
/// Whether the button is lit is derived from what its steps have set, not stored, except for a
/// `change`. Only one button of a choice is lit, see `ButtonChoice`.
final class ButtonController {
  /// The rest of a list of steps.
  struct Rest {
    /// When it continues.
    var time: Timestamp
    /// Index of the step with which it continues.
    var next: Int
  }

  /// Distances from the edge in touch pixels: how far outside a finger may land, how far it may
  /// slide without leaving the button, and how near it must return to press it again.
  private static let landingSlack = 8.0
  private static let leavingSlack = 40.0
  private static let returningSlack = 28.0

  /// The button's entry in the layout.
  let layout: ButtonLayout
  private let pixel: Double
  private let context: PanelContext

  private(set) var owner: ContactID?
  /// Whether lifting the finger would act; for a momentary button, whether it is acting.
  private(set) var isPressed = false
  /// The finger's hold time, for `lock: hold`.
  private(set) var hold = HoldTime()
  /// Whether the current press has already acted; lifting the finger then only ends it.
  var hasActed = false
  /// What a press does, in order.
  var steps: [ButtonStep]
  /// The steps that wait; nil if none do.
  var rest: Rest?
  /// Whether it has acted and was neither undone nor replaced by another button of its choice.
  var isInEffect = false
  /// Whether it is visible, and whether it can be touched then, which conditions can change.
  var (isVisible, isEnabled): (Bool, Bool)
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
  ///   - context: The state of the panel.
  init(
    _ layout: ButtonLayout, knobs: [KnobController], pixel: Double, context: PanelContext
  ) {
    self.layout = layout
    self.pixel = pixel
    self.context = context
    (isVisible, isEnabled) = (layout.isVisible, layout.isEnabled)
    steps = layout.steps.enumerated().map { index, action in
      ButtonStep(action, before: layout.steps[(index + 1)...], of: layout, knobs: knobs)
    }
  }

  /// Creates the button of a tab.
  convenience init(tab index: Int, of bar: TabBar, pixel: Double, context: PanelContext) {
    let columns = bar.touchColumns(ofTab: index)
    let (left, right) = (columns.lowerBound, columns.upperBound)
    self.init(
      ButtonLayout(
        id: "",
        center: DesignPoint(x: (left + right) / 2, y: bar.center(ofTab: index).y),
        width: right - left, height: bar.height, action: .page(.index(index))), knobs: [],
      pixel: pixel, context: context)
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
    for index in steps.indices { steps[index].moveTargets(to: knobs) }
  }

  /// Takes over the finger, the undo points and the waiting steps from the button of an earlier
  /// layout with the same steps on the same knobs.
  func takeOver(_ old: ButtonController) {
    owner = old.owner
    isPressed = old.isPressed
    hasActed = old.hasActed
    hold = old.hold
    isInEffect = old.isInEffect
    rest = layout.isEnabled ? old.rest : nil
    for (index, step) in old.steps.enumerated() { steps[index].takeOver(step) }
  }
}

// MARK: State

extension ButtonController {
  /// Whether it is visible and enabled, and one of its steps can act.
  var canAct: Bool {
    isVisible && isEnabled && steps.contains { $0.canAct(withPIN: layout.lock == .pin) }
  }

  /// Why its targets outside the panel cannot be set; nil if one can, or if it has none.
  var refusal: RemoteRefusal? {
    let states = steps.compactMap { $0.send?.state.refusal }
    return states.count == layout.controls.count ? states.first : nil
  }

  /// Whether the state that the button sets is reached, for any reason, or steps of it wait.
  var isOn: Bool {
    if choice != nil { return isChosen }
    return rest != nil || state(includingResets: false) == .reached
  }

  /// Whether its choice can choose it: the state that it sets is reached, or steps of it wait; of a
  /// button that sets nothing that can be read, whether it was the last one to act.
  var isReached: Bool {
    if rest != nil { return true }
    let state = state(includingResets: true)
    return state == .none ? isInEffect : state == .reached
  }

  /// The state of all steps together.
  ///
  /// A page counts only if no other step has a state: it is left by other ways than the button.
  private func state(includingResets: Bool) -> ButtonStep.State {
    var (state, page) = (ButtonStep.State.none, ButtonStep.State.none)
    for step in steps {
      if case .reset = step.action, !includingResets { continue }
      let own = step.state(of: layout, context)
      if case .page = step.action { page = max(page, own) } else { state = max(state, own) }
    }
    return state == .none ? page : state
  }

  /// Index of the step that sets a target outside the panel, counted by `ControlItem`.
  func step(ofSend send: Int) -> Int? { steps.indices.filter { steps[$0].send != nil }[at: send] }

  /// Whether a knob that was lost at the end of a press can be restored now.
  var canRestoreReturned: Bool { steps.contains(where: \.canRestoreReturned) }

  /// Restores knobs that are available again; a knob that came back with another value keeps it.
  func restoreReturned() {
    for index in steps.indices.reversed() { steps[index].restoreReturned() }
  }
}

extension Array {
  fileprivate subscript(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
