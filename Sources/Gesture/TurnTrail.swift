/// What a contact has turned in the last 124 ms or more, and where it was.
///
/// `TurnTrail+LiftOff` recognizes the roll of a lifting fingertip in it, `TurnTrail+Prediction` says
/// how it probably goes on.
struct TurnTrail {
  struct Place {
    /// What the contact had turned since it came down, in radians.
    var turned: Double
    var point: DesignPoint
  }

  private(set) var places = Recent(filler: Place(turned: 0, point: DesignPoint(x: 0, y: 0)))

  mutating func removeAll() {
    places.removeAll()
  }

  /// Adds a sample: where the finger is and what it has turned so far, in radians.
  mutating func note(turned: Double, at point: DesignPoint, time: Timestamp) {
    places.append(Place(turned: turned, point: point), at: time)
  }
}
