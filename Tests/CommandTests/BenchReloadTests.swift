import Foundation
import Testing

@Suite struct BenchReloadTests {
  @Test("reports how long reloads took")
  func figures() throws {
    try Knobpanel.inFolder { folder in
      let outcome = try Knobpanel.run(
        bench: ["reload", "--knobs", "4", "--saves", "3", "--json"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      for key in [
        "\"knobs\":4", "\"saves\":3", "\"pauseMilliseconds\":100", "\"p50Mill", "\"p99Mill",
      ] {
        #expect(outcome.output.replacing(" ", with: "").contains(key), "\(outcome.output)")
      }
      for wrong in ["--knobs 0", "--saves -1", "--knobs 5000"] {
        let arguments = ["reload"] + wrong.split(separator: " ").map(String.init)
        #expect(try Knobpanel.run(bench: arguments, in: folder).status == 2)
      }
    }
  }
}
