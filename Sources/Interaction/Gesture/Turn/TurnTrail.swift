/// A contact's turn and position over the last 124 ms or more.
///
/// `TurnTrail+LiftOff` recognizes the roll of a lifting fingertip, `TurnTrail+Prediction` predicts
/// how the turn continues.
struct TurnTrail {
  struct Sample {
    /// The contact's turn since it came down, in radians.
    var turned: Double
    var point: DesignPoint
  }

  private(set) var samples = Recent(filler: Sample(turned: 0, point: DesignPoint(x: 0, y: 0)))

  mutating func removeAll() {
    samples.removeAll()
  }

  /// Adds a sample: the finger's position and its turn so far, in radians.
  mutating func note(turned: Double, at point: DesignPoint, time: Timestamp) {
    samples.append(Sample(turned: turned, point: point), at: time)
  }
}
