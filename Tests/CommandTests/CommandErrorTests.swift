import Foundation
import Testing

/// Wrong input, and the errors that it causes.
@Suite struct CommandErrorTests {
  struct ErrorCase: Sendable, CustomTestStringConvertible {
    var arguments: String
    var status: Int32
    /// The first line on standard error.
    var message: String
    var testDescription: String { arguments }
  }

  static let volume = Knobpanel.project.appending(path: "layouts/volume.yaml").path
  static let demo = Knobpanel.project.appending(path: "layouts/demo.evemu").path

  @Test(arguments: [
    ErrorCase(
      arguments: "run nope.yaml", status: 1,
      message: "error: cannot read the layout: nope.yaml: No such file or directory"),
    ErrorCase(
      arguments: "run .", status: 1, message: "error: cannot read the layout: .: is a directory"),
    ErrorCase(
      arguments: "run /dev/null", status: 1,
      message: "error: cannot read the layout: /dev/null: is a device"),
    ErrorCase(arguments: "check broken.yaml", status: 1, message: ""),
    ErrorCase(arguments: "run broken.yaml", status: 1, message: "broken.yaml:3:3: error: "),
    ErrorCase(
      arguments: "render includes-gone.yaml -o x.png", status: 1,
      message: "includes-gone.yaml:2:10: error: this file cannot be included: gone: No such file"),
    ErrorCase(
      arguments: "render includes-folder.yaml -o x.png", status: 1,
      message: "includes-folder.yaml:2:10: error: this file cannot be included: .: is a directory"),
    ErrorCase(
      arguments: "render includes-device.yaml -o x.png", status: 1,
      message:
        "includes-device.yaml:2:10: error: this file cannot be included: /dev/zero: is a device"),
    ErrorCase(arguments: "run", status: 2, message: "error: missing argument <layout>"),
    ErrorCase(arguments: "frobnicate", status: 2, message: "error: unknown command 'frobnicate'"),
    ErrorCase(
      arguments: "render VOLUME -o x.png --size 0x9", status: 2,
      message: "error: the value '0x9' is invalid"),
    ErrorCase(
      arguments: "render VOLUME -o x.png --size 99999x9", status: 2,
      message: "error: the value '99999x9' is invalid"),
    ErrorCase(
      arguments: "render VOLUME -o x.png --rotate 45", status: 2,
      message: "error: the value '45' is invalid"),
    ErrorCase(
      arguments: "render VOLUME -o x.png --set bath", status: 2,
      message: "error: the value 'bath' is invalid"),
    ErrorCase(
      arguments: "render VOLUME -o x.png --set cellar=3", status: 1,
      message: "error: the layout has no knob 'cellar'"),
    ErrorCase(
      arguments: "render VOLUME -o nowhere/x.png", status: 1, message: "error: nowhere/x.png"),
    ErrorCase(
      arguments: "replay VOLUME VOLUME", status: 1,
      message: "error: \(volume): is not a recording"),
    ErrorCase(arguments: "replay nope VOLUME", status: 1, message: "error: nope: No such file"),
    ErrorCase(
      arguments: "replay DEMO VOLUME --events nowhere/e", status: 1,
      message: "error: cannot write events: nowhere/e"),
    ErrorCase(
      arguments: "replay DEMO VOLUME --at soon", status: 2, message: "error: the value 'soon'"),
    ErrorCase(
      arguments: "run VOLUME --mode tall", status: 2,
      message: "error: the value 'tall' is invalid"),
  ])
  func isReported(_ example: ErrorCase) throws {
    try Knobpanel.inFolder { folder in
      try Data("version: 1\nknobs:\n  a: {centre: [1, 1]}\n".utf8)
        .write(to: folder.appending(path: "broken.yaml"))
      for (name, path) in [("gone", "gone"), ("folder", "."), ("device", "/dev/zero")] {
        try Data("version: 1\ninclude: \(path)\n".utf8)
          .write(to: folder.appending(path: "includes-\(name).yaml"))
      }
      let arguments = example.arguments.split(separator: " ").map {
        $0 == "VOLUME" ? Self.volume : $0 == "DEMO" ? Self.demo : String($0)
      }
      let outcome = try Knobpanel.run(arguments, in: folder)
      #expect(outcome.status == example.status, "\(outcome.errors)")
      let first = outcome.errors.split(separator: "\n").first.map(String.init) ?? ""
      let message = first.replacing("knobpanel: ", with: "", maxReplacements: 1)
      #expect(message.hasPrefix(example.message), "\(first)")
    }
  }
}

/// Commands that need no hardware.
@Suite struct ReplayTests {
  private func replay(_ more: String..., in folder: URL) throws -> Knobpanel.Outcome {
    try Knobpanel.run(
      ["replay", CommandErrorTests.demo, CommandErrorTests.volume] + more, in: folder)
  }

  @Test("two replays are identical, including their pictures")
  func repeatable() throws {
    try Knobpanel.inFolder { folder in
      let first = try replay("--frame", "1.png", in: folder)
      let second = try replay("--frame", "2.png", in: folder)
      #expect(first.status == 0 && first.errors.isEmpty)
      #expect(first.output == second.output && !first.output.isEmpty)
      let pictures = try ["1.png", "2.png"].map {
        try Data(contentsOf: folder.appending(path: $0))
      }
      #expect(pictures[0] == pictures[1])
    }
  }

  @Test("the demonstration turns two knobs at once and ends with a double tap")
  func demonstration() throws {
    try Knobpanel.inFolder { folder in
      let lines = try replay(in: folder).output.split(separator: "\n").map { line in
        try #require(
          JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
      }
      let turned = lines.filter { $0["event"] as? String == "began" }
      let knobs = Set(turned.compactMap { $0["knob"] as? String })
      #expect(knobs == ["house", "kitchen"])
      let last = lines.last { $0["knob"] as? String == "house" }
      #expect(last?["event"] as? String == "reset")
      #expect(last?["value"] as? Double == 20)
      let times = lines.compactMap { $0["t"] as? Double }
      #expect(times == times.sorted() && times.first == 0)
    }
  }

  @Test("a replay until a moment has the first events of the whole")
  func atAMoment() throws {
    try Knobpanel.inFolder { folder in
      let early = try replay("--at", "0.5", in: folder).output
      let whole = try replay(in: folder).output
      #expect(!early.isEmpty && early.utf8.count < whole.utf8.count && whole.hasPrefix(early))
    }
  }

  @Test("a full disk ends a replay with one clear error")
  func fullDisk() throws {
    try Knobpanel.inFolder { folder in
      let outcome = try replay("--events", "/dev/full", in: folder)
      #expect(outcome.status == 1)
      #expect(
        outcome.errors == """
          knobpanel: error: cannot write events: write: No space left on device
          Use a writable file, or - for standard output.

          """)
    }
  }

  @Test("a closed standard output is reported before anything is played")
  func closedOutput() throws {
    try Knobpanel.inFolder { folder in
      let outcome = try Knobpanel.run(
        ["replay", CommandErrorTests.demo, CommandErrorTests.volume], by: "exec \"$@\" >&-",
        in: folder)
      #expect(outcome.status == 1)
      #expect(
        outcome.errors.hasPrefix(
          "knobpanel: error: cannot write events: standard output: Bad file descriptor"))
    }
  }

  @Test("a recording with times at the end of their range is refused")
  func endOfTime() throws {
    try Knobpanel.inFolder { folder in
      let file = folder.appending(path: "late.evemu")
      // A finger that turns the knob of the demonstration and stays down.
      let text = try String(contentsOfFile: CommandErrorTests.demo, encoding: .utf8)
      let late = text.replacing(/(?m)^E: \d+\./) { _ in "E: 9223372036854." }
      #expect(late != text)
      try Data(late.utf8).write(to: file)
      let outcome = try Knobpanel.run(["replay", file.path, CommandErrorTests.volume], in: folder)
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("no supported events"), "\(outcome.errors)")
    }
  }

  @Test(
    "an `--at` beyond the end replays everything",
    arguments: [("1e300", true), ("9e12", true), ("inf", true), ("-1e300", false)])
  func farMoments(seconds: String, isAll: Bool) throws {
    try Knobpanel.inFolder { folder in
      let outcome = try replay("--at=\(seconds)", in: folder)
      #expect(outcome.status == 0)
      #expect(try outcome.output == (isAll ? replay(in: folder).output : ""))
    }
  }

  @Test("a picture can have any size and rotation", arguments: ["0", "90", "180", "270"])
  func rotations(degrees: String) throws {
    try Knobpanel.inFolder { folder in
      let outcome = try Knobpanel.run(
        [
          "render", CommandErrorTests.volume, "-o", "x.png", "--size", "300x500", "--rotate",
          degrees,
        ], in: folder)
      #expect(outcome.status == 0)
      let header = try Data(contentsOf: folder.appending(path: "x.png")).prefix(24)
      // Width and height are the first words of the IHDR chunk (PNG specification, 11.2.2).
      #expect(Array(header.suffix(8)) == [0, 0, 1, 44, 0, 0, 1, 244])
    }
  }

  @Test func commandsHaveHelp() throws {
    try Knobpanel.inFolder { folder in
      for command in ["run", "replay", "render", "check", "devices", "schema"] {
        let outcome = try Knobpanel.run([command, "--help"], in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("USAGE: knobpanel \(command)"))
      }
    }
  }

  @Test func devicesAreListedAsTextAndJSON() throws {
    try Knobpanel.inFolder { folder in
      let text = try Knobpanel.run(["devices"], in: folder)
      #expect(text.status == 0)
      for title in ["Displays", "Touchscreens", "Encoders", "Mixers", "Sound server"] {
        #expect(text.output.contains(title))
      }
      let json = try Knobpanel.run(["devices", "--json"], in: folder)
      let value = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
      // There may be more keys, for what is found on the network.
      let keys = Set((value as? [String: Any] ?? [:]).keys)
      #expect(keys.isSuperset(of: ["displays", "touchscreens", "encoders", "mixers", "pulse"]))
    }
  }

  @Test("shipped layouts have no errors or warnings")
  func shippedLayouts() throws {
    let folder = Knobpanel.project.appending(path: "layouts")
    let layouts = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".yaml") }
    #expect(!layouts.isEmpty)
    let outcome = try Knobpanel.run(["check"] + layouts, in: folder)
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(!outcome.output.contains("warning"))
  }
}
