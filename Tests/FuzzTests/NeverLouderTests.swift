import Glibc
import Testing

@testable import FuzzTargets

/// Whatever arrives, the panel never gets louder by more than the finger turned.
///
/// `KNOBPANEL_HISTORIES=1000000 make unit-test FILTER=NeverLouderTests` plays more of them.
@Suite struct NeverLouderTests {
  private static let parts: UInt64 = 8
  private static let count =
    getenv("KNOBPANEL_HISTORIES").flatMap { UInt64(String(cString: $0)) } ?? 4_000

  @Test("no history raises a value beyond what was requested", arguments: 0..<parts)
  func histories(part: UInt64) {
    for seed in stride(from: part, to: Self.count, by: UInt64.Stride(Self.parts)) {
      var history = PanelHistory(seed: seed)
      if let fault = history.play() {
        Issue.record("seed \(seed): \(fault)")
        return
      }
    }
  }

  /// 772497: a finger took over a knob that glided to a level, while a later level was waiting.
  @Test("Histories that once raised a value no longer do", arguments: [772_497] as [UInt64])
  func regressions(seed: UInt64) {
    var history = PanelHistory(seed: seed)
    #expect(history.play() == nil)
  }

  /// An older mute waited while a newer one was written.
  @Test(
    "Histories that once wrote an older value no longer do",
    arguments: [11_839_769_147_431_931_727] as [UInt64])
  func exchangeRegressions(seed: UInt64) {
    var history = LevelHistory(seed: seed)
    #expect(history.play() == nil)
  }

  @Test("the last requested level is written", arguments: 0..<parts)
  func exchanges(part: UInt64) {
    for seed in stride(from: part, to: 10 * Self.count, by: UInt64.Stride(Self.parts)) {
      var history = LevelHistory(seed: seed)
      if let fault = history.play() {
        Issue.record("seed \(seed): \(fault)")
        return
      }
    }
  }
}
