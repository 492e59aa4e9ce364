import Foundation
import Testing

/// `knobpanel-bench start` measures a panel that really starts; its speed is not tested.
@Suite struct StartTests {
  private static let layout = Knobpanel.project.appending(path: "layouts/volume.yaml").path

  struct Figures: Decodable {
    struct Spread: Decodable { var p50, p99: Double }
    var runs: Int
    var firstFrameMs: Spread
    var anonymousKib, buffersKib, anonymousBesideBuffersKib: Int
  }

  @Test("prints times and memory as JSON") func figures() throws {
    try Knobpanel.inFolder { folder in
      let outcome = try Knobpanel.run(
        bench: ["start", Self.layout, "--runs", "2", "--json"], in: folder)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      let figures = try decoder.decode(Figures.self, from: Data(outcome.output.utf8))
      #expect(figures.runs == 2)
      #expect(0 < figures.firstFrameMs.p50 && figures.firstFrameMs.p50 <= figures.firstFrameMs.p99)
      // Three pictures of 800x480, which were written and are therefore in memory.
      #expect(figures.buffersKib == 4500)
      #expect(figures.anonymousKib > figures.buffersKib)
      #expect(figures.anonymousBesideBuffersKib == figures.anonymousKib - figures.buffersKib)
    }
  }

  @Test("prints them as text, too") func text() throws {
    try Knobpanel.inFolder { folder in
      let outcome = try Knobpanel.run(bench: ["start", Self.layout, "--runs", "1"], in: folder)
      #expect(outcome.output.contains("exec to first frame: p50 "))
      #expect(outcome.output.contains("of 1 start\n"))
    }
  }

  @Test("a layout with errors is reported once, and nothing is started") func errors() throws {
    try Knobpanel.inFolder { folder in
      try Data("version: 1\nknobs: {a: {centre: [1, 1]}}\n".utf8)
        .write(to: folder.appending(path: "x.yaml"))
      let outcome = try Knobpanel.run(bench: ["start", "x.yaml"], in: folder)
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      #expect(outcome.errors.components(separatedBy: "`centre`").count == 2)
    }
  }
}
