import Testing

@testable import FuzzTargets

/// Whatever arrives, the panel never gets louder by more than the finger turned.
///
/// `make fuzz TARGETS="history exchange"` tries more of the histories.
@Suite struct NeverLouderTests {
  private static let parts: UInt64 = 8
  private static let count: UInt64 = 4_000

  @Test("no history raises a value beyond what was asked", arguments: 0..<parts)
  func histories(part: UInt64) {
    for seed in stride(from: part, to: Self.count, by: UInt64.Stride(Self.parts)) {
      var history = PanelHistory(seed: seed)
      if let fault = history.play() {
        Issue.record("seed \(seed): \(fault)")
        return
      }
    }
  }

  @Test("what is written is what was requested last", arguments: 0..<parts)
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
