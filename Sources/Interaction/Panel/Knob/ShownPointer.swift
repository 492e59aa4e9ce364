internal import Gesture
internal import Knobs

/// Where a knob's pointer is drawn: at the knob's position, gliding towards it, or at the position
/// predicted for the time when it becomes visible.
struct ShownPointer {
  /// Along the sweep, 0…1; differs from the knob's position only during a glide.
  private(set) var position: Double
  /// The predicted position; nil for a pointer drawn at `position`.
  private(set) var predicted: Double?
  /// Degrees by which the pointer is drawn beyond its end.
  private(set) var strain = 0.0
  private(set) var glide: Glide?
  private var strainGlide: Glide?

  init(at position: Double) {
    self.position = position
  }

  var isMoving: Bool { glide != nil || strainGlide != nil }
  /// Where it is drawn, along the sweep.
  var drawn: Double { predicted ?? position }

  /// Draws the pointer at a predicted position, or at its own if nil; returns whether it has moved.
  mutating func predict(_ prediction: Double?) -> Bool {
    let last = drawn
    predicted = glide == nil ? prediction : nil
    return drawn != last
  }

  /// Jumps to the knob's position.
  mutating func jump(to knob: Knob) {
    glide = nil
    position = knob.position
  }

  /// Jumps to the position to which a finger has turned the knob, including a pull beyond an end.
  mutating func follow(_ knob: Knob) {
    jump(to: knob)
    strain = Self.rubberBand(Angle.degrees(fromRadians: knob.strain))
  }

  /// Stops the glide at the current position.
  mutating func stop() { glide = nil }

  mutating func removeStrain() {
    strain = 0
    strainGlide = nil
  }

  /// Glides from a position to the knob's.
  mutating func glide(from start: Double, to knob: Knob, at time: Timestamp) {
    position = start
    predicted = nil
    glide =
      knob.position == start
      ? nil : Glide(from: start, to: knob.position, travel: knob.travel, start: time)
  }

  /// Glides from where an earlier pointer was drawn; a pointer beyond its end springs back.
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

  /// Returns how far beyond its end a pointer is drawn for a pull in degrees: half the pull at
  /// first, and always less than 8 degrees.
  private static func rubberBand(_ degrees: Double) -> Double {
    degrees / (2 + abs(degrees) / 8)
  }
}
