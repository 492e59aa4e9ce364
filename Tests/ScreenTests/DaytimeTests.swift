import Foundation
import Layout
import Testing

@testable import Backlight

/// When it is night, by the clock and by the sun.
@Suite struct DaytimeTests {
  private func seconds(_ text: String) throws -> Int64 {
    Int64(try Date(text, strategy: .iso8601).timeIntervalSince1970)
  }

  /// A clock in a given time zone.
  private func clock(_ text: String, _ zone: String) throws -> WallClock {
    let zone = try #require(TimeZone(identifier: zone))
    return WallClock(utcSeconds: try seconds(text)) { moment in
      Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(moment))))
    }
  }

  @Test(
    "By the clock, the night and its next change follow local time",
    arguments: [
      // Berlin: UTC + 1 in winter, + 2 in summer.
      ("2026-01-10T20:59:59Z", 22 * 60, 390, false, "2026-01-10T21:00:00Z"),
      ("2026-01-10T21:00:00Z", 22 * 60, 390, true, "2026-01-11T05:30:00Z"),
      ("2026-01-11T05:30:00Z", 22 * 60, 390, false, "2026-01-11T21:00:00Z"),
      ("2026-07-10T10:00:00Z", 22 * 60, 390, false, "2026-07-10T20:00:00Z"),
      // Within a day, and an empty period.
      ("2026-01-10T10:00:00Z", 9 * 60, 17 * 60, true, "2026-01-10T16:00:00Z"),
      ("2026-01-10T10:00:00Z", 600, 600, false, "2026-01-11T09:00:00Z"),
      // The nights in which daylight saving time begins and ends.
      ("2026-03-28T22:00:00Z", 22 * 60, 390, true, "2026-03-29T04:30:00Z"),
      ("2026-10-24T21:00:00Z", 22 * 60, 390, true, "2026-10-25T05:30:00Z"),
    ])
  func clock(time: String, from: Int, to: Int, isNight: Bool, next: String) throws {
    let daytime = Daytime(.clock(from: from, to: to), at: try clock(time, "Europe/Berlin"))
    #expect(daytime.isNight == isNight)
    #expect(daytime.nextChange == (try seconds(next)))
  }

  @Test("A clock before 1970 and one far in the future have a next change within a day")
  func oddClocks() {
    for moment in [-5_000_000_000, -1, 0, 1 << 40] as [Int64] {
      let clock = WallClock(utcSeconds: moment) { _ in 3600 }
      let next = Daytime(.clock(from: 1320, to: 390), at: clock).nextChange ?? 0
      #expect(next > moment && next <= moment + 86_400)
    }
  }

  /// Published times for these places, rounded to a minute.
  @Test(
    "By the sun, changes are accurate to three minutes",
    arguments: [
      // Berlin, midsummer: sunrise at 02:43, sunset at 19:33 UTC.
      ("2026-06-21T12:00:00Z", 52.52, 13.40, true, "2026-06-21T19:33:00Z"),
      ("2026-06-20T22:00:00Z", 52.52, 13.40, false, "2026-06-21T02:43:00Z"),
      // Midwinter: sunrise at 07:15, sunset at 14:54 UTC.
      ("2026-12-21T12:00:00Z", 52.52, 13.40, true, "2026-12-21T14:54:00Z"),
      // Sydney: sunrise at 18:41 UTC of the day before, sunset at 09:05 UTC.
      ("2026-12-21T00:00:00Z", -33.87, 151.21, true, "2026-12-21T09:05:00Z"),
      // On the equator, at an equinox: sunrise at 06:04, sunset at 18:11.
      ("2026-03-20T12:00:00Z", 0, 0, true, "2026-03-20T18:11:00Z"),
    ])
  func sun(
    time: String, latitude: Double, longitude: Double, isUp: Bool, next: String
  ) throws {
    let sun = SunTimes(at: try seconds(time), latitude: latitude, longitude: longitude)
    #expect(sun.isUp == isUp)
    let change = try #require(sun.nextChange)
    let error = change - (try seconds(next))
    #expect(abs(error) <= 180, "\(error) s off")
  }

  @Test("In a polar summer the sun sets after weeks, and at a pole after months")
  func polar() throws {
    let midsummer = try seconds("2026-06-21T12:00:00Z")
    let tromso = SunTimes(at: midsummer, latitude: 69.65, longitude: 18.96)
    #expect(tromso.isUp)
    #expect(try #require(tromso.nextChange) > midsummer + 25 * 86_400)
    let pole = SunTimes(at: midsummer, latitude: 90, longitude: 0)
    #expect(pole.isUp)
    #expect(try #require(pole.nextChange) > midsummer + 90 * 86_400)
    let winter = SunTimes(
      at: try seconds("2026-12-21T12:00:00Z"), latitude: 69.65, longitude: 18.96)
    #expect(!winter.isUp)
  }
}
