/// Tells the answers to our own commands from news, of a thing that answers late.
///
/// | the thing says                                       | is                                  |
/// |------------------------------------------------------|-------------------------------------|
/// | what the knob shows                                  | nothing                             |
/// | one of our commands that it has not answered yet     | the answer to it: nothing           |
/// | anything else, while a command is not answered       | maybe old, or rounded: waits        |
/// | anything else                                        | somebody else's: news               |
/// | (what waited 2 s after our last command)             | the truth: news                     |
/// | (nothing within 2 s, and it last said another level) | it did not obey: that level is news |
///
/// Things answer in the order of the commands, and may leave some out. Pure: time is data.
struct EchoFilter {
  /// How long a thing may take to do what it was told; Zigbee lamps and amplifiers need a second.
  static let patienceMicroseconds: Int64 = 2_000_000

  /// Levels that differ less are the same to the thing.
  let tolerance: Double
  /// What the knob shows, as far as is known here, 0…1.
  private(set) var shown: Double?
  /// What the thing last said.
  private var reported: Double?
  /// The commands of the last two seconds that were not answered, oldest first.
  private var unanswered: [(level: Double, at: Int64)] = []

  init(tolerance: Double) {
    self.tolerance = tolerance
  }

  /// Forgets all; the thing was out of reach.
  mutating func reset() {
    self = EchoFilter(tolerance: tolerance)
  }

  /// Takes where a thing is believed to be that never says it.
  mutating func believe(_ level: Double) {
    reset()
    shown = level
  }

  /// Whether the knob shows this level already.
  func isShown(_ level: Double) -> Bool {
    shown.map { isSame($0, level) } ?? false
  }

  mutating func didCommand(_ level: Double, atMicroseconds now: Int64) {
    unanswered.append((level, now))
    shown = level
  }

  /// Takes what the thing says now; the level, if it is news.
  mutating func observe(_ level: Double, atMicroseconds now: Int64) -> Double? {
    reported = level
    if let place = unanswered.firstIndex(where: { isSame($0.level, level) }) {
      unanswered.removeSubrange(...place)
      return nil
    }
    return due(atMicroseconds: now)
  }

  /// When to call `due`; nil while no command waits for its answer.
  var deadlineMicroseconds: Int64? {
    unanswered.last.map { $0.at + Self.patienceMicroseconds }
  }

  /// What is news now, if the time for answers is over.
  mutating func due(atMicroseconds now: Int64) -> Double? {
    if let deadline = deadlineMicroseconds, now < deadline { return nil }
    unanswered.removeAll()
    guard let reported, !isShown(reported) else { return nil }
    shown = reported
    return reported
  }

  private func isSame(_ left: Double, _ right: Double) -> Bool {
    abs(left - right) <= tolerance
  }
}
