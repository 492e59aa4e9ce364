/// Distinguishes echoes of our own commands from changes, for a device that answers late.
///
/// | the device reports                                    | means                                  |
/// |-------------------------------------------------------|----------------------------------------|
/// | what the knob shows                                   | unchanged                              |
/// | one of our commands that it has not answered yet      | its answer: unchanged                  |
/// | anything else, while a command is not answered        | possibly out of date, or rounded: waits|
/// | anything else                                         | changed by another program or person   |
/// | (0.65 s after that, if it is new since our command)   | changed, or rounded                    |
/// | (1.5 s after our last command, in any case)           | changed                                |
/// | (nothing within 1.5 s, and another level before)      | it did not follow: that level applies  |
///
/// Devices answer in the order of the commands, and may leave some out. Pure: time is data.
struct EchoFilter {
  /// How long a device may take to answer a command; Zigbee lamps and amplifiers need a second.
  static let patienceMicroseconds: Int64 = 1_500_000

  /// How long a change that is not the answer to a command must remain the last report, so that all
  /// panels agree within a second: a device that answers late reports its answer after the changes
  /// of others, and one that moves slowly keeps reporting its level.
  static let changeMicroseconds: Int64 = 650_000

  /// The maximum number of commands stored; no control sends as many in that time.
  static let unansweredLimit = 64

  /// Levels that differ by at most this are equal to the device.
  let tolerance: Double
  /// How long this device may take.
  let patienceMicroseconds: Int64
  /// The level that the knob shows, 0…1; nil if unknown.
  private(set) var shown: Double?
  /// The level that the device last reported.
  private var reported: Double?
  /// When it reported a change that was not an answer, since the last command.
  private var changedAt: Int64?
  /// The latest commands without an answer, oldest first.
  private var unanswered: [(level: Double, at: Int64)] = []

  init(tolerance: Double, patienceMicroseconds: Int64 = Self.patienceMicroseconds) {
    self.tolerance = tolerance
    self.patienceMicroseconds = patienceMicroseconds
  }

  /// Drops everything, after the device was offline.
  mutating func reset() {
    (shown, reported, changedAt) = (nil, nil, nil)
    unanswered.removeAll(keepingCapacity: true)
  }

  /// Sets the assumed level of a device that does not report one.
  mutating func assume(_ level: Double) {
    reset()
    shown = level
  }

  /// Whether the knob shows this level already.
  func isShown(_ level: Double) -> Bool {
    shown.map { isSame($0, level) } ?? false
  }

  mutating func didCommand(_ level: Double, atMicroseconds now: Int64) {
    dropOutdated(atMicroseconds: now)
    unanswered.append((level, now))
    shown = level
    changedAt = nil
  }

  /// Drops commands whose time for an answer is over, and makes room for one.
  private mutating func dropOutdated(atMicroseconds now: Int64) {
    var count = max(0, unanswered.count + 1 - Self.unansweredLimit)
    while count < unanswered.count, now - unanswered[count].at > patienceMicroseconds {
      count += 1
    }
    guard count > 0 else { return }
    // Moved one by one: nothing allocates memory while a knob turns.
    for index in count..<unanswered.count { unanswered[index - count] = unanswered[index] }
    for _ in 0..<count { unanswered.removeLast() }
  }

  /// Drops the device's report from before the last command: a device that reports only changes by
  /// others follows without a report.
  mutating func forgetReport() {
    reported = nil
  }

  /// Processes the answer to a query sent after the last command; returns a change.
  ///
  /// No later report is awaited, unless the answer equals a command: it may be a late echo.
  mutating func settle(_ level: Double, atMicroseconds now: Int64) -> Double? {
    if !unanswered.contains(where: { isSame($0.level, level) }) {
      unanswered.removeAll(keepingCapacity: true)
    }
    return observe(level, atMicroseconds: now)
  }

  /// Adopts a level that is certain, whatever was commanded; returns it if it is a change.
  mutating func learn(_ level: Double) -> Double? {
    unanswered.removeAll(keepingCapacity: true)
    (reported, changedAt) = (level, nil)
    guard !isShown(level) else { return nil }
    shown = level
    return level
  }

  /// Processes a reported level; returns it if it is a change.
  mutating func observe(_ level: Double, atMicroseconds now: Int64) -> Double? {
    if let latest = unanswered.last, now - latest.at >= patienceMicroseconds {
      unanswered.removeAll(keepingCapacity: true)
    }
    if reported.map({ !isSame($0, level) }) ?? true { changedAt = now }
    reported = level
    if let index = unanswered.firstIndex(where: { isSame($0.level, level) }) {
      unanswered.removeSubrange(...index)
      changedAt = nil
      return nil
    }
    return due(atMicroseconds: now)
  }

  /// When to call `due`; nil if no command waits for its answer, or no report could apply instead.
  var deadlineMicroseconds: Int64? {
    guard !unanswered.isEmpty, reported != nil else { return nil }
    let latest = unanswered[unanswered.count - 1].at + patienceMicroseconds
    return changedAt.map { min($0 + Self.changeMicroseconds, latest) } ?? latest
  }

  /// Returns the changed level, if the time for answers is over.
  mutating func due(atMicroseconds now: Int64) -> Double? {
    if let deadline = deadlineMicroseconds, now < deadline { return nil }
    unanswered.removeAll(keepingCapacity: true)
    guard let reported, !isShown(reported) else { return nil }
    shown = reported
    return reported
  }

  private func isSame(_ left: Double, _ right: Double) -> Bool {
    abs(left - right) <= tolerance
  }
}
