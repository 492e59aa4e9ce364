/// Tells the roll of a fingertip that leaves the glass from the end of a turn.
///
/// | # | the last 40 ms | the 100 ms before | what it was |
/// |---|---|---|---|
/// | 1 | no turn, or further than a fingertip rolls | any | a turn |
/// | 2 | a little | at rest | a roll |
/// | 3 | a little, on or back, slower or faster | a turn | a turn |
/// | 4 | any | too short a contact to tell | a turn |
///
/// Only a rest tells: the speed of the last few reports is as much the machine's doing as the
/// finger's, and what a moving finger turned must never be taken from it.
struct LiftOffGuard {
  private struct Place {
    var turned: Double
    var point: DesignPoint
  }

  private var places = Recent(filler: Place(turned: 0, point: DesignPoint(x: 0, y: 0)))

  /// Further than this the middle of a contact does not roll, in design pixels.
  private static let rollDistance = 8.0
  /// A finger that keeps within this is at rest, in design pixels.
  private static let restDistance = 1.5
  private static let lookBackMicroseconds: Int64 = 100_000
  /// Shorter than this, the time before says nothing.
  private static let leastMicroseconds: Int64 = 20_000

  mutating func removeAll() {
    places.removeAll()
  }

  /// Notes where the finger is and all it has turned so far, in radians.
  mutating func note(turned: Double, at point: DesignPoint, time: Timestamp) {
    places.append(Place(turned: turned, point: point), at: time)
  }

  /// Radians per second at which a finger turns that leaves at `time`.
  func speed(leavingAt time: Timestamp) -> Double {
    guard let end = places.last, time.microseconds(since: end.time) < 60_000,
      let start = places.last(by: end.time.advanced(byMicroseconds: -60_000)) ?? places.oldest,
      end.time > start.time
    else { return 0 }
    let seconds = Double(end.time.microseconds(since: start.time)) / 1e6
    return (end.element.turned - start.element.turned) / seconds
  }

  /// The moment since which a finger that leaves at `time` only rolled; nil if it turned.
  func rollBegan(leavingAt time: Timestamp, within microseconds: Int64) -> Timestamp? {
    let moment = time.advanced(byMicroseconds: -microseconds)
    guard microseconds > 0, let end = places.last, let start = places.last(by: moment),
      let before = places.last(
        by: moment.advanced(byMicroseconds: -Self.lookBackMicroseconds)) ?? places.oldest
    else { return nil }
    let turn = end.element.turned - start.element.turned
    guard turn != 0, end.element.point.distance(to: start.element.point) <= Self.rollDistance else {
      return nil
    }
    let span = Double(start.time.microseconds(since: before.time))
    guard span >= Double(Self.leastMicroseconds) else { return nil }
    let wayBefore = start.element.point.distance(to: before.element.point)
    return wayBefore <= Self.restDistance ? moment : nil
  }
}
