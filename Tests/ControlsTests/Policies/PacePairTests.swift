import Linux
import Pairs
import Testing

@testable import Controls

/// The policies of when to send, retry, read or report behave as new after any two acts.
@Suite struct PacePairTests {
  @Test(arguments: Pair<PlayedThrottle.Act, PlayedThrottle.Between>.all)
  func throttle(row: Pair<PlayedThrottle.Act, PlayedThrottle.Between>) {
    PlayedThrottle.expectFresh(after: row)
  }

  @Test(arguments: Pair<PlayedPresence.Act, PlayedPresence.Between>.all)
  func presence(row: Pair<PlayedPresence.Act, PlayedPresence.Between>) {
    PlayedPresence.expectFresh(after: row)
  }

  @Test(arguments: Pair<PlayedRetry.Act, PlayedRetry.Between>.all)
  func retry(row: Pair<PlayedRetry.Act, PlayedRetry.Between>) {
    PlayedRetry.expectFresh(after: row)
  }

  @Test(arguments: Pair<PlayedFiles.Act, PlayedFiles.Between>.all)
  func settlingTime(row: Pair<PlayedFiles.Act, PlayedFiles.Between>) {
    PlayedFiles.expectFresh(after: row)
  }

  @Test(arguments: Pair<PlayedRounds.Act, PlayedRounds.Between>.all)
  func roundDurations(row: Pair<PlayedRounds.Act, PlayedRounds.Between>) {
    PlayedRounds.expectFresh(after: row)
  }
}

/// Values that go out at most every 20 ms.
struct PlayedThrottle: Rested {
  enum Act: String, CaseIterable, Sendable { case one, three, final, finalInBetween, slow }
  enum Between: String, CaseIterable, Sendable { case nothing, due, dropped }

  var seen: [String] = []
  private var throttle = Throttle<Int>(intervalMicroseconds: 20)
  private var now: Int64 = 0

  func fresh() -> Self {
    var other = Self()
    other.now = now
    return other
  }

  private mutating func offer(_ value: Int, isFinal: Bool = false, after wait: Int64 = 1) {
    now += wait
    let out = throttle.offer(value, isFinal: isFinal, atMicroseconds: now)
    note("offered \(value), out \(out.map(String.init) ?? "-")")
  }

  private mutating func note(_ text: String) {
    let deadline = throttle.deadlineMicroseconds.map { "\($0 - now)" } ?? "-"
    seen.append("\(text), due \(deadline)")
  }

  mutating func play(_ act: Act) {
    switch act {
    case .one: offer(1)
    case .three: for value in 1...3 { offer(value) }
    case .final: offer(1, isFinal: true)
    case .finalInBetween:
      offer(1)
      offer(2)
      offer(3, isFinal: true)
    case .slow: for value in 1...3 { offer(value, after: 25) }
    }
  }

  mutating func play(_ between: Between) {
    switch between {
    case .nothing: break
    case .due: rest()
    case .dropped: throttle.dropHeld()
    }
  }

  mutating func rest() {
    while let deadline = throttle.deadlineMicroseconds {
      now = max(deadline, now)
      note("due \(throttle.due(atMicroseconds: now).map(String.init) ?? "-")")
    }
    now += 20
    note("early \(throttle.due(atMicroseconds: now).map(String.init) ?? "-")")
  }
}

/// A device that comes and goes.
struct PlayedPresence: Rested {
  enum Act: String, CaseIterable, Sendable { case gone, goneBriefly, flaps, goneTwice, isThere }
  enum Between: String, CaseIterable, Sendable { case nothing, back, later }

  var seen: [String] = []
  private var presence = Presence()
  private var now: Int64 = 0

  func fresh() -> Self {
    var other = Self()
    other.now = now
    return other
  }

  private mutating func leave(after wait: Int64) {
    now += wait
    note("left \(presence.leave(atMicroseconds: now * 1000))")
  }

  private mutating func comeBack(after wait: Int64) {
    now += wait
    note("back \(presence.comeBack(atMicroseconds: now * 1000))")
  }

  private mutating func note(_ text: String) {
    let deadline = presence.deadlineMicroseconds.map { "\($0 / 1000 - now)" } ?? "-"
    seen.append("\(text), is here \(presence.isPresent), due \(deadline)")
  }

  mutating func play(_ act: Act) {
    switch act {
    case .gone: leave(after: 100)
    case .goneBriefly:
      leave(after: 100)
      comeBack(after: 50)
    case .flaps:
      for _ in 0..<4 {
        leave(after: 300)
        comeBack(after: 300)
      }
    case .goneTwice:
      leave(after: 100)
      comeBack(after: 20)
      leave(after: 20)
    case .isThere: comeBack(after: 10)
    }
  }

  mutating func play(_ between: Between) {
    switch between {
    case .nothing: break
    case .back: comeBack(after: 400)
    case .later: rest()
    }
  }

  mutating func rest() {
    while !presence.isPresent {
      comeBack(after: max((presence.deadlineMicroseconds ?? 0) / 1000 - now, 0))
    }
    now += 11_000
  }
}

/// A connection that is retried.
struct PlayedRetry: Rested {
  enum Act: String, CaseIterable, Sendable { case fails, failsOften, opensBriefly, lasts }
  enum Between: String, CaseIterable, Sendable { case nothing, opened }

  var seen: [String] = []
  private var retry = Retry()
  private var now: Int64 = 0

  func fresh() -> Self {
    var other = Self()
    other.now = now
    other.retry.didOpen(atMicroseconds: (now - 11_000) * 1000)
    return other
  }

  private mutating func fail(after wait: Int64) {
    now += wait
    let next = retry.nextMicroseconds(now: now * 1000) / 1000
    seen.append("again after \(next - now)")
    now = next
  }

  mutating func play(_ act: Act) {
    switch act {
    case .fails: fail(after: 10)
    case .failsOften: for _ in 0..<8 { fail(after: 10) }
    case .opensBriefly:
      fail(after: 10)
      play(.opened)
      fail(after: 500)
      fail(after: 10)
    case .lasts:
      play(.opened)
      fail(after: 10_001)
    }
  }

  mutating func play(_ between: Between) {
    if between == .opened { retry.didOpen(atMicroseconds: now * 1000) }
  }

  mutating func rest() {
    play(.opened)
    now += 11_000
  }
}

/// A file that is saved.
struct PlayedFiles: Rested {
  enum Act: String, CaseIterable, Sendable { case one, burst, always }
  enum Between: String, CaseIterable, Sendable { case nothing, ended }

  var seen: [String] = []
  private var settling = SettlingTime()
  private var now: Int64 = 0

  func fresh() -> Self {
    var other = Self()
    other.now = now
    return other
  }

  mutating func play(_ act: Act) {
    let (count, pause): (Int, Int64) =
      switch act {
      case .one: (1, 1)
      case .burst: (4, 30)
      case .always: (9, 90)
      }
    for _ in 0..<count {
      now += pause
      seen.append("over after \(settling.change(at: now * 1000) / 1000 - now)")
    }
  }

  mutating func play(_ between: Between) { if between == .ended { rest() } }

  mutating func rest() {
    settling.end()
    now += 50
  }
}

/// Rounds of the event loop; each act follows long after the last.
struct PlayedRounds: Rested {
  enum Act: String, CaseIterable, Sendable { case short, long, several, drawing, backwards }
  enum Between: String, CaseIterable, Sendable { case nothing, later }

  var seen: [String] = []
  private var durations = RoundDurations()
  private var now: Int64 = 0

  func fresh() -> Self {
    var other = Self()
    other.now = now
    return other
  }

  private mutating func round(_ duration: Int64, excluding: Int64 = 0) {
    let (count, long) = (durations.count, durations.longCount)
    let reported = durations.note(
      from: now * 1000, to: (now + duration) * 1000, excluding: excluding * 1000)
    now = max(now, now + duration)
    seen.append("\(durations.count - count), \(durations.longCount - long), told \(reported)")
  }

  mutating func play(_ act: Act) {
    switch act {
    case .short: round(5)
    case .long: round(6)
    case .several: for duration in [9, 30, 7] as [Int64] { round(duration) }
    case .drawing: round(20, excluding: 15)
    case .backwards: round(-8)
    }
  }

  mutating func play(_ between: Between) { if between == .later { rest() } }

  /// One more long round reports everything pending.
  mutating func rest() {
    now += 1000
    _ = durations.note(from: now * 1000, to: (now + 6) * 1000)
    now += 2000
  }
}
