import Layout
import Testing

@testable import LayoutFile

/// The keys for the content of an idle panel.
@Suite struct IdleKeyTests {
  private static func content(_ idle: String) -> ScreenLayout.Idle? {
    LayoutReader.parse(
      bytes: Array(
        """
        version: 1
        panel: {screen: {idle: \(idle)}}
        knobs:
          k: {center: [400, 240], diameter: 300}

        """.utf8), path: "test.yaml", environment: TestAssets.environment
    ).layout?.panel.screen.idle
  }

  @Test(
    arguments: [
      ("120", "%H:%M", nil), ("{after: 120, clock: 24h}", "%H:%M", nil),
      ("{after: 120, clock: 12h}", "%-I:%M", nil), ("{after: 120, clock: 12H}", "%-I:%M", nil),
      ("{after: 120, clock: \"%k.%M\"}", "%k.%M", nil),
      ("{after: 120, date: \"%A, %-d %B\"}", "%H:%M", "%A, %-d %B"),
    ])
  func clock(_ text: String, time: String, date: String?) throws {
    let idle = try #require(Self.content(text))
    #expect(idle.microseconds == 120_000_000)
    guard case .clock(let clock, let day) = idle.content else {
      Issue.record("no clock")
      return
    }
    #expect(clock.text == time && day?.text == date)
  }

  @Test func picture() throws {
    #expect(
      Self.content("{after: 60, picture: logo.png}")?.content
        == .picture(BackgroundLayout(file: "logo.png")))
    #expect(
      Self.content("{after: 60, picture: {file: logo.png, fit: contain}}")?.content
        == .picture(BackgroundLayout(file: "logo.png", fit: .contain)))
  }

  @Test(
    "A format must change, but at most once a minute",
    arguments: [
      ("%H:%M", nil), ("%%%H", nil), ("%-d.%m.", nil), ("%^a", nil), ("%_d %b", nil),
      ("%H:%M:%S", .seconds("%S")), ("%T", .seconds("%T")), ("%-S", .seconds("%-S")),
      ("%H %Q", .unknown("%Q")), ("100%", .unknown("%")), ("%H%-", .unknown("%-")),
      ("%é", .unknown("%é")), ("Monday", .constant), ("", .constant),
    ] as [(String, TimeFormat.Problem?)])
  func formats(_ text: String, expected: TimeFormat.Problem?) {
    do throws(TimeFormat.Problem) {
      #expect(try TimeFormat(text).text == text)
      #expect(expected == nil)
    } catch {
      #expect(error == expected)
    }
  }
}
