import Pairs
import Testing

@testable import Controls

/// The exchange between panel and target behaves as new after any two acts.
@Suite struct ExchangePairTests {
  @Test(arguments: Pair<PlayedTarget.Act, PlayedTarget.Between>.all)
  func levelExchange(row: Pair<PlayedTarget.Act, PlayedTarget.Between>) {
    PlayedTarget.expectFresh(after: row)
  }
}

/// A target with a mute, its panel, and other clients that change it.
struct PlayedTarget: Rested {
  enum Act: String, CaseIterable, Sendable {
    case turn, turnOfMany, coarse, others, othersMeanwhile, mute, muteByOthers, refusal
    case nonsense, absence, flapping, noValue, silence, unconfirmed
  }
  enum Between: String, CaseIterable, Sendable { case nothing, time, loss, stop }

  var seen: [String] = []
  private var exchange = ExchangeRow.makeExchange()
  private var played = PlayedExchange(hasMute: true)

  init() { start(at: 20) }

  private mutating func start(at number: Double) {
    let steps: [ExchangeRow.Step] = [
      .found(.reports), .reportsMuted(false), .reports(number), .wait(1000),
    ]
    for step in steps {
      _ = played.play(step, &exchange)
    }
  }

  func fresh() -> Self {
    var other = Self()
    other.played = played
    other.exchange = ExchangeRow.makeExchange()
    other.start(at: exchange.shown ?? 20)
    return other
  }

  private mutating func play(_ steps: ExchangeRow.Step...) {
    for step in steps { seen.append("\(step): \(played.play(step, &exchange))") }
  }

  mutating func play(_ act: Act) {
    switch act {
    case .turn: play(.set(0.3), .wait(20), .final(0.35), .reports(30), .reports(35))
    case .turnOfMany:
      for level in [0.3, 0.32, 0.34, 0.36] { play(.set(level), .wait(60)) }
      play(.reports(30), .reports(36))
    case .coarse: play(.final(0.504), .reports(50))
    case .others: play(.reports(80), .wait(100))
    case .othersMeanwhile: play(.final(0.6), .reports(90), .wait(20), .reports(60))
    case .mute: play(.mutes(true), .wait(20), .reportsMuted(true), .mutes(false))
    case .muteByOthers: play(.reportsMuted(true), .wait(100), .reportsMuted(false))
    case .refusal: play(.final(0.7), .refused, .reports(20))
    case .nonsense: play(.misread("?"), .wait(10), .misread("?"))
    case .absence: play(.absent("off"), .wait(500), .present)
    case .flapping:
      for _ in 0..<3 { play(.absent("off"), .present) }
    case .noValue: play(.hasNoLevel("none"), .wait(500), .reports(33))
    case .silence: play(.final(0.45))
    case .unconfirmed: play(.confirms, .set(0.3), .set(0.4), .confirmedLast, .stopsConfirming)
    }
  }

  mutating func play(_ between: Between) {
    switch between {
    case .nothing: break
    case .time: play(.wait(3000))
    case .loss:
      play(.lost("gone"), .wait(1000), .found(.reports), .reportsMuted(false), .reports(25))
    case .stop: play(.stop, .found(.reports), .reportsMuted(false), .reports(25))
    }
  }

  /// Lets all answers, timeouts and once-a-minute limits pass; then the target reports its state.
  mutating func rest() {
    play(.wait(120_000), .reportsMuted(false), .reports(exchange.shown ?? 20), .wait(5000))
  }
}
