import Layout
import LayoutFile
import Testing

@testable import Controls

/// The `command` keys of a layout.
@Suite struct CommandKeyTests {
  private func read(_ control: String, knob: String = "") -> LayoutReader.Outcome {
    let text =
      "version: 1\nknobs:\n  k:\n    center: [400, 240]\n    diameter: 300\n"
      + (knob.isEmpty ? "" : "    \(knob)\n") + "    control: {command: \(control)}\n"
    return LayoutReader.parse(
      bytes: Array(text.utf8), path: "command.yaml", language: ControlRegistry.standard.language)
  }

  private func settings(_ control: String, knob: String = "") throws -> CommandSettings {
    let outcome = read(control, knob: knob)
    #expect(outcome.text == "")
    return try #require(outcome.layout?.knobs.first?.control?.settings as? CommandSettings)
  }

  @Test func minimalControl() throws {
    let settings = try settings("{set: [amixer, set, Master, \"{value}%\"]}", knob: "value: 25")
    #expect(settings.set == ["amixer", "set", "Master", "{value}%"])
    #expect(settings.initialLevel == 0.25)
    #expect(settings.value.text(for: 0.5) == "50")
    #expect(settings.timeoutMicroseconds == 5_000_000)
  }

  @Test func allKeys() throws {
    let settings = try settings(
      "{set: [a, \"{value}\"], watch: [b], get: [c, 1], values: [0, 1], decimals: 3, "
        + "timeout: 250ms, mute: {set: [m, \"{muted}\"], muted: mute, unmuted: unmute}}")
    #expect(settings.watch == ["b"] && settings.get == ["c", "1"])
    #expect(settings.value.text(for: 0.1234) == "0.123")
    #expect(settings.timeoutMicroseconds == 250_000)
    #expect(
      settings.mute == .init(set: ["m", "{muted}"], muted: "mute", unmuted: "unmute"))
  }

  @Test(
    "Timeouts are read with their units",
    arguments: [
      ("2", 2_000_000), ("0.5", 500_000), ("5s", 5_000_000), ("5 s", 5_000_000),
      ("1min", 60_000_000),
      ("1.5s", 1_500_000), ("100ms", 100_000),
    ] as [(String, Int64)]) func times(_ text: String, _ microseconds: Int64) throws
  {
    let settings = try settings("{set: [a, \"{value}\"], timeout: \(text)}")
    #expect(settings.timeoutMicroseconds == microseconds)
  }

  @Test(
    "The words of a wheel come from `payloads`, `values` or its sectors",
    arguments: [
      ("", ["Radio", "CD", "TV"]), (", payloads: [tuner, cd, hdmi1]", ["tuner", "cd", "hdmi1"]),
      (", values: [0, 2]", ["0", "1", "2"]), (", values: [1, 3]", ["1", "2", "3"]),
    ]) func wheel(_ keys: String, _ words: [String]) throws
  {
    let settings = try settings(
      "{set: [a, \"{value}\"]\(keys)}", knob: "sectors: [Radio, CD, TV]")
    #expect([0, 0.5, 1].map(settings.value.text(for:)) == words)
    for (sector, word) in words.enumerated() {
      #expect(settings.value.read(Array(word.utf8)) == .level(Double(sector) / 2))
    }
  }

  @Test(
    "Errors include a correction",
    arguments: [
      (
        "set: \"pactl set-sink-volume @DEFAULT_SINK@ {value}%\"",
        "write [pactl, set-sink-volume, \"@DEFAULT_SINK@\", \"{value}%\"]"
      ),
      (
        "set: \"echo '{value} %' > /tmp/x\"",
        "write [sh, -c, \"echo '{value} %' > /tmp/x\"]"
      ),
      ("set: \"play 'a b' {value} -q\"", "write [play, \"a b\", \"{value}\", -q]"),
      ("watch: pactl subscribe", "write [pactl, subscribe]"),
      ("set: [amixer, set, Master, 50%]", "has no {value} in the arguments"),
      ("set: [\"{value}\"]", "has no {value} in the arguments"),
      ("set: []", "it must have at least 1"),
      ("set: [\"\", \"{value}\"]", "begins with an empty program name"),
      ("timeout: 5s", "has no program"), ("run: [a, \"{value}\"]", "use `set`"),
      ("get: [a], timeout: 5d", "write 120h"),
      ("get: [a], timeout: 5h", "must be at most 10min"),
      ("get: [a], timeout: 0", "must be at least 100ms"),
      ("get: [a], values: [5, 5]", "both ends of this range are 5"),
      ("get: [a], payloads: [x, y]", "requires a wheel of sectors"),
      ("get: [a], mute: {set: [m, x]}", "has no {muted} in the arguments"),
      ("get: [a], mute: {}", "has no `set`"),
    ]) func invalidKeys(_ keys: String, _ message: String) throws
  {
    let text = read("{\(keys)}").text
    #expect(text.contains(message), "\(text)")
  }

  @Test(arguments: [
    ("payloads: [x, y]", "there are 2 words for 3 sectors"),
    ("payloads: [x, y, x]", "two sectors have the same word"),
  ]) func invalidWheelKeys(_ keys: String, _ message: String) throws {
    let text = read("{get: [a], \(keys)}", knob: "sectors: [Radio, CD, TV]").text
    #expect(text.contains(message), "\(text)")
  }

  @Test(
    "A missing or non-executable program is found before the panel runs",
    arguments: [
      ("/no/such/program", "there is no file \"/no/such/program\""),
      ("amixre", "there is no program \"amixre\""),
      ("mkdri", "there is no program \"mkdri\"; did you mean \"mkdir\"?"),
      ("scripts/volume", "\"scripts/volume\" is not an absolute path"),
      ("/etc/passwd", "\"/etc/passwd\" is not executable"),
      ("/etc", "\"/etc\" is not executable"),
    ]) func programs(_ name: String, _ message: String) throws
  {
    let error = #expect(throws: CommandError.self) { try ProgramSearch.check(name) }
    #expect(error?.description.hasPrefix(message) == true, "\(String(describing: error))")
    #expect(error?.hint != nil && error?.isTemporary == false)
  }

  @Test func programsThatExist() throws {
    try ProgramSearch.check("mkdir")
    try ProgramSearch.check("/bin/sh")
    #expect(throws: CommandError.self) { try ProgramSearch.check("mkdir", in: "/etc:/no/where") }
  }
}
