internal import Gesture
internal import Knobs
internal import LayoutFile

/// One knob of a running panel: its value, the finger on it, and what its control says.
struct LivingKnob {
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
  /// A level that came from outside while a finger held the knob; shown after release.
  var awaitingRelease: Double?
  /// The shown pointer's way to a value from outside.
  var glide: Glide?
  /// Where the pointer is shown; other than the knob's position only during a glide.
  var shownPosition: Double
  /// True once the finger on the knob has changed the value.
  var changedByFinger = false

  let defaultValue: Double?
  private let format: ValueFormat

  init(_ layout: KnobLayout) {
    knob = Knob(
      scale: layout.scale, travel: layout.travel, value: layout.value,
      overTravel: layout.turn == .absolute ? .hold : .discard)
    recognizer = TurnRecognizer(
      rules: TurnRules(
        center: layout.center, radius: layout.diameter / 2, mode: layout.turn,
        sweep: Angle.radians(fromDegrees: layout.travel.sweepDegrees)))
    defaultValue = layout.defaultValue
    format = ValueFormat(for: layout.scale, travel: layout.travel)
    shownPosition = knob.position
  }

  /// A knob whose control is not there takes no finger: nothing it did would be true.
  var isInert: Bool { link == .awaited || link == .lost }

  var appearance: KnobAppearance {
    KnobAppearance(
      position: shownPosition, text: format.text(for: knob.value),
      isHeld: recognizer.owner != nil,
      state: link == .awaited ? .unknown : link == .lost ? .offline : .normal)
  }

  /// Takes over where the pointer is seen, whatever it was gliding to.
  mutating func grab(at time: Timestamp) {
    guard glide != nil else { return }
    // Nothing has been asked for yet: until the finger turns, the old aim stays the truth.
    awaitingRelease = knob.level
    glide = nil
    knob.grab(atPosition: shownPosition)
  }

  /// Shows a value that did not come from the finger, gliding there.
  mutating func go(toValue value: Double, at time: Timestamp) {
    let from = shownPosition
    knob.set(value: value)
    guard knob.position != from else { return }
    glide = Glide(from: from, to: knob.position, travel: knob.travel, start: time)
  }

  /// Moves the shown pointer on; true while it is still on its way.
  mutating func advance(to time: Timestamp) -> Bool {
    guard let glide else { return false }
    if let position = glide.position(at: time) {
      shownPosition = position
      return true
    }
    self.glide = nil
    shownPosition = knob.position
    return false
  }
}
