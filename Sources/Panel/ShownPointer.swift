internal import Gesture
internal import Knobs

/// Where a knob's pointer is drawn: at the knob's position, moving towards it, or where a finger will
/// have turned it by the time it is seen.
struct ShownPointer {
  /// Along the sweep, 0…1; differs from the knob's position only during a glide.
  private(set) var position: Double
  /// Where a finger will have turned it; nil for a pointer that is drawn at `position`.
  private(set) var predicted: Double?
  /// Degrees that the pointer is drawn beyond its end.
  private(set) var strain = 0.0
  private(set) var glide: Glide?
  private var strainGlide: Glide?

  init(at position: Double) {
    self.position = position
  }

  var isMoving: Bool { glide != nil || strainGlide != nil }
  /// Where it is drawn, along the sweep.
  var drawn: Double { predicted ?? position }

  /// Draws it where a finger will have turned it, or at its position again; true if that is elsewhere.
  mutating func predict(_ place: Double?) -> Bool {
    let last = drawn
    predicted = glide == nil ? place : nil
    return drawn != last
  }

  /// Moves to the knob's position at once.
  mutating func stand(at knob: Knob) {
    glide = nil
    position = knob.position
  }

  /// Moves to where a finger has turned the knob, including a pull beyond an end.
  mutating func follow(_ knob: Knob) {
    stand(at: knob)
    strain = Self.rubber(Angle.degrees(fromRadians: knob.strain))
  }

  /// Stops the glide at the current position.
  mutating func stop() { glide = nil }

  mutating func removeStrain() {
    strain = 0
    strainGlide = nil
  }

  /// Glides from a position to that of the knob.
  mutating func glide(from start: Double, to knob: Knob, at time: Timestamp) {
    position = start
    predicted = nil
    glide =
      knob.position == start
      ? nil : Glide(from: start, to: knob.position, travel: knob.travel, start: time)
  }

  /// Glides from where an earlier pointer was drawn, which springs back if it was beyond its end.
  mutating func glide(from shown: ShownPointer, to knob: Knob, at time: Timestamp) {
    strain = shown.strain
    if strain != 0 { strainGlide = Glide(from: strain, to: 0, travel: .standard, start: time) }
    glide(from: shown.drawn, to: knob, at: time)
  }

  mutating func advance(to time: Timestamp, of knob: Knob) {
    if let glide {
      let next = glide.position(at: time)
      position = next ?? knob.position
      if next == nil { self.glide = nil }
    }
    if let strainGlide {
      let next = strainGlide.position(at: time)
      strain = next ?? 0
      if next == nil { self.strainGlide = nil }
    }
  }

  /// How far beyond its end a pointer is drawn for a pull in degrees: half as far at first, and
  /// always less than 8 degrees.
  private static func rubber(_ degrees: Double) -> Double {
    degrees / (2 + abs(degrees) / 8)
  }
}
