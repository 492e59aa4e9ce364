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

  /// How long news that is not the answer to a command has to stay the last, for a panel that has to
  /// agree with all others within a second: a device that answers late tells them after that of
  /// others, and one that moves slowly goes on telling where it is.
  static let newsMicroseconds: Int64 = 650_000

  /// More commands than these are not remembered; no control sends as many in that time.
  static let unansweredLimit = 64

  /// Levels whose difference is at most this are equal to the device.
  let tolerance: Double
  /// How long this device may take.
  let patienceMicroseconds: Int64
  /// The level that the knob shows, 0…1; nil if unknown.
  private(set) var shown: Double?
  /// The level that the device last reported.
  private var reported: Double?
  /// When it reported something else than before that, since the last command, and did not answer.
  private var newsAt: Int64?
  /// The latest commands without an answer, oldest first.
  private var unanswered: [(level: Double, at: Int64)] = []

  init(tolerance: Double, patienceMicroseconds: Int64 = Self.patienceMicroseconds) {
    self.tolerance = tolerance
    self.patienceMicroseconds = patienceMicroseconds
  }

  /// Forgets everything, after the device was offline.
  mutating func reset() {
    (shown, reported, newsAt) = (nil, nil, nil)
    unanswered.removeAll(keepingCapacity: true)
  }

  /// Takes the assumed level of a device that does not report one.
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
    newsAt = nil
  }

  /// Forgets commands whose time for an answer is over, and makes room for one.
  private mutating func dropOutdated(atMicroseconds now: Int64) {
    var count = max(0, unanswered.count + 1 - Self.unansweredLimit)
    while count < unanswered.count, now - unanswered[count].at > patienceMicroseconds {
      count += 1
    }
    guard count > 0 else { return }
    // Moved by hand: while a knob turns nothing asks the heap for memory.
    for index in count..<unanswered.count { unanswered[index - count] = unanswered[index] }
    for _ in 0..<count { unanswered.removeLast() }
  }

  /// Forgets what the device told before its last command: one that tells only what others change
  /// follows without a word.
  mutating func forgetReport() {
    reported = nil
  }

  /// Processes the answer to a question that was asked after the last command; returns a change.
  ///
  /// Unless it equals a command, which may be a late echo, nothing later is waited for.
  mutating func settle(_ level: Double, atMicroseconds now: Int64) -> Double? {
    if !unanswered.contains(where: { isSame($0.level, level) }) {
      unanswered.removeAll(keepingCapacity: true)
    }
    return observe(level, atMicroseconds: now)
  }

  /// Takes a level that is certain, whatever was commanded; returns it if it is a change.
  mutating func learn(_ level: Double) -> Double? {
    unanswered.removeAll(keepingCapacity: true)
    (reported, newsAt) = (level, nil)
    guard !isShown(level) else { return nil }
    shown = level
    return level
  }

  /// Processes a reported level; returns it if it is a change.
  mutating func observe(_ level: Double, atMicroseconds now: Int64) -> Double? {
    if let latest = unanswered.last, now - latest.at >= patienceMicroseconds {
      unanswered.removeAll(keepingCapacity: true)
    }
    if reported.map({ !isSame($0, level) }) ?? true { newsAt = now }
    reported = level
    if let place = unanswered.firstIndex(where: { isSame($0.level, level) }) {
      unanswered.removeSubrange(...place)
      newsAt = nil
      return nil
    }
    return due(atMicroseconds: now)
  }

  /// When to call `due`; nil if no command is waiting for its answer, or nothing was reported that could
  /// apply instead.
  var deadlineMicroseconds: Int64? {
    guard !unanswered.isEmpty, reported != nil else { return nil }
    let latest = unanswered[unanswered.count - 1].at + patienceMicroseconds
    return newsAt.map { min($0 + Self.newsMicroseconds, latest) } ?? latest
  }

  /// The level that changed, if the time for answers is over.
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
