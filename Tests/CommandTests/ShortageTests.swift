import Foundation
import Testing

/// Shortages of the machine are reported in one line, with a failure status.
@Suite struct ShortageTests {
  private static let layout = Knobpanel.project.appending(path: "layouts/round.yaml").path
  private static let card = Knobpanel.project.appending(path: "layouts/volume.yaml").path

  @Test("without descriptors for a card's thread, it fails at once") func worker() throws {
    try Knobpanel.inFolder { folder in
      var failures = 0
      for count in 7...16 {
        let (status, errors) = try LimitedPanel.start(Self.card, descriptors: count, in: folder)
        guard let status else { continue }
        #expect(status == 1, "\(count): \(errors)")
        #expect(errors.contains("Too many open files"), "\(count): \(errors)")
        if errors.contains("knob 'kitchen': ") { failures += 1 }
      }
      #expect(failures > 0)
    }
  }

  /// Only a wrong command line has status 2, so that a service manager does not take a failure for
  /// it.
  @Test("without descriptors for the loop, it fails with status 1", arguments: [6, 7])
  func descriptors(count: Int) throws {
    try Knobpanel.inFolder { folder in
      let outcome = try Knobpanel.run(
        ["run", Self.layout, "--display", "headless"], by: "ulimit -n \(count); exec \"$@\"",
        in: folder)
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("knobpanel: error: "), "\(outcome.errors)")
      #expect(outcome.errors.hasSuffix(": Too many open files\n"), "\(outcome.errors)")
    }
  }

  @Test("a wrong command line has status 2") func usage() throws {
    try Knobpanel.inFolder { folder in
      let outcome = try Knobpanel.run(["run", "--no-such-option"], in: folder)
      #expect(outcome.status == 2 && outcome.errors.hasPrefix("knobpanel: error: "))
    }
  }

  @Test("output lost to a full disk is a failure", arguments: ["good", "bad"])
  func fullDisk(layout: String) throws {
    try Knobpanel.inFolder { folder in
      let path = layout == "good" ? Self.layout : "x.yaml"
      try Data("version: 1\nknobs: {a: {centre: [1, 1]}}\n".utf8)
        .write(to: folder.appending(path: "x.yaml"))
      let outcome = try Knobpanel.run(
        ["check", path], by: "exec \"$@\" >/dev/full", in: folder)
      #expect(outcome.status == 1)
      #expect(
        outcome.errors == "knobpanel: error: standard output: No space left on device\n",
        "\(outcome.errors)")
    }
  }

  @Test("a closed pipe is not an error") func closedPipe() throws {
    try Knobpanel.inFolder { folder in
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      let outcome = try Knobpanel.start(
        Knobpanel.binary, ["schema"], in: folder, output: pipe.fileHandleForWriting
      ).outcome()
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    }
  }
}
