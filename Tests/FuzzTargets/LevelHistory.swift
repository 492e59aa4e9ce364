// Internal types, visible only with `-enable-testing`.
#if DEBUG || TESTABLE
import Layout
import Randomness

@testable import Controls

extension FuzzTarget {
  /// Exchanges between a panel and a target in any order, drawn from a seed of eight bytes: what is
  /// written is what was requested last.
  static let exchange = FuzzTarget(name: "exchange", longestInput: 8) { bytes in
    let seed = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    var history = LevelHistory(seed: seed)
    if let fault = history.play() { throw FuzzFailure(description: "seed \(seed): \(fault)") }
  }
}

/// The policy of all controls, between a panel that turns a knob and a target that reports anything
/// at any time.
struct LevelHistory {
  private static let highest = 100.0

  private var random: SeededGenerator
  private let pace: Pace
  private let use: ControlUse
  private var exchange: LevelExchange
  private var now: Int64 = 1_000_000
  private var lastID: UInt16 = 0
  /// The panel's last request; nil once another level was reported.
  private var wanted: Double?
  private var wantedMute: Bool?
  private var lastStep = ""
  /// Whether the target is one of readings, and does not answer queries.
  private let isRead: Bool

  init(seed: UInt64) {
    isRead = seed.isMultiple(of: 2)
    random = SeededGenerator(seed: 0xE7C4_0000 &+ seed)
    var pace = Pace(writeMicroseconds: [0, 20_000, 100_000][random.below(3)])
    pace.reportMicroseconds = random.below(2) == 0 ? 0 : 20_000
    pace.settleMicroseconds = random.below(2) == 0 ? nil : 300_000
    pace.isSequential = random.below(3) == 0
    pace.reportsWrites = random.below(2) == 0
    self.pace = pace
    use = [ControlUse.knob, .knob, .knob, .toggle, .push, .readOut][random.below(6)]
    exchange = LevelExchange(
      pace,
      scale: LevelExchange.Scale(
        number: { Double(CoarseTarget.step(for: $0, of: Int(Self.highest))) },
        level: { $0 / Self.highest }, tolerance: 0.5),
      use: use, isReadOnly: random.below(8) == 0, initialLevel: 0.2)
  }

  /// Plays the history; returns what went wrong, or nil.
  mutating func play() -> String? {
    for _ in 0..<random.below(60) {
      let effects = step()
      let pause = random.below(4) == 0 ? Int64(random.below(3_000_000)) : 0
      if let fault = carryOut(effects) ?? pass(pause) {
        return "\(lastStep): \(fault)"
      }
    }
    return rest().map { "at rest after \(lastStep): \($0)" }
  }

  private mutating func step() -> LevelExchange.Effects {
    let number = Double(random.below(101))
    let source = [LevelExchange.Source.reports, isRead ? .readings : .answers, .none][
      random.below(3)]
    let isOdd = random.below(2) == 1
    switch random.below(20) {
    case 0:
      lastStep = "found"
      return exchange.found(source, muteSource: isOdd ? source : nil, timeoutReason: "-", at: now)
    case 1:
      lastStep = "lost"
      return exchange.lost(.offline(reason: isOdd ? "here" : "there"))
    case 2...7: return request(isFinal: isOdd)
    case 8:
      lastStep = "mute"
      if exchange.known == .level, exchange.mute.state == .known { wantedMute = isOdd }
      return exchange.set(isMuted: isOdd, at: now)
    case 9:
      lastStep = "confirmed"
      return exchange.confirmed(lastID, at: now)
    case 10, 11, 12:
      lastStep = "reported"
      return exchange.reported(number, isAnswer: isOdd, at: now)
    case 13:
      if isRead, isOdd {
        lastStep = "rescaled"
        return exchange.rescaled(to: number)
      }
      lastStep = "read"
      if isRead, !exchange.isLevelCertain(requestedAt: now) { _ = exchange.readAgain() }
      let ago = Int64(random.below(400_000))
      return exchange.read(number, requestedAt: now - ago, at: now)
    case 14:
      lastStep = "reported mute"
      if isRead { return exchange.read(isMuted: isOdd, requestedAt: now, at: now) }
      return exchange.reported(isMuted: isOdd, at: now)
    case 15, 16:
      lastStep = "absence"
      return exchange.reported(absence: isOdd ? .offline(reason: "off") : nil, at: now)
    case 17:
      lastStep = "no value"
      return exchange.reported(none: .unknown(reason: "none"), at: now)
    case 18:
      lastStep = "refused"
      return exchange.refused()
    default:
      lastStep = "misread"
      return exchange.misread(.unreadable, "?", isAnswer: isOdd, at: now)
    }
  }

  private mutating func request(isFinal: Bool) -> LevelExchange.Effects {
    let level = Double(random.below(101)) / 100
    let before = wanted
    wanted = level
    lastStep = "set \(level)"
    let effects = exchange.set(level, isFinal: isFinal, at: now)
    if exchange.known != .level, !use.isOnOff || exchange.known != .unknown { wanted = before }
    return effects
  }

  /// Checks the effects of an input; returns what is wrong with them, or nil.
  private mutating func carryOut(_ effects: LevelExchange.Effects) -> String? {
    if let write = effects.write {
      guard use != .readOut, !exchange.isReadOnly else { return "a read-only target is written" }
      guard write.level == wanted else {
        return "\(write.level) is written, and not \(wanted.map { "\($0)" } ?? "nothing")"
      }
      lastID &+= 1
      exchange.didWrite(id: random.below(2) == 0 ? lastID : nil)
      if isRead { _ = exchange.wrote(at: now) }
    }
    if let mutes = effects.mutes, mutes != wantedMute { return "muted is written as \(mutes)" }
    if let level = effects.level {
      guard (0...1).contains(level) else { return "the level \(level) is reported" }
      // The panel adopts the level, unless it resulted from its own request.
      if effects.write == nil, !lastStep.hasPrefix("set"), lastStep != "rescaled" { wanted = nil }
    }
    switch effects.event {
    // The end of a press still follows its beginning.
    case .offline, .unknown: if !pace.isSequential || !use.isOnOff { wanted = nil }
    default: break
    }
    if let next = exchange.nextWakeMicroseconds, next < now - 400_000 {
      return "it wakes at \(next - now) us"
    }
    return nil
  }

  private mutating func pass(_ microseconds: Int64) -> String? {
    let end = now + microseconds
    var rounds = 0
    while let next = exchange.nextWakeMicroseconds, next <= end {
      now = max(now, next)
      lastStep = "time"
      let effects = exchange.tick(at: now)
      if let fault = carryOut(effects) { return fault }
      rounds += 1
      if rounds > 1000 { return "it wakes up endlessly" }
    }
    now = end
    return nil
  }

  /// Checks that the last of several requests is written last, with a target that follows.
  private mutating func rest() -> String? {
    _ = exchange.found(.none, at: now)
    if let fault = pass(5_000_000) { return fault }
    guard exchange.known == .level, use == .knob, !exchange.isReadOnly else { return nil }
    var lastWrite = exchange.shown
    for level in [0.31, 0.62, 0.93] {
      (wanted, lastStep) = (level, "set \(level)")
      let effects = exchange.set(level, isFinal: level == 0.93, at: now)
      if let write = effects.write { lastWrite = write.number }
      if let fault = carryOut(effects) { return fault }
      lastStep = "time"
      now += 1000
    }
    for _ in 0..<4 {
      let effects = exchange.confirmed(lastID, at: now)
      if let write = effects.write { lastWrite = write.number }
      if let fault = carryOut(effects) { return fault }
    }
    return lastWrite == 93 ? nil : "\(lastWrite ?? -1) is written last instead of 93"
  }
}
#endif
