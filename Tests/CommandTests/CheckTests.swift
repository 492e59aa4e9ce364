import Foundation
import Testing

/// The output of `check` for a usable layout.
@Suite struct CheckTests {
  @Test(
    "a usable layout is valid, and warnings are counted",
    arguments: [
      (knobs: "a: {center: [200, 240], diameter: 200}", verdict: "valid"),
      (knobs: "a: {center: [790, 240], diameter: 200}", verdict: "valid, 1 warning"),
      (
        knobs: "a: {center: [790, 240], diameter: 200}, b: {center: [5, 240], diameter: 200}",
        verdict: "valid, 2 warnings"
      ),
      (
        knobs: "a: {center: [160, 160], diameter: 280, look: {ticks: {labels: true}}}",
        verdict: "valid, 1 warning"
      ),
    ])
  func verdict(knobs: String, verdict: String) throws {
    try Knobpanel.inFolder { folder in
      try Data("version: 1\nknobs: {\(knobs)}\n".utf8).write(to: folder.appending(path: "x.yaml"))
      let outcome = try Knobpanel.run(["check", "x.yaml"], in: folder)
      #expect(outcome.status == 0)
      #expect(outcome.output.split(separator: "\n").last.map(String.init) == "x.yaml: \(verdict)")
    }
  }
}
