import Foundation
import Linux
import Testing

@testable import knobpanel

/// The text of `knobpanel doctor --report`: its limits, its time, and what it never contains.
@Suite struct DoctorReportTests {
  private static func report(
    _ parts: [DoctorReport.Part], hiding text: PrivateText = PrivateText()
  ) -> DoctorReport {
    DoctorReport(heading: "knobpanel 1.0", parts: parts, privateText: text)
  }

  @Test("each part is a section, with the time that it took")
  func sections() {
    var now: Int64 = 0
    let parts = [
      DoctorReport.Part("System") { ["board: x", "  \u{1B}[31mred"] }, .init("Fonts") { [] },
    ]
    let text = Self.report(parts).text {
      now += 5000
      return now
    }
    #expect(
      text == """
        knobpanel 1.0

        System  (5 ms)
          board: x
            <U+001B>[31mred

        Fonts  (5 ms)
          none

        """)
  }

  @Test("lines, sections and the text are limited, and what is cut is counted")
  func limits() {
    let line = String(repeating: "é ", count: 1000)
    let parts = (0..<40).map { number in
      DoctorReport.Part("Part \(number)") { Array(repeating: line, count: 300) }
    }
    let text = Self.report(parts).text()
    #expect(text.utf8.count <= ReportText.byteLimit)
    #expect(text.utf8.count > ReportText.byteLimit - 1000)
    #expect(text.hasSuffix("\nThe report is cut here, at 64 KB.\n"))
    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= ReportText.characterLimit + 5 })
    #expect(text.contains("...\n"))
    let short = Self.report([.init("Many") { Array(repeating: "x", count: 300) }]).text()
    #expect(short.hasSuffix("  x\n  ... and 100 more\n"))
  }

  @Test("a part that hangs is left out, and the others follow")
  func hanging() throws {
    let release = Release(try Wakeup())
    var report = Self.report([
      DoctorReport.Part("Hangs") {
        _ = release.wakeup.wait(milliseconds: .max)
        return ["never"]
      }, .init("Next") { ["there"] },
    ])
    report.partMilliseconds = 1
    defer { release.wakeup.signal() }
    var parts = report.parts
    let hanging = report.text()
    #expect(hanging.contains("\n  left out: no answer within 1 ms\n"))
    report.partMilliseconds = 60_000
    parts.removeFirst()
    report.parts = parts
    #expect(report.text().contains("\n  there\n"))
  }

  /// Shared with the thread of a part.
  private final class Release: Sendable {
    let wakeup: Wakeup
    init(_ wakeup: consuming Wakeup) { self.wakeup = wakeup }
  }

  @Test("parts are left out once the whole report has taken its time")
  func wholeTime() {
    var now: Int64 = 0
    let text = Self.report([.init("Slow") { ["done"] }, .init("Late") { ["done"] }]).text {
      now += 4_000_000
      return now
    }
    #expect(text.contains("Slow  (4000 ms)\n  done\n"))
    #expect(text.contains("Late  (4000 ms)\n  left out: the others took 10 seconds\n"))
  }

  @Test("no secret of the system or of a layout is in the text, whichever part has it")
  func secrets() throws {
    try FakeSystem.run(FakeSystem.pi5) { files in
      let lines = PrivateTextTests.secrets.map { "name: \($0), \"\($0)\" (\($0))" }
      var parts = [
        DoctorReport.Part("Layout") {
          DoctorReport.Findings(lines: lines, layoutText: PrivateTextTests.layout)
        }
      ]
      parts += [
        .init("System") { SystemReport(machine: Machine(), files: files).lines },
        .init("Temperature") { TemperatureReport(files: files).lines },
        .init("Displays") { DisplayReport(files: files).kernel },
        .init("Again") { lines },
      ]
      let text = Self.report(parts, hiding: PrivateTextTests.text(files)).text()
      #expect(text.contains("Raspberry Pi 5") && text.contains("<serial>"))
      for secret in PrivateTextTests.secrets { #expect(!text.contains(secret), "\(secret)") }
      for secret in ["2a9f1c5b", "192.168", "macaddr"] { #expect(!text.contains(secret)) }
    }
  }

  private static let layout = """
    version: 1
    connections:
      home: {mqtt: {host: attic-broker, username: attic-me, password: hunter2}}
      other: {mqtt: {host: "mqtt://me:hunter3@10.0.0.9:1883"}}
      third: {mqtt: {hosst: cellar-broker}}
    knobs:
      a: {center: [90, 90], diameter: 100, control: {mqtt: {broker: attic-broker}}}

    """

  @Test("the command prints a report on a machine without a display, touch and sound")
  func command() throws {
    try Knobpanel.inFolder { folder in
      let layout = folder.appending(path: "panel.yaml")
      try Data(Self.layout.utf8).write(to: layout)
      let outcome = try Knobpanel.run(
        ["doctor", "--report", "--layout", "panel.yaml"], in: folder)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      #expect(outcome.output.utf8.count <= ReportText.byteLimit)
      #expect(outcome.output.hasPrefix("knobpanel 0."))
      let sections = [
        "System", "Temperature and throttling", "Seat service", "Displays", "Touchscreens",
        "Backlights", "Sound cards", "Fonts", "Speed in this process", "Layout",
      ]
      for section in sections { #expect(outcome.output.contains("\n\(section)  (")) }
      #expect(outcome.output.contains("panel.yaml:5:"))
      var secrets = ["attic-broker", "attic-me", "cellar-broker", "hunter", "10.0.0.9"]
      let host = Machine.current.hostName
      if host.utf8.count > 3 { secrets.append(host) }
      for secret in secrets { #expect(!outcome.output.contains(secret), "\(secret)") }
    }
  }

  @Test("-o writes the report to a file, and says where it is")
  func file() throws {
    try Knobpanel.inFolder { folder in
      let outcome = try Knobpanel.run(["doctor", "--report", "-o", "report.txt"], in: folder)
      #expect(outcome.status == 0 && outcome.output == "The report is in report.txt.\n")
      let text = try String(contentsOf: folder.appending(path: "report.txt"), encoding: .utf8)
      #expect(text.contains("\nSpeed in this process  ("))
      let failed = try Knobpanel.run(["doctor", "--report", "-o", "no/report.txt"], in: folder)
      #expect(failed.status == 1 && failed.output.isEmpty)
      #expect(
        failed.errors == """
          knobpanel: error: no/report.txt: No such file or directory (open)
          Use a file in a writable folder.

          """)
    }
  }

  @Test(
    "options that do not fit together are wrong usage",
    arguments: [
      ("--report --json", "--report and --json exclude each other"),
      ("--report --touch", "--report and --touch exclude each other"),
      ("-o x", "--file needs --report"), ("--layout x", "--layout needs --report"),
    ])
  func usage(options: String, message: String) throws {
    try Knobpanel.inFolder { folder in
      let arguments = ["doctor"] + options.split(separator: " ").map(String.init)
      let outcome = try Knobpanel.run(arguments, in: folder)
      #expect(outcome.status == 2 && outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("knobpanel: error: \(message)\n"))
    }
  }
}
