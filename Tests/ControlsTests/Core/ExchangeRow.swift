import Layout
import Testing

@testable import Controls

/// A sequence of steps for one `LevelExchange`; times are in milliseconds, the target's numbers in
/// percent.
struct ExchangeRow: Sendable, CustomTestStringConvertible {
  enum Step: Sendable {
    case found(LevelExchange.Source), lost(String), stop
    case set(Double), final(Double), mutes(Bool), refused
    case confirms, stopsConfirming, confirmed(UInt16), confirmedLast
    case reports(Double), answers(Double), reportsText(String)
    case reportsMuted(Bool), answersMuted(Bool)
    case wasRead(Double, ago: Int64), muteWasRead(Bool), wrote, differs, rescaled(Double)
    case noAnswer, noMuteAnswer
    case absent(String), present, hasNoLevel(String)
    case misread(String), misreadAnswer(String), sendsNoLevel(String)
    case wait(Int64)
  }

  let name: String
  let steps: [(step: Step, effects: String)]
  private let use: ControlUse
  private let hasMute: Bool
  private let isReadOnly: Bool
  private let reads: Bool
  private let isSequential: Bool
  private let highest: Double

  init(
    _ name: String, use: ControlUse = .knob, hasMute: Bool = false, isReadOnly: Bool = false,
    reads: Bool = false, isSequential: Bool = false, scale highest: Double = 100,
    _ steps: [(Step, String)]
  ) {
    (self.name, self.steps, self.reads, self.isSequential) = (name, steps, reads, isSequential)
    (self.use, self.hasMute, self.isReadOnly, self.highest) = (use, hasMute, isReadOnly, highest)
  }

  var testDescription: String { name }

  func expectEffects() {
    var exchange = Self.makeExchange(
      use, isReadOnly: isReadOnly, reads: reads, isSequential: isSequential, scale: highest)
    var played = PlayedExchange(hasMute: hasMute)
    for (index, (step, expected)) in steps.enumerated() {
      #expect(
        played.play(step, &exchange) == expected, "step \(index + 1) of \"\(name)\": \(step)")
    }
  }
}

extension ExchangeRow {
  /// An exchange with a target whose values are whole numbers from 0 to `highest`.
  static func makeExchange(
    _ use: ControlUse = .knob, isReadOnly: Bool = false, reads: Bool = false,
    isSequential: Bool = false, scale highest: Double = 100
  ) -> LevelExchange {
    LevelExchange(
      Pace(
        writeMicroseconds: 100_000, settleMicroseconds: reads ? 300_000 : nil,
        isSequential: isSequential, reportsWrites: !reads),
      scale: LevelExchange.Scale(
        number: { Double(CoarseTarget.step(for: $0, of: Int(highest))) },
        level: { $0 / highest }, tolerance: 0.5),
      use: use, isReadOnly: isReadOnly, initialLevel: 0.2)
  }
}

/// Carries out the effects of a `LevelExchange`.
struct PlayedExchange {
  let hasMute: Bool
  private var now: Int64 = 1_000_000
  private var writeCount: UInt16 = 0
  private var confirmsWrites = false

  init(hasMute: Bool) { self.hasMute = hasMute }

  /// Plays a step and returns its effects in one line.
  mutating func play(_ step: ExchangeRow.Step, _ exchange: inout LevelExchange) -> String {
    let effects: LevelExchange.Effects
    switch step {
    case .found(let source):
      effects = exchange.found(
        source, muteSource: hasMute ? source : nil, timeoutReason: "no level", at: now)
    case .lost(let reason): effects = exchange.lost(.offline(reason: reason))
    case .stop:
      exchange.stop()
      return ""
    case .set(let level): effects = exchange.set(level, isFinal: false, at: now)
    case .final(let level): effects = exchange.set(level, isFinal: true, at: now)
    case .mutes(let isMuted): effects = exchange.set(isMuted: isMuted, at: now)
    case .confirms:
      confirmsWrites = true
      return ""
    case .stopsConfirming:
      confirmsWrites = false
      return ""
    case .confirmed(let id): effects = exchange.confirmed(id, at: now)
    case .confirmedLast: effects = exchange.confirmed(writeCount, at: now)
    case .refused: effects = exchange.refused()
    case .reports(let number): effects = exchange.reported(number, at: now)
    case .answers(let number): effects = exchange.reported(number, isAnswer: true, at: now)
    case .wasRead(let number, let ago):
      effects = exchange.read(number, requestedAt: now - ago * 1000, at: now)
    case .muteWasRead(let isMuted):
      effects = exchange.read(isMuted: isMuted, requestedAt: now, at: now)
    case .wrote: effects = exchange.wrote(at: now)
    case .differs: effects = exchange.readAgain()
    case .rescaled(let number): effects = exchange.rescaled(to: number)
    case .reportsText(let text): effects = exchange.reported(text: text, at: now)
    case .reportsMuted(let isMuted): effects = exchange.reported(isMuted: isMuted, at: now)
    case .answersMuted(let isMuted):
      effects = exchange.reported(isMuted: isMuted, isAnswer: true, at: now)
    case .noAnswer: effects = exchange.didNotAnswer(reason: "no answer")
    case .noMuteAnswer: effects = exchange.didNotAnswerMute(reason: "is it muted?", at: now)
    case .absent(let reason):
      effects = exchange.reported(absence: .offline(reason: reason), at: now)
    case .present: effects = exchange.reported(absence: nil, at: now)
    case .hasNoLevel(let reason):
      effects = exchange.reported(none: .unknown(reason: reason), at: now)
    case .misread(let reason): effects = exchange.misread(.unreadable, reason, at: now)
    case .misreadAnswer(let reason):
      effects = exchange.misread(.unreadable, reason, isAnswer: true, at: now)
    case .sendsNoLevel(let reason): effects = exchange.reportedNoLevel(reason)
    case .wait(let milliseconds): return wait(milliseconds, &exchange)
    }
    return carryOut(effects, &exchange)
  }

  private mutating func wait(_ milliseconds: Int64, _ exchange: inout LevelExchange) -> String {
    let end = now + milliseconds * 1000
    var lines: [String] = []
    while let deadline = exchange.nextWakeMicroseconds, deadline <= end {
      now = max(now, deadline)
      lines.append(carryOut(exchange.tick(at: now), &exchange))
    }
    now = end
    return lines.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private mutating func carryOut(
    _ effects: LevelExchange.Effects, _ exchange: inout LevelExchange
  ) -> String {
    var words: [String] = []
    if let write = effects.write {
      words.append("write \(Int(write.number))")
      writeCount += 1
      exchange.didWrite(id: confirmsWrites ? writeCount : nil)
    }
    if let isMuted = effects.mutes {
      words.append(isMuted ? "mute" : "unmute")
      if exchange.pace.isSequential {
        writeCount += 1
        exchange.didWrite(id: confirmsWrites ? writeCount : nil)
      }
    }
    switch effects.event {
    case .offline(let reason): words.append("offline: \(reason)")
    case .unknown(let reason): words.append("unknown: \(reason)")
    case .unreadable(let reason): words.append("unreadable: \(reason)")
    case .text(let text): words.append("text \(text)")
    case .level, .muted, .follower, .described, nil: break
    }
    if let isMuted = effects.muted { words.append(isMuted ? "muted" : "unmuted") }
    if let level = effects.level { words.append("level \((level * 1e4).rounded() / 1e4)") }
    if effects.reads { words.append("read") }
    return words.joined(separator: ", ")
  }
}
