import Foundation
import Testing

/// The real program with ever fewer file descriptors (`RLIMIT_NOFILE`, getrlimit(2)).
@Suite struct DescriptorLimitTests {
  private func run(_ arguments: [String], limit: Int, in folder: URL) throws -> Knobpanel.Outcome {
    try Knobpanel.run(
      URL(filePath: "/bin/sh"), ["-c", "ulimit -n \(limit); exec \"$@\"", "sh"] + arguments,
      in: folder)
  }

  @Test("with any number of descriptors the devices are listed, or what is missing is told")
  func devices() throws {
    try Knobpanel.inFolder { folder in
      var complaints = 0
      // Below 5 the dynamic linker does not find the libraries.
      for limit in 5...24 {
        let outcome = try run([Knobpanel.binary.path, "devices"], limit: limit, in: folder)
        #expect(outcome.status == 0, "\(limit): \(outcome)")
        #expect(outcome.output.contains("Touchscreens"))
        if outcome.output.contains("Too many open files") { complaints += 1 }
      }
      // Else the limits are of no consequence here.
      #expect(complaints > 0)
    }
  }

  @Test("a panel starts with few descriptors, or says in one line what is missing")
  func panel() throws {
    try Knobpanel.inFolder { folder in
      try Data(RunningPanel.text(value: 1).utf8).write(to: folder.appending(path: "panel.yaml"))
      for limit in 5...20 {
        // 124 is the status of timeout(1) when it ended the panel.
        let outcome = try run(
          [
            "timeout", "1", Knobpanel.binary.path, "run", "panel.yaml", "--display", "headless",
          ], limit: limit, in: folder)
        #expect(
          outcome.status == 124
            || outcome.status == 1 && outcome.errors.contains("Too many open files"),
          "\(limit): \(outcome)")
      }
    }
  }
}
