internal import Gesture
internal import Knobs
internal import Layout

/// One knob of a running panel: its value, the finger on it, and what its control says.
struct KnobController {
  /// What is known of the thing that the knob drives.
  enum Link {
    /// It drives nothing: the knob itself is the truth.
    case none
    /// The control has not answered yet.
    case awaited
    case connected
    case lost
  }

  var knob: Knob
  var recognizer: TurnRecognizer
  var link = Link.none
  /// The level that its control has as far as is known, however coarse the knob's steps are.
  var knownLevel: Double?
  /// A level that came from outside while a finger held the knob; shown after release.
  var awaitingRelease: Double?
  /// The shown pointer's way to a value from outside.
  var glide: Glide?
  /// Where the pointer is shown; other than the knob's position only during a glide.
  var shownPosition: Double
  /// Degrees that the pointer is shown beyond its end, and its way back once the finger left.
  var shownStrain = 0.0
  var strainGlide: Glide?
  /// True once the finger on the knob has changed the value.
  var changedByFinger = false
  var riseGuard: RiseGuard
  var reporter: Reporter
  /// The knob as the finger found it, and as it left it.
  var found: Knob.Mark
  var left: Knob.Mark
  /// What the finger did to the knob lately, to take back its last roll.
  var trail: Recent<Knob.Mark>
  /// Until when a knob with a lock takes turns.
  var unlockedUntil: Timestamp?
  var decisions = Decisions()
  var foundDecisions = Decisions()
  /// How a muted knob goes back.
  var muted: UndoPoint?
  /// When the nudge of a finger that stays comes again, and how often it may.
  var nextNudge: Timestamp?
  var nudgesLeft = 0
  /// Until when the value stands where else the name does.
  var valueShownUntil: Timestamp?
  /// The name's coming back in the value's place.
  var nameFade: NameFade?
  /// How much of the name is seen there, 0…1; nothing of it while the value is shown.
  var nameShare = 1.0
  /// The laps that have been told.
  var toldLaps = 0
  /// What the knob is in a group, if it is in one.
  var role: GroupRole?
  /// True for a master of which every member is locked.
  var isBarred = false

  let defaultValue: Double?
  /// The page it stands on; nil if it is on every one.
  let page: Int?
  let taps: Taps
  let guards: Guards
  private let format: ValueFormat
  private let arcOrigin: Double
  let swapMicroseconds: Int64?
  private let isEnabled: Bool

  /// - Parameter pixel: Design pixels that a pixel of the display is wide.
  init(_ layout: KnobLayout, pixel: Double) {
    knob = Knob(
      scale: layout.scale, travel: layout.travel, value: layout.value,
      overTravel: layout.overTravel ?? (layout.turn == .absolute ? .hold : .discard),
      snap: layout.snap, magnets: layout.magnets, hasInertia: layout.hasInertia)
    recognizer = TurnRecognizer(
      rules: TurnRules(
        center: layout.center, radius: layout.diameter / 2, mode: layout.turn,
        sweep: Angle.radians(fromDegrees: layout.travel.sweepDegrees), feel: layout.feel,
        pixel: pixel))
    riseGuard = RiseGuard(layout.guards, scale: knob.scale)
    reporter = Reporter(layout.report)
    defaultValue = layout.defaultValue
    page = layout.page
    taps = layout.taps
    guards = layout.guards
    format = layout.format ?? ValueFormat(for: layout.scale, travel: layout.travel)
    arcOrigin = layout.arcOrigin.position(on: knob.scale)
    swapMicroseconds = layout.look.swapMicroseconds
    isEnabled = layout.isEnabled
    shownPosition = knob.position
    found = knob.mark
    left = knob.mark
    trail = Recent(filler: knob.mark)
  }

  /// A knob whose control is not there takes no finger: nothing it did would be true.
  ///
  /// Nor does one that the layout disables.
  var isInert: Bool { link == .awaited || link == .lost || !isEnabled }

  /// True if a button can send it somewhere.
  var canBeSent: Bool { !isInert && !isLocked }

  /// True while turns do nothing; a finger that holds an unlocked knob keeps it unlocked.
  var isLocked: Bool { isBarred || (guards.isLocked && unlockedUntil == nil) }

  var viewState: KnobViewState {
    let isHeld = recognizer.isHeld
    let name = format.name(of: knob.value)
    var state = KnobViewState(
      position: shownPosition, text: name ?? format.text(for: knob.value), isHeld: isHeld,
      state: presence)
    state.isNamed = name != nil
    state.ghost = awaitingRelease.map {
      knob.scale.position(ofValue: knob.scale.value(atLevel: $0))
    }
    state.gear = isHeld ? recognizer.gear : 1
    state.overTravel = shownStrain
    state.isLocked = isLocked
    state.origin = isHeld ? knob.scale.position(ofValue: found.value) : nil
    state.arcOrigin = arcOrigin
    if isMuted {
      state.mutedFrom = wayFromMute.map { knob.scale.position(ofValue: $0.value) }
    }
    state.nameShare =
      swapMicroseconds == nil || isHeld || valueShownUntil != nil ? 0 : nameShare
    return state
  }

  private var presence: KnobViewState.State {
    switch link {
    case .awaited: .unknown
    case .lost: .offline
    case .none, .connected: isEnabled ? .normal : .disabled
    }
  }

  /// Shows the value for a while, where its name stands else.
  mutating func showValue(at time: Timestamp) {
    guard let swapMicroseconds else { return }
    valueShownUntil = time.advanced(byMicroseconds: swapMicroseconds)
    nameFade = nil
    nameShare = 0
  }

  /// Lets the name come back in the value's place.
  mutating func showName(at time: Timestamp) {
    valueShownUntil = nil
    nameFade = NameFade(start: time)
  }

  /// When the knob wants the next tick, other than for its next picture; nil if never.
  var wake: Timestamp? {
    var wake = Self.earlier(recognizer.wake, reporter.wake)
    wake = Self.earlier(wake, nextNudge)
    guard recognizer.owner == nil else { return wake }
    return Self.earlier(Self.earlier(wake, unlockedUntil), valueShownUntil)
  }

  private static func earlier(_ left: Timestamp?, _ right: Timestamp?) -> Timestamp? {
    guard let left, let right else { return left ?? right }
    return min(left, right)
  }

  /// True while the knob's picture moves by itself.
  var isMoving: Bool { glide != nil || strainGlide != nil || nameFade != nil }

  /// Takes over where the pointer is seen, whatever it was gliding to.
  mutating func grab(at time: Timestamp) {
    strainGlide = nil
    shownStrain = 0
    guard glide != nil else { return }
    // What a master asks its members for begins where they are.
    if case .master? = role { return stopGlide() }
    // Nothing has been asked for yet: until the finger turns, the old aim stays the truth.
    awaitingRelease = knob.level
    glide = nil
    knob.grab(atPosition: shownPosition)
  }

  /// Shows the pointer where it is.
  mutating func stopGlide() {
    glide = nil
    shownPosition = knob.position
  }

  /// Shows a value that did not come from the finger, gliding there.
  mutating func go(toValue value: Double, at time: Timestamp) {
    knob.set(value: value)
    glide(from: shownPosition, at: time)
  }

  /// Shows the pointer's way from where it was seen to where it is.
  mutating func glide(from shown: Double, at time: Timestamp) {
    shownPosition = shown
    glide =
      knob.position == shown
      ? nil : Glide(from: shown, to: knob.position, travel: knob.travel, start: time)
  }

  /// Lets the finger that holds the knob go on from where somebody else has put it.
  mutating func beginAgain(at time: Timestamp) {
    found = knob.mark
    foundDecisions = decisions
    trail.removeAll()
    trail.append(knob.mark, at: time)
    riseGuard.begin(at: knob.exactValue, time: time)
    // What waited to be told is not so any more; the end of the touch tells the rest.
    _ = reporter.finish()
    changedByFinger = true
  }

  /// Lets the pointer that was held beyond its end spring back.
  mutating func relax(at time: Timestamp) {
    guard shownStrain != 0 else { return }
    strainGlide = Glide(from: shownStrain, to: 0, travel: .standard, start: time)
  }

  /// Moves what is shown on.
  mutating func advance(to time: Timestamp) {
    if let glide {
      shownPosition = glide.position(at: time) ?? knob.position
      if glide.position(at: time) == nil { self.glide = nil }
    }
    if let strainGlide {
      shownStrain = strainGlide.position(at: time) ?? 0
      if strainGlide.position(at: time) == nil { self.strainGlide = nil }
    }
    if let nameFade {
      nameShare = nameFade.share(at: time) ?? 1
      if nameShare == 1 { self.nameFade = nil }
    }
  }

  /// Shows where the finger has put the pointer.
  mutating func followFinger() {
    glide = nil
    shownPosition = knob.position
    shownStrain = Self.rubber(Angle.degrees(fromRadians: knob.strain))
  }

  /// How far a pointer goes beyond its end when pulled so far: half as far at first, never 8 degrees.
  private static func rubber(_ degrees: Double) -> Double {
    degrees / (2 + abs(degrees) / 8)
  }
}
