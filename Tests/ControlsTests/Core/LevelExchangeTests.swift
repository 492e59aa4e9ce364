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
      "the first write is sent at once, then the latest of each interval",
      [
        (.found(.none), "level 0.2"), (.set(0.3), "write 30"), (.set(0.31), ""), (.set(0.32), ""),
        (.wait(100), "write 32"), (.wait(100), ""), (.set(0.4), "write 40"),
      ]),
    Self(
      "the final value is sent at once, and waiting ones are dropped",
      [
        (.found(.none), "level 0.2"), (.set(0.3), "write 30"), (.set(0.31), ""),
        (.final(0.33), "write 33"), (.wait(1000), ""),
      ]),
    Self(
      "while a write is unconfirmed, only the final value is sent",
      [
        (.confirms, ""), (.found(.none), "level 0.2"), (.set(0.3), "write 30"), (.wait(500), ""),
        (.set(0.4), ""), (.set(0.5), ""), (.confirmed(1), "write 50"), (.final(0.6), "write 60"),
        (.confirmed(2), ""), (.set(0.7), ""), (.wait(100), ""), (.confirmed(3), "write 70"),
      ]),
    Self(
      "one write at a time, the level before the mute", hasMute: true, isSequential: true,
      [
        (.confirms, ""), (.found(.none), "unmuted, level 0.2"), (.set(0.3), "write 30"),
        (.mutes(true), ""), (.final(0.4), ""), (.wait(1000), ""), (.confirmed(1), "write 40"),
        (.confirmed(2), "mute"), (.set(0.5), ""), (.confirmed(3), ""), (.wait(100), "write 50"),
      ]),
    Self(
      "of two waiting mutes, the latest counts", hasMute: true, isSequential: true,
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
      "a level that is already shown is not written",
      [
        (.found(.none), "level 0.2"), (.final(0.2), ""), (.final(0.204), ""),
        (.final(0.21), "write 21"),
      ]),
    Self(
      "a coarse target's real level is shown once the knob is released", scale: 4,
      [
        (.found(.none), "level 0.2"), (.set(0.6), "write 2"), (.final(0.6), "level 0.5"),
      ]),
    Self(
      "a push writes the same each time", use: .push,
      [
        (.found(.none), "level 0.2"), (.final(1), "write 100"), (.final(1), "write 100"),
      ]),
    Self(
      "a button writes before a level is known, once the target is online", use: .toggle,
      [
        (.found(.reports), ""), (.final(1), ""), (.wait(5000), "unknown: no level"),
        (.final(1), "write 100"),
      ]),
    Self(
      "a read-out writes nothing", use: .readOut,
      [
        (.found(.reports), ""), (.reports(40), "level 0.4"), (.final(0.9), ""),
      ]),
    Self(
      "a read-only target's level is shown once the knob is released", isReadOnly: true,
      [
        (.found(.reports), ""), (.reports(40), "level 0.4"), (.set(0.8), ""),
        (.final(0.9), "level 0.4"),
      ]),
    Self(
      "NaN has no effect",
      [
        (.found(.none), "level 0.2"), (.final(.nan), ""), (.final(.infinity), ""),
      ]),
  ]

  static let reporting: [Self] = [
    Self(
      "an echo is not a change, in order and with some missing",
      [
        (.found(.reports), ""), (.reports(20), "level 0.2"), (.set(0.3), "write 30"),
        (.wait(100), ""), (.set(0.4), "write 40"), (.wait(100), ""), (.set(0.5), "write 50"),
        (.reports(30), ""), (.reports(50), ""), (.wait(2000), ""),
      ]),
    Self(
      "another client's value during our write is adopted after it",
      [
        (.found(.reports), ""), (.reports(20), "level 0.2"), (.set(0.3), "write 30"),
        (.reports(80), ""), (.wait(649), ""), (.wait(1), "level 0.8"),
      ]),
    Self(
      "a waiting write is dropped when another level is reported",
      [
        (.found(.reports), ""), (.reports(20), "level 0.2"), (.set(0.3), "write 30"),
        (.reports(30), ""), (.set(0.4), ""), (.reports(80), ""), (.wait(20), "level 0.8"),
        (.wait(1000), ""),
      ]),
    Self(
      "a target that does not follow keeps its reported level",
      [
        (.found(.reports), ""), (.reports(20), "level 0.2"), (.final(0.7), "write 70"),
        (.wait(1499), ""), (.wait(1), "level 0.2"),
      ]),
    Self(
      "many changes are reported at the display's rate",
      [
        (.found(.reports), ""), (.reports(20), "level 0.2"), (.reports(30), ""), (.reports(40), ""),
        (.wait(20), "level 0.4"),
      ]),
    Self(
      "a report from before a turn is out of date",
      [
        (.found(.reports), ""), (.reports(20), "level 0.2"), (.reports(30), ""),
        (.final(0.5), "write 50"), (.wait(20), ""),
      ]),
    Self(
      "until the query after a write is answered, other reports may be older",
      [
        (.found(.answers), ""), (.answers(20), "level 0.2"), (.wait(20), ""),
        (.final(0.5), "write 50"), (.reports(20), ""), (.answers(48), "level 0.48"),
        (.reports(60), ""), (.wait(20), "level 0.6"),
      ]),
    Self(
      "a level read too soon after a write is read again", reads: true,
      [
        (.found(.answers), ""), (.wasRead(20, ago: 0), "level 0.2"), (.final(0.5), "write 50"),
        (.wasRead(20, ago: 0), ""), (.wait(299), ""), (.wait(1), "read"),
        (.wasRead(48, ago: 0), "level 0.48"), (.wait(20), ""), (.wasRead(20, ago: 10), "level 0.2"),
      ]),
    Self(
      "a level requested before a write is not its answer", reads: true,
      [
        (.found(.answers), ""), (.wasRead(20, ago: 0), "level 0.2"), (.final(0.5), "write 50"),
        (.wait(300), "read"), (.wasRead(20, ago: 301), ""), (.wait(1), "read"),
        (.wasRead(50, ago: 0), ""),
      ]),
    Self(
      "a target of readings is not queried after a write, unless one differs", reads: true,
      [
        (.found(.readings), ""), (.rescaled(20), "level 0.2"), (.final(0.5), "write 50"),
        (.wrote, ""), (.wasRead(50, ago: 0), ""), (.wait(1000), ""), (.final(0.6), "write 60"),
        (.wrote, ""), (.differs, ""), (.wait(100), ""), (.final(0.7), "write 70"), (.wrote, ""),
        (.wait(199), ""), (.wait(1), "read"), (.wasRead(60, ago: 0), ""), (.wait(100), "read"),
        (.wasRead(60, ago: 0), "level 0.6"), (.wait(1000), ""),
      ]),
    Self(
      "a reading is certain once the time after the end of a write is over", reads: true,
      [
        (.found(.readings), ""), (.rescaled(20), "level 0.2"), (.final(0.5), "write 50"),
        (.wait(500), ""), (.wrote, ""), (.wasRead(20, ago: 0), ""), (.wait(300), "read"),
        (.wasRead(20, ago: 0), "level 0.2"), (.wait(1000), ""), (.final(0.5), "write 50"),
        (.wasRead(20, ago: 0), "level 0.2"),
      ]),
    Self(
      "another range is reported at once, and a waiting level is written", reads: true,
      [
        (.found(.readings), ""), (.rescaled(20), "level 0.2"), (.set(0.5), "write 50"),
        (.wrote, ""), (.set(0.7), ""), (.rescaled(50), "level 0.5"), (.wait(100), "write 70"),
        (.wasRead(20, ago: 0), "level 0.2"),
      ]),
    Self(
      "a report from before another range is out of date", reads: true,
      [
        (.found(.readings), ""), (.rescaled(20), "level 0.2"), (.wasRead(30, ago: 0), "level 0.3"),
        (.wasRead(40, ago: 0), ""), (.rescaled(60), "level 0.6"), (.wait(1000), ""),
      ]),
    Self(
      "after a refusal the level is read, and can be written again", reads: true,
      [
        (.found(.answers), ""), (.wasRead(20, ago: 0), "level 0.2"), (.wait(20), ""),
        (.final(0.5), "write 50"), (.refused, "read"), (.wasRead(20, ago: 0), "level 0.2"),
        (.final(0.5), "write 50"),
      ]),
    Self(
      "the requested level is reported, not the rounded one", scale: 3,
      [
        (.found(.none), "level 0.2"), (.final(0.34), "write 1"), (.reports(2), ""),
        (.wait(650), "level 0.6667"), (.wait(20), ""), (.reports(1), "level 0.3333"),
      ]),
    Self(
      "text is reported unchanged", use: .readOut,
      [
        (.found(.reports), ""), (.reportsText("Jazz"), "text Jazz"),
        (.reportsText("Rock"), "text Rock"),
      ]),
  ]

  static let muting: [Self] = [
    Self(
      "the mute is reported before the first level", hasMute: true,
      [
        (.found(.reports), ""), (.reportsMuted(true), ""), (.reports(20), "muted, level 0.2"),
        (.reportsMuted(false), "unmuted"), (.mutes(true), "mute"), (.mutes(true), ""),
        (.reportsMuted(true), ""), (.wait(2000), ""),
      ]),
    Self(
      "a mute of readings is reported at once, also without a level", hasMute: true, reads: true,
      [
        (.found(.readings), ""), (.muteWasRead(true), "muted"), (.lost("gone"), "offline: gone"),
        (.found(.readings), ""), (.muteWasRead(true), "muted"), (.mutes(false), ""),
        (.rescaled(20), "level 0.2"), (.mutes(false), "unmute"), (.muteWasRead(true), "muted"),
        (.wait(1000), ""),
      ]),
    Self(
      "a target of readings has no mute until one is read", hasMute: true, reads: true,
      [
        (.found(.readings), ""), (.rescaled(20), "level 0.2"), (.mutes(true), ""),
        (.muteWasRead(false), "unmuted"), (.mutes(true), "mute"),
      ]),
    Self(
      "without a report the target is not muted", hasMute: true,
      [
        (.found(.none), "unmuted, level 0.2"), (.mutes(true), "mute"), (.mutes(false), "unmute"),
      ]),
    Self(
      "the first level waits for the mute's answer", hasMute: true,
      [
        (.found(.answers), ""), (.answers(20), ""), (.mutes(true), ""),
        (.answersMuted(true), "muted, level 0.2"),
      ]),
    Self(
      "a target that does not report its mute has none", hasMute: true,
      [
        (.found(.answers), ""), (.answers(20), ""),
        (.noMuteAnswer, "unreadable: is it muted?, level 0.2"), (.mutes(true), ""),
      ]),
    Self(
      "a target without a mute is not muted",
      [
        (.found(.none), "level 0.2"), (.mutes(true), ""), (.reportsMuted(true), ""),
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
      "waiting writes are dropped by a loss, and not written after it",
      [
        (.found(.none), "level 0.2"), (.set(0.3), "write 30"), (.set(0.4), ""),
        (.lost("gone"), "offline: gone"), (.found(.none), "level 0.3"), (.wait(1000), ""),
      ]),
    Self(
      "a confirmation from before a loss has no effect after it",
      [
        (.confirms, ""), (.found(.none), "level 0.2"), (.set(0.3), "write 30"), (.set(0.4), ""),
        (.lost("gone"), "offline: gone"), (.found(.none), "level 0.3"), (.confirmed(1), ""),
        (.wait(200), ""), (.set(0.5), "write 50"),
      ]),
    Self(
      "no level in time is unknown",
      [
        (.found(.reports), ""), (.wait(4999), ""), (.wait(1), "unknown: no level"),
        (.reports(40), "level 0.4"),
      ]),
    Self(
      "after a loss this is reported soon, because its reason is out of date",
      [
        (.found(.reports), ""), (.reports(40), "level 0.4"), (.lost("gone"), "offline: gone"),
        (.found(.reports), ""), (.wait(249), ""), (.wait(1), "unknown: no level"),
      ]),
    Self(
      "an absence counts at once; the return too, or later if the target flaps",
      [
        (.found(.reports), ""), (.reports(40), "level 0.4"), (.absent("off"), "offline: off"),
        (.reports(50), ""), (.present, ""), (.wait(250), "level 0.5, read"),
        (.absent("off"), "offline: off"), (.present, ""), (.wait(499), ""),
        (.wait(9501), "read, unknown: no level"),
      ]),
    Self(
      "a target without a level is unknown until it has one again",
      [
        (.found(.reports), ""), (.reports(40), "level 0.4"),
        (.hasNoLevel("no value"), "unknown: no value"),
        (.wait(20_000), ""), (.reports(50), "level 0.5"),
      ]),
    Self(
      "another reason is reported after a short delay",
      [
        (.found(.reports), ""), (.reports(40), "level 0.4"),
        (.hasNoLevel("no value"), "unknown: no value"),
        (.absent("off"), ""), (.wait(250), "offline: off"), (.present, ""),
        (.wait(250), "unknown: no value"),
      ]),
    Self(
      "an unanswered query is reported as unknown, once",
      [
        (.found(.answers), ""), (.noAnswer, "unknown: no answer"), (.noAnswer, ""),
        (.answers(30), "level 0.3"), (.noAnswer, ""),
      ]),
    Self(
      "after a stop everything is reported again, and nothing is pending",
      [
        (.found(.none), "level 0.2"), (.set(0.3), "write 30"), (.set(0.4), ""), (.stop, ""),
        (.wait(2000), ""), (.final(0.5), ""), (.found(.none), "level 0.3"),
      ]),
  ]

  static let misreading: [Self] = [
    Self(
      "unreadable messages change nothing, and are reported once a minute",
      [
        (.found(.reports), ""), (.reports(40), "level 0.4"), (.misread("abc"), "unreadable: abc"),
        (.misread("def"), ""), (.wait(59_999), ""), (.misread("ghi"), ""), (.wait(1), ""),
        (.misread("jkl"), "unreadable: jkl"),
      ]),
    Self(
      "an unreadable message before the first level is the reason for unknown",
      [
        (.found(.reports), ""), (.misread("abc"), ""), (.wait(5000), "unknown: abc"),
        (.misread("abc"), ""), (.reports(40), "level 0.4"),
      ]),
    Self(
      "an unreadable answer is the reason at once",
      [
        (.found(.answers), ""), (.misreadAnswer("abc"), "unknown: abc"),
        (.misreadAnswer("abc"), ""),
        (.answers(30), "level 0.3"),
      ]),
    Self(
      "a message without a level is also the reason",
      [
        (.found(.reports), ""), (.sendsNoLevel("only linkquality"), ""),
        (.wait(5000), "unknown: only linkquality"),
      ]),
  ]
}
