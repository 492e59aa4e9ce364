import ChildPrograms
import Foundation
import PNG
import Program
import Raster
import Testing

/// The commands that control a running panel, as a person types them.
@Suite struct RemoteCommandTests {
  private static let layout = """
    version: 1
    knobs:
      volume: {center: [200, 240], diameter: 200, value: 20, unit: "%", limit: 80}
      speakers: {center: [600, 240], diameter: 200, sectors: [A, B, C]}
      old: {center: [400, 100], diameter: 80, enabled: false}
    buttons:
      mute: {center: [400, 380], size: [140, 60], text: Mute, mute: volume}
    pages: {one: {}, two: {}}
    texts: {de: {Mute: Stumm, A: A, B: B, C: C, offline: getrennt, one: eins, two: zwei}}

    """

  struct Row: Sendable, CustomTestStringConvertible {
    var arguments: String
    var status: Int32
    var output: String
    var testDescription: String { arguments }

    init(_ arguments: String, _ status: Int32 = 0, _ output: String = "") {
      (self.arguments, self.status, self.output) = (arguments, status, output)
    }
  }

  /// Commands in order on one panel, with their status and output on either stream.
  private static let rows = [
    Row("get", 0, "volume: 20%\nspeakers: A\nold: 0, disabled\nmute: off"),
    Row("get mute", 0, "off"), Row("get mut", 1, "has no item 'mut'\ndid you mean 'mute'?"),
    Row("set volume 42 speakers B", 0, "volume: 42\nspeakers: B\n"),
    Row("set volume 10 speakers D", 1, "error: 'speakers' has no sector"),
    Row("get volume", 0, "42\n"), Row("set volume 1 volume 2", 1, "'volume' is set twice"),
    Row("set volume 10 speakers", 2, "the value of 'speakers' is missing"),
    Row("set volume 90", 0, "80\nvolume: 80 instead of 90, because of its limit\n"),
    Row("set volume -500", 0, "0\nvolume: 0 instead of -420, because of its range\n"),
    Row("set volume 20 --over 1ms", 0, "20\n"), Row("set speakers A --over 3s", 1, "has sectors"),
    Row("set volume 20 --over 2h", 1, "`over` must be a time from 0 to 1 hour"),
    Row("set volume 20 --over soon", 2, "soon"), Row("set volume 20", 0, "20"),
    Row("set speakers A", 0, "A"),
    Row("watch --item nothing", 1, "has no item 'nothing'"),
    Row("watch --kind nob", 1, "`kinds` has an unknown name \"nob\""),
    Row("get volume", 0, "20"), Row("set volume 42.5", 0, "42.5"), Row("set volume +5", 0, "47.5"),
    Row("set volume -7.5", 0, "40"), Row("set volume 25%", 0, "25"),
    Row("set volume 100", 0, "80"), Row("get speakers", 0, "A"), Row("set speakers c", 0, "C"),
    Row("set speakers -1", 0, "B"), Row("press mute"), Row("get volume", 0, "0"),
    Row("press mute"), Row("get volume", 0, "80"), Row("page two"), Row("page next"),
    Row("page previous"), Row("language DE"), Row("get speakers", 0, "B"), Row("language en"),
    Row("language fr", 1, "error: the layout has no language 'fr'\nits languages: en, de"),
    Row("set volume =-20", 1, "error: -20 is outside the range of 'volume'\nthe range is 0"),
    Row("set volume loud", 1, "error: 'volume' takes a number, not \"loud\""),
    Row("set speakers D", 1, "error: 'speakers' has no sector \"D\"\nits sectors: A, B, C"),
    Row("set volumne 3", 1, "has no knob 'volumne'\ndid you mean 'volume'? its knobs:"),
    Row("set old 3", 1, "error: knob 'old' cannot be set: the layout disables it"),
    Row("press volume", 1, "error: the layout has no button 'volume'\nits buttons: mute"),
    Row("page three", 1, "error: the layout has no page 'three'\nits pages: one, two"),
    Row("set volume", 2, "the value of 'volume' is missing"), Row("reload"), Row("reload --check"),
  ]

  @Test("Every command works, and common errors are reported")
  func commands() throws {
    try Knobpanel.inFolder { folder in
      let panel = try RunningPanel(Self.layout, in: folder)
      for row in Self.rows {
        let arguments = row.arguments.split(separator: " ").map(String.init)
        let outcome = try Knobpanel.run(arguments, in: folder)
        #expect(outcome.status == row.status, "\(row.arguments): \(outcome)")
        let text = outcome.output + outcome.errors
        let isRight = row.output.isEmpty ? text.isEmpty : text.contains(row.output)
        #expect(isRight, "\(row.arguments): \(text)")
      }
      #expect(panel.isRunning)
    }
  }

  @Test("Errors in a layout are reported, and the panel continues")
  func reload() throws {
    try Knobpanel.inFolder { folder in
      let panel = try RunningPanel(Self.layout, in: folder, options: ["--no-watch"])
      try Data(Self.layout.replacing("limit: 80", with: "limmit: 80").utf8).write(to: panel.layout)
      for arguments in [["reload", "--check"], ["reload"]] {
        let outcome = try Knobpanel.run(arguments, in: folder)
        #expect(outcome.status == 1)
        #expect(
          outcome.output.contains(
            "panel.yaml:3:69: error: a knob has no key `limmit`\n  hint: did you mean `limit`?"),
          "\(outcome.output)")
        #expect(try Knobpanel.run(["get", "volume"], in: folder).output == "20\n")
      }
      let status = try Knobpanel.run(["status"], in: folder).output
      #expect(status.contains("has no key `limmit`"))
      try Data(Self.layout.utf8).write(to: panel.layout)
      // The file is valid, though the panel has not read it yet.
      #expect(try Knobpanel.run(["reload", "--check"], in: folder).status == 0)
      #expect(try Knobpanel.run(["reload"], in: folder).status == 0)
    }
  }

  @Test("The status is complete, and its hash is that of sha256sum")
  func status() throws {
    try Knobpanel.inFolder { folder in
      let panel = try RunningPanel(Self.layout, in: folder)
      let text = try Knobpanel.run(["status"], in: folder).output
      for part in [
        "knobpanel \(ProgramVersion.current), running for ",
        "layout: \(panel.layout.path), page one",
        "display: headless 800x480", "touch: no device", "frames: ", "event loop: ",
      ] { #expect(text.contains(part), "\(text)") }
      let json = try Knobpanel.run(["status", "--json"], in: folder).output
      let sum = try Knobpanel.run(
        URL(filePath: "/usr/bin/sha256sum"), [panel.layout.path], in: folder
      ).output.prefix(64)
      #expect(json.contains("\"sha256\": \"\(sum)\""))
    }
  }

  @Test("A screenshot matches what `render` draws")
  func screenshot() throws {
    try Knobpanel.inFolder { folder in
      let panel = try RunningPanel(Self.layout, in: folder)
      #expect(try Knobpanel.run(["screenshot", "shot.png"], in: folder).status == 0)
      _ = try Knobpanel.run(["render", panel.layout.path, "-o", "render.png"], in: folder)
      let pictures = try ["shot.png", "render.png"].map { try pixels(folder.appending(path: $0)) }
      #expect(pictures[0] == pictures[1])
      let outcome = try Knobpanel.run(["screenshot", "nowhere/shot.png"], in: folder)
      #expect(outcome.status == 1)
      #expect(
        outcome.errors.contains(
          "cannot write the picture: nowhere/shot.png: No such file or directory"))
    }
  }

  @Test("Events are printed until the panel ends")
  func watch() throws {
    try Knobpanel.inFolder { folder in
      let panel = try RunningPanel(Self.layout, in: folder)
      let watcher = try Knobpanel.start(Knobpanel.binary, ["watch"], in: folder)
      let peer = try SocketPeer(folder.appending(path: "socket").path)
      _ = try peer.line()
      // Printing starts at some moment.
      let isPrinting = try (0..<100_000).contains { round in
        _ = try peer.ask(
          #"{"command": "set", "knob": "speakers", "value": "\#(round % 2 == 0 ? "B" : "C")"}"#)
        watcher.output.read()
        // The first line has the states.
        return watcher.output.text.contains("\"event\":\"remote\"")
      }
      #expect(isPrinting)
      _ = try peer.ask(#"{"command": "page", "page": "two"}"#)
      panel.send(SIGTERM)
      let outcome = try watcher.outcome()
      let lines = outcome.output.split(separator: "\n")
      #expect(lines.first?.contains(#""event": "state", "knobs": [{"knob": "volume""#) == true)
      #expect(lines[1].contains(#""knob":"speakers","event":"remote","value":"#))
      #expect(lines[1].hasSuffix(#""source":"socket"}"#) && lines[1].contains(#","time":"20"#))
      #expect(lines.last?.contains(#""page":"two","event":"shown""#) == true)
      #expect(outcome.status == 1)
      #expect(outcome.errors == "knobpanel: error: the panel has ended\n")
    }
  }

  @Test("A missing panel is reported in one line, with a hint")
  func noPanel() throws {
    try Knobpanel.inFolder { folder in
      let path = folder.appending(path: "socket").path
      for arguments in [["get"], ["status"], ["watch"], ["press", "x"]] {
        let outcome = try Knobpanel.run(arguments + ["--socket", path], in: folder)
        #expect(outcome.status == 1)
        #expect(
          outcome.errors == "knobpanel: error: no panel listens at \(path)\n"
            + "Start one with `knobpanel run`, or name its socket with --socket.\n")
      }
    }
  }

  private func pixels(_ file: URL) throws -> [UInt32] {
    let picture = try PNGPicture.read(file.path)
    return withExtendedLifetime(picture) { Array(picture.pixels) }
  }

  @Test("`render --set` takes the name of a sector")
  func render() throws {
    try Knobpanel.inFolder { folder in
      try Data(Self.layout.utf8).write(to: folder.appending(path: "panel.yaml"))
      func draw(_ setting: String) throws -> [UInt32] {
        let outcome = try Knobpanel.run(
          ["render", "panel.yaml", "-o", "out.png", "--set", setting], in: folder)
        #expect(outcome.status == 0, "\(outcome)")
        return try pixels(folder.appending(path: "out.png"))
      }
      #expect(try draw("speakers=C") == draw("speakers=2"))
      #expect(try draw("speakers=C") != draw("speakers=A"))
      let outcome = try Knobpanel.run(
        ["render", "panel.yaml", "-o", "out.png", "--set", "speakers=D"], in: folder)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("'speakers' has no sector \"D\""))
    }
  }
}
