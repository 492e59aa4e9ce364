import ChildPrograms
import Foundation
import TestPatience
import Testing

/// The real program with fewer and fewer file descriptors (`RLIMIT_NOFILE`, getrlimit(2)).
@Suite struct DescriptorLimitTests {
  @Test("with any number of descriptors, devices are listed or the shortage is reported")
  func devices() throws {
    try Knobpanel.inFolder { folder in
      // All at once: each waits a while for answers from the network.
      let script = "ulimit -n $1; shift; exec \"$@\""
      // Below 5 the dynamic linker does not find the libraries.
      let runs = try (5...24).map { limit in
        try Knobpanel.start(
          URL(filePath: "/bin/sh"),
          ["-c", script, "sh", "\(limit)", Knobpanel.binary.path, "devices"], in: folder)
      }
      var complaints = 0
      for (limit, run) in zip(5...24, runs) {
        let outcome = try run.outcome()
        #expect(outcome.status == 0, "\(limit): \(outcome)")
        #expect(outcome.output.contains("Touchscreens"))
        if outcome.output.contains("Too many open files") { complaints += 1 }
      }
      // Otherwise the limits have no effect here.
      #expect(complaints > 0)
    }
  }

  @Test("a panel starts with few descriptors, or reports the shortage in one line")
  func panel() throws {
    try Knobpanel.inFolder { folder in
      try Data(RunningPanel.text(value: 1).utf8).write(to: folder.appending(path: "panel.yaml"))
      for limit in 5...20 {
        let (status, errors) = try LimitedPanel.start("panel.yaml", descriptors: limit, in: folder)
        #expect(
          status == nil || status == 1 && errors.contains("Too many open files"),
          "\(limit): \(errors)")
      }
    }
  }
}

/// A panel that may open few files.
enum LimitedPanel {
  /// Starts a panel and ends it once it is up.
  ///
  /// - Returns: Its output, and its exit status if it ended by itself.
  static func start(
    _ layout: String, descriptors: Int, in folder: URL
  ) throws -> (status: Int32?, errors: String) {
    let panel = try Knobpanel.start(
      URL(filePath: "/bin/sh"),
      [
        "-c", "ulimit -n \(descriptors); exec \"$@\"", "sh", Knobpanel.binary.path, "run", layout,
        "--display", "headless",
      ], in: folder)
    let reader = panel.errors
    try Patience.wait("its start: \(reader.text)", for: [reader.descriptor]) {
      reader.read()
      return reader.isAtEnd || reader.text.contains("no touch device yet")
    }
    guard !reader.text.contains("no touch device yet") else {
      panel.child.send(SIGTERM)
      #expect(try panel.outcome().status == 0)
      return (nil, reader.text)
    }
    return (try panel.outcome().status, reader.text)
  }
}
