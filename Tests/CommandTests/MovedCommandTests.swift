import Foundation
import Testing

@Suite struct MovedCommandTests {
  @Test("the former `bench` command names the new program")
  func bench() throws {
    try Knobpanel.inFolder { folder in
      let outcome = try Knobpanel.run(["bench", "draw", "--json"], in: folder)
      #expect(outcome.status == 2 && outcome.output.isEmpty)
      #expect(
        outcome.errors == """
          knobpanel: error: benchmarks are a separate program: `knobpanel-bench draw --json`

          """)
    }
  }
}
