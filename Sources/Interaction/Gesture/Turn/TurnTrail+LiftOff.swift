/// Distinguishes the roll of a lifting fingertip from the end of a turn.
///
/// | # | the last 40 ms | the 100 ms before | verdict |
/// |---|---|---|---|
/// | 1 | no turn, or further than a fingertip rolls | any | a turn |
/// | 2 | a little | at rest | a roll |
/// | 3 | a little, forward or back, slower or faster | a turn | a turn |
/// | 4 | any | contact too short to decide | a turn |
///
/// Only a preceding rest identifies a roll: the speed of the last few samples depends on the
/// touchscreen as much as on the finger, and a turn by a moving finger must never be undone.
extension TurnTrail {
  /// The maximum distance that the centre of a contact moves in a roll, in design pixels.
  private static let rollDistance = 8.0
  /// A finger that moves less than this is at rest, in design pixels.
  private static let restDistance = 1.5
  private static let lookBackMicroseconds: Int64 = 100_000
  /// A contact with less time before the roll is too short to decide.
  private static let minimumMicroseconds: Int64 = 20_000

  /// Returns the speed in radians per second of a finger that lifts at `time`.
  func speed(leavingAt time: Timestamp) -> Double {
    guard let end = samples.last, time.microseconds(since: end.time) < 60_000,
      let start = samples.last(by: end.time.advanced(byMicroseconds: -60_000)) ?? samples.oldest,
      end.time > start.time
    else { return 0 }
    let seconds = Double(end.time.microseconds(since: start.time)) / 1e6
    return (end.element.turned - start.element.turned) / seconds
  }

  /// Returns since when a finger that lifts at `time` has only rolled; nil if it turned.
  func rollBegan(leavingAt time: Timestamp, within microseconds: Int64) -> Timestamp? {
    let moment = time.advanced(byMicroseconds: -microseconds)
    guard microseconds > 0, let end = samples.last, let start = samples.last(by: moment),
      let before = samples.last(
        by: moment.advanced(byMicroseconds: -Self.lookBackMicroseconds)) ?? samples.oldest
    else { return nil }
    let turn = end.element.turned - start.element.turned
    guard turn != 0, end.element.point.distance(to: start.element.point) <= Self.rollDistance else {
      return nil
    }
    let span = Double(start.time.microseconds(since: before.time))
    guard span >= Double(Self.minimumMicroseconds) else { return nil }
    let wayBefore = start.element.point.distance(to: before.element.point)
    return wayBefore <= Self.restDistance ? moment : nil
  }
}
