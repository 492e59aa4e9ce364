import Layout
import Testing

@testable import Controls

/// The policy of all controls; each row lists steps with the expected effects of each.
@Suite struct LevelExchangeTests {
  @Test(arguments: ExchangeRow.writing) func writes(row: ExchangeRow) { row.expectEffects() }
  @Test(arguments: ExchangeRow.reporting) func reports(row: ExchangeRow) { row.expectEffects() }
  @Test(arguments: ExchangeRow.muting) func mutes(row: ExchangeRow) { row.expectEffects() }
  @Test(arguments: ExchangeRow.losing) func loses(row: ExchangeRow) { row.expectEffects() }
  @Test(arguments: ExchangeRow.misreading) func misreads(row: ExchangeRow) { row.expectEffects() }
}

extension ExchangeRow {
  static let writing: [Self] = [
    Self(
      "nothing is written before the level is known",
      [
        (.set(0.3), ""), (.final(0.3), ""), (.mutes(true), ""),
        (.found(.reports), ""), (.final(0.3), ""), (.reports(50), "level 0.5"),
        (.final(0.3), "write 30"),
      ]),
    Self(
      "the first write goes out at once, then the latest of each interval",
      [
        (.found(.none), "level 0.2"), (.set(0.3), "write 30"), (.set(0.31), ""), (.set(0.32), ""),
        (.wait(100), "write 32"), (.wait(100), ""), (.set(0.4), "write 40"),
      ]),
    Self(
      "the last value goes out at once, and what waited is dropped",
      [
        (.found(.none), "level 0.2"), (.set(0.3), "write 30"), (.set(0.31), ""),
        (.final(0.33), "write 33"), (.wait(1000), ""),
      ]),
    Self(
      "while a write is not confirmed, only the last value goes out",
      [
        (.confirms, ""), (.found(.none), "level 0.2"), (.set(0.3), "write 30"), (.wait(500), ""),
        (.set(0.4), ""), (.set(0.5), ""), (.confirmed(1), "write 50"), (.final(0.6), "write 60"),
        (.confirmed(2), ""), (.set(0.7), ""), (.wait(100), ""), (.confirmed(3), "write 70"),
      ]),
    Self(
      "one thing at a time, the level before the mute", hasMute: true, isSequential: true,
      [
        (.confirms, ""), (.found(.none), "unmuted, level 0.2"), (.set(0.3), "write 30"),
        (.mutes(true), ""), (.final(0.4), ""), (.wait(1000), ""), (.confirmed(1), "write 40"),
        (.confirmed(2), "mute"), (.set(0.5), ""), (.confirmed(3), ""), (.wait(100), "write 50"),
      ]),
    Self(
      "of two mutes that wait the latest counts", hasMute: true, isSequential: true,
      [
        (.confirms, ""), (.found(.none), "unmuted, level 0.2"), (.set(0.3), "write 30"),
        (.mutes(true), ""), (.mutes(false), ""), (.confirmed(1), ""),
      ]),
    Self(
      "the end of a press follows its beginning after a loss", use: .toggle, isSequential: true,
      [
        (.confirms, ""), (.found(.none), "level 0.2"), (.final(1), "write 100"), (.final(0), ""),
        (.lost("gone"), "offline: gone"), (.confirmed(1), "write 0"),
      ]),
    Self(
      "what is shown already is not written",
      [
        (.found(.none), "level 0.2"), (.final(0.2), ""), (.final(0.204), ""),
        (.final(0.21), "write 21"),
      ]),
    Self(
      "a coarse target's real level is shown once the knob is let go", scale: 4,
      [
        (.found(.none), "level 0.2"), (.set(0.6), "write 2"), (.final(0.6), "level 0.5"),
      ]),
    Self(
      "a push writes the same each time", use: .push,
      [
        (.found(.none), "level 0.2"), (.final(1), "write 100"), (.final(1), "write 100"),
      ]),
    Self(
      "a button writes before a level is known, once the target is there", use: .toggle,
      [
        (.found(.reports), ""), (.final(1), ""), (.wait(5000), "unknown: nothing came"),
        (.final(1), "write 100"),
      ]),
    Self(
      "a read-out writes nothing", use: .readOut,
      [
        (.found(.reports), ""), (.reports(40), "level 0.4"), (.final(0.9), ""),
      ]),
    Self(
      "a target that is only read is shown as it is once the knob is let go", isReadOnly: true,
      [
        (.found(.reports), ""), (.reports(40), "level 0.4"), (.set(0.8), ""),
        (.final(0.9), "level 0.4"),
      ]),
    Self(
      "no number is nothing",
      [
        (.found(.none), "level 0.2"), (.final(.nan), ""), (.final(.infinity), ""),
      ]),
  ]

  static let reporting: [Self] = [
    Self(
      "an echo is no change, in order and with some left out",
      [
        (.found(.reports), ""), (.reports(20), "level 0.2"), (.set(0.3), "write 30"),
        (.wait(100), ""), (.set(0.4), "write 40"), (.wait(100), ""), (.set(0.5), "write 50"),
        (.reports(30), ""), (.reports(50), ""), (.wait(2000), ""),
      ]),
    Self(
      "somebody else's value while ours is under way is adopted after it",
      [
        (.found(.reports), ""), (.reports(20), "level 0.2"), (.set(0.3), "write 30"),
        (.reports(80), ""), (.wait(649), ""), (.wait(1), "level 0.8"),
      ]),
    Self(
      "a write that waits is dropped when another level is reported",
      [
        (.found(.reports), ""), (.reports(20), "level 0.2"), (.set(0.3), "write 30"),
        (.reports(30), ""), (.set(0.4), ""), (.reports(80), ""), (.wait(20), "level 0.8"),
        (.wait(1000), ""),
      ]),
    Self(
      "a target that does not follow is shown as it is",
      [
        (.found(.reports), ""), (.reports(20), "level 0.2"), (.final(0.7), "write 70"),
        (.wait(1499), ""), (.wait(1), "level 0.2"),
      ]),
    Self(
      "many changes are reported as often as a display shows them",
      [
        (.found(.reports), ""), (.reports(20), "level 0.2"), (.reports(30), ""), (.reports(40), ""),
        (.wait(20), "level 0.4"),
      ]),
    Self(
      "what was reported before a turn is out of date",
      [
        (.found(.reports), ""), (.reports(20), "level 0.2"), (.reports(30), ""),
        (.final(0.5), "write 50"), (.wait(20), ""),
      ]),
    Self(
      "until the question after a write is answered, other reports may be older",
      [
        (.found(.answers), ""), (.answers(20), "level 0.2"), (.wait(20), ""),
        (.final(0.5), "write 50"), (.reports(20), ""), (.answers(48), "level 0.48"),
        (.reports(60), ""), (.wait(20), "level 0.6"),
      ]),
    Self(
      "what was read too soon after a write is read again", reads: true,
      [
        (.found(.answers), ""), (.wasRead(20, ago: 0), "level 0.2"), (.final(0.5), "write 50"),
        (.wasRead(20, ago: 0), ""), (.wait(299), ""), (.wait(1), "read"),
        (.wasRead(48, ago: 0), "level 0.48"), (.wait(20), ""), (.wasRead(20, ago: 10), "level 0.2"),
      ]),
    Self(
      "what was asked for before a write is no answer to it", reads: true,
      [
        (.found(.answers), ""), (.wasRead(20, ago: 0), "level 0.2"), (.final(0.5), "write 50"),
        (.wait(300), "read"), (.wasRead(20, ago: 301), ""), (.wait(1), "read"),
        (.wasRead(50, ago: 0), ""),
      ]),
    Self(
      "what was refused is read, and may be written again", reads: true,
      [
        (.found(.answers), ""), (.wasRead(20, ago: 0), "level 0.2"), (.wait(20), ""),
        (.final(0.5), "write 50"), (.refused, "read"), (.wasRead(20, ago: 0), "level 0.2"),
        (.final(0.5), "write 50"),
      ]),
    Self(
      "the level that was requested is reported, not what became of it", scale: 3,
      [
        (.found(.none), "level 0.2"), (.final(0.34), "write 1"), (.reports(2), ""),
        (.wait(650), "level 0.6667"), (.wait(20), ""), (.reports(1), "level 0.3333"),
      ]),
    Self(
      "text is reported as it is", use: .readOut,
      [
        (.found(.reports), ""), (.says("Jazz"), "text Jazz"), (.says("Rock"), "text Rock"),
      ]),
  ]

  static let muting: [Self] = [
    Self(
      "the mute is reported before the first level", hasMute: true,
      [
        (.found(.reports), ""), (.saysMuted(true), ""), (.reports(20), "muted, level 0.2"),
        (.saysMuted(false), "unmuted"), (.mutes(true), "mute"), (.mutes(true), ""),
        (.saysMuted(true), ""), (.wait(2000), ""),
      ]),
    Self(
      "without a report it is not muted", hasMute: true,
      [
        (.found(.none), "unmuted, level 0.2"), (.mutes(true), "mute"), (.mutes(false), "unmute"),
      ]),
    Self(
      "the first level waits for the answer about the mute", hasMute: true,
      [
        (.found(.answers), ""), (.answers(20), ""), (.mutes(true), ""),
        (.answersMuted(true), "muted, level 0.2"),
      ]),
    Self(
      "a target that does not say whether it is muted has no mute", hasMute: true,
      [
        (.found(.answers), ""), (.answers(20), ""),
        (.noAnswerAboutMute, "unreadable: is it muted?, level 0.2"), (.mutes(true), ""),
      ]),
    Self(
      "a target without a mute is not muted",
      [
        (.found(.none), "level 0.2"), (.mutes(true), ""), (.saysMuted(true), ""),
      ]),
  ]

  static let losing: [Self] = [
    Self(
      "a loss is reported with its reason, once",
      [
        (.found(.none), "level 0.2"), (.lost("gone"), "offline: gone"), (.lost("gone"), ""),
        (.lost("far away"), "offline: far away"), (.final(0.5), ""), (.found(.none), "level 0.2"),
        (.lost("gone"), "offline: gone"),
      ]),
    Self(
      "what waits is dropped by a loss, and not written after it",
      [
        (.found(.none), "level 0.2"), (.set(0.3), "write 30"), (.set(0.4), ""),
        (.lost("gone"), "offline: gone"), (.found(.none), "level 0.3"), (.wait(1000), ""),
      ]),
    Self(
      "a confirmation of before a loss is none after it",
      [
        (.confirms, ""), (.found(.none), "level 0.2"), (.set(0.3), "write 30"), (.set(0.4), ""),
        (.lost("gone"), "offline: gone"), (.found(.none), "level 0.3"), (.confirmed(1), ""),
        (.wait(200), ""), (.set(0.5), "write 50"),
      ]),
    Self(
      "no level in time is unknown",
      [
        (.found(.reports), ""), (.wait(4999), ""), (.wait(1), "unknown: nothing came"),
        (.reports(40), "level 0.4"),
      ]),
    Self(
      "after a loss that is told soon, as its reason is not true any more",
      [
        (.found(.reports), ""), (.reports(40), "level 0.4"), (.lost("gone"), "offline: gone"),
        (.found(.reports), ""), (.wait(249), ""), (.wait(1), "unknown: nothing came"),
      ]),
    Self(
      "an absence counts at once; the return too, or after a while if it comes and goes",
      [
        (.found(.reports), ""), (.reports(40), "level 0.4"), (.absent("off"), "offline: off"),
        (.reports(50), ""), (.present, ""), (.wait(250), "level 0.5, read"),
        (.absent("off"), "offline: off"), (.present, ""), (.wait(499), ""),
        (.wait(9501), "read, unknown: nothing came"),
      ]),
    Self(
      "a level of none is unknown until there is one again",
      [
        (.found(.reports), ""), (.reports(40), "level 0.4"),
        (.hasNone("no value"), "unknown: no value"),
        (.wait(20_000), ""), (.reports(50), "level 0.5"),
      ]),
    Self(
      "another reason is reported in a moment",
      [
        (.found(.reports), ""), (.reports(40), "level 0.4"),
        (.hasNone("no value"), "unknown: no value"),
        (.absent("off"), ""), (.wait(250), "offline: off"), (.present, ""),
        (.wait(250), "unknown: no value"),
      ]),
    Self(
      "a question without an answer is unknown, once",
      [
        (.found(.answers), ""), (.noAnswer, "unknown: no answer"), (.noAnswer, ""),
        (.answers(30), "level 0.3"), (.noAnswer, ""),
      ]),
    Self(
      "after a stop everything is reported again, and nothing is under way",
      [
        (.found(.none), "level 0.2"), (.set(0.3), "write 30"), (.set(0.4), ""), (.stop, ""),
        (.wait(2000), ""), (.final(0.5), ""), (.found(.none), "level 0.3"),
      ]),
  ]

  static let misreading: [Self] = [
    Self(
      "nonsense changes nothing, and is told once a minute",
      [
        (.found(.reports), ""), (.reports(40), "level 0.4"), (.misread("abc"), "unreadable: abc"),
        (.misread("def"), ""), (.wait(59_999), ""), (.misread("ghi"), ""), (.wait(1), ""),
        (.misread("jkl"), "unreadable: jkl"),
      ]),
    Self(
      "nonsense before the first level is the reason why there is none",
      [
        (.found(.reports), ""), (.misread("abc"), ""), (.wait(5000), "unknown: abc"),
        (.misread("abc"), ""), (.reports(40), "level 0.4"),
      ]),
    Self(
      "as an answer it is so at once",
      [
        (.found(.answers), ""), (.misreadAnswer("abc"), "unknown: abc"),
        (.misreadAnswer("abc"), ""),
        (.answers(30), "level 0.3"),
      ]),
    Self(
      "a message about something else is the reason, too",
      [
        (.found(.reports), ""), (.lacks("only linkquality"), ""),
        (.wait(5000), "unknown: only linkquality"),
      ]),
  ]
}
