internal import Gesture
internal import Knobs
internal import Layout

/// A knob of a running panel: its value, the finger on it, and the state of its control.
///
/// | # | knob | event | result |
/// |---|---|---|---|
/// | 1 | free | finger lands in its reach | `began`; nothing changes (`absolute`: goes to the finger) |
/// | 2 | held | its finger turns it by a step | `changed`, control request |
/// | 3 | held | another finger lands | nothing |
/// | 4 | held | level from its control | kept pending |
/// | 5 | held, level pending | its finger turns it by a step | the pending level is dropped; as 2 |
/// | 6 | held | finger lifts | `ended`, final control request if the finger changed the value |
/// | 7 | held, level pending | finger lifts | `ended`, then `remote`: the knob follows its control |
/// | 8 | held | contact is cancelled | `cancelled`; the value stays, otherwise as 6 and 7 |
/// | 9 | free | level from its control | `remote` if the value changes; the pointer glides there |
/// | 10 | free, gliding | finger lands | it continues from where the pointer is drawn; from its value if that is lower |
/// | 11 | free | double tap, with a default | `reset`, control request |
/// | 12 | free | any other tap | its action, `tapped` |
/// | 13 | awaited or lost control | finger lands | nothing |
/// | 14 | held | its control is lost, or its level unknown | `cancelled` |
/// | 15 | held | finger lifts after a tap or a roll | the turn by it is undone, then as 6 |
/// | 16 | held, `report` delays | its finger turns it | reported later, at the latest before `ended` |
/// | 17 | locked | finger lands and turns | `began`, `ended`; nothing changes |
/// | 18 | locked | tap | unlocked until it is not used for a while |
/// | 18a | locked, `lock: hold` | tap | `began`, `ended`; nothing changes |
/// | 18b | locked, `lock: hold` | finger rests for a while | `unlocked`; the finger can turn it |
/// | 18c | locked, `lock: hold` | finger moves | the time starts again |
/// | 18d | locked, `lock: hold` | finger lifts or is lost before | as 17 |
/// | 18e | locked, `lock: pin` | tap, or a finger that turns or lifts | the PIN pad opens, see `PanelController+PIN` |
/// | 19 | held, `cancel: restore` | contact is cancelled | `changed` back, `cancelled` |
/// | 20 | held | finger slides away, or a second one taps | as 19 |
/// | 21 | held, nudging | finger stays | nudged repeatedly until the finger turns |
/// | 22 | held | contact too large for a fingertip | as 19 |
/// | 23 | just released | the same finger comes back | `began`; continues the earlier touch |
///
/// The table for masters of groups and their members is at `KnobGroup`.
final class KnobController {
  /// Index of the knob in the layout.
  var index: Int
  /// The knob's entry in the layout; its look may be out of date, its behaviour is not.
  let layout: KnobLayout
  /// Shared by all knobs of the panel.
  var context: PanelContext

  var knob: Knob
  var recognizer: TurnRecognizer
  var encoderSpeed = EncoderSpeed()
  var control = ControlLink()
  var reading = ReadingState()
  /// Whether it is visible, and whether it can be touched then, which conditions can change.
  var (isVisible, isEnabled): (Bool, Bool)
  var pointer: ShownPointer
  var nameSwap: NameSwap
  var touch: TouchRecord
  var guards: KnobGuards
  var nudges = NudgeRepeat()
  /// What holds it, or held it last: a finger or an encoder.
  var touchSource = EventSource.finger
  var feedback: TurnFeedback
  var glow = StopGlowFade()
  var undo = UndoHistory()
  var reporter: Reporter
  /// The change over time that a program has requested, and the source of its events; nil for none.
  var ramp: (Ramp, source: EventSource)?
  /// When a user last set or touched it here; nil if set from outside since, or returned.
  var lastUse: Timestamp?
  /// The number of laps that events have reported.
  var reportedLaps = 0
  /// The role of the knob in a group; nil if it is in none.
  var membership: GroupMembership?
  /// The text format of the value.
  let format: ValueFormat

  /// Creates a knob that no finger holds.
  ///
  /// - Parameters:
  ///   - layout: The knob's entry in the layout.
  ///   - index: Index of the knob in the layout.
  ///   - pixel: Design pixels per touch pixel (`Viewport.touchPixel`).
  ///   - context: Shared by all knobs of the panel; receives their effects.
  init(
    _ layout: KnobLayout, index: Int, pixel: Double, context: PanelContext
  ) {
    self.index = index
    self.layout = layout
    self.context = context
    (isVisible, isEnabled) = (layout.isVisible, layout.isEnabled)
    knob = Knob(
      scale: layout.scale, travel: layout.travel, value: layout.value,
      overTravel: layout.overTravel ?? (layout.turn == .absolute ? .hold : .discard),
      snap: layout.snap, magnets: layout.magnets, hasInertia: layout.hasInertia)
    recognizer = TurnRecognizer(
      rules: TurnRules(
        center: layout.center, radius: layout.diameter / 2, mode: layout.turn,
        sweep: Angle.radians(fromDegrees: layout.travel.sweepDegrees), feel: layout.feel,
        pixel: pixel))
    pointer = ShownPointer(at: knob.position)
    nameSwap = NameSwap(microseconds: layout.look.swapMicroseconds)
    touch = TouchRecord(knob)
    guards = KnobGuards(layout.guards, scale: knob.scale, defaultValue: layout.defaultValue)
    feedback = TurnFeedback(knob)
    reporter = Reporter(layout.report)
    format = layout.format ?? ValueFormat(for: layout.scale, travel: layout.travel)
  }

  var now: Timestamp { context.now }

  /// Leaves an effect for the panel.
  func leave(_ effect: KnobEffect) { context.leave(effect) }

  /// Whether it ignores fingers: its control is unavailable or read-only, or it is disabled or
  /// hidden.
  var isInert: Bool {
    control.state.refusal != nil || !isVisible || !isEnabled || layout.isReadOnly
  }

  /// Whether turns have no effect; a finger that holds an unlocked knob keeps it unlocked.
  var isLocked: Bool { isLockedItself || masteredGroup?.isLocked == true }

  private var isLockedItself: Bool {
    guards.rules.lock == .pin ? context.isPINLocked : guards.isLocked
  }

  /// Whether the PIN is needed to unlock it; for a master, to unlock a member.
  var needsPIN: Bool {
    guard context.isPINLocked else { return false }
    if guards.rules.lock == .pin { return true }
    guard let group = masteredGroup, group.isLocked else { return false }
    return group.members.contains { $0.knob.needsPIN }
  }

  /// Whether a button can set it once the PIN is entered.
  var canBeSentWithPIN: Bool { !isInert && (!isLocked || needsPIN) }

  /// Whether a button can set it.
  var canBeSent: Bool { !isInert && !isLocked }

  /// Whether its target is muted; if the target has no mute of its own, whether the value is the
  /// lowest, for any reason.
  var isMuted: Bool { control.isMuted ?? (knob.value == knob.scale.range.lowerBound) }

  /// Whether unmuting restores what a mute has changed.
  var canUnmute: Bool { control.isMuted ?? (undo.currentMutePoint != nil) }

  /// The group of which this knob is the master; nil for none.
  var masteredGroup: KnobGroup? { membership?.masteredGroup }

  /// Completes a change of the knob: settles its group and marks it for drawing.
  func didChange() {
    settleGroup()
    leave(.changed(knob: index))
  }

  /// Updates the other knobs of its group after a change.
  ///
  /// - Parameter isQuiet: Whether to emit no events and animate nothing.
  func settleGroup(isQuiet: Bool = false) { membership?.settle(isQuiet: isQuiet) }

  /// Begins a change of the value; returns an undo point for the current value.
  @discardableResult func advanceUndo() -> UndoPoint { undo.advance(from: knob.value) }

  /// Sets the value without an event, a request or a glide.
  func set(value: Double) {
    advanceUndo()
    wasSetFromOutside()
    ramp = nil
    knob.set(value: value)
    pointer.jump(to: knob)
    settleGroup(isQuiet: true)
    didChange()
  }

  /// Sets a value that did not come from a finger; the pointer glides there.
  func glide(toValue value: Double) {
    let start = pointer.position
    knob.set(value: value)
    pointer.glide(from: start, to: knob, at: now)
  }

  /// Emits an event, by default with the source of the input being handled.
  func emit(_ kind: KnobEvent.Kind, turned: Double = 0, from source: EventSource? = nil) {
    let wrapped = knob.laps - reportedLaps
    reportedLaps = knob.laps
    leave(
      .event(
        KnobEvent(
          time: now, knob: index, source: source ?? context.source, kind: kind, value: knob.value,
          angle: knob.angle, turned: turned,
          wrapped: wrapped, isMuted: control.isMuted == true)))
    nameSwap.showValue(at: now)
    if nameSwap.valueShownUntil != nil { leave(.startTicks(knob: index)) }
  }

  /// Emits an event of the finger, including how far it has turned.
  func emitTouch(_ kind: KnobEvent.Kind) {
    emit(
      kind, turned: Angle.degrees(fromRadians: recognizer.turned),
      from: touchSource)
  }
}
