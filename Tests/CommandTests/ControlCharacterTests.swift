import Foundation
import Logging
import Program
import Testing

@testable import Touch
@testable import PanelApplication
@testable import knobpanel

/// Messages that contain foreign names and texts.
@Suite struct ControlCharacterTests {
  @Test(
    "no foreign name or text controls the terminal",
    arguments: [
      ["run", "\u{1B}[31m.yaml"], ["check", "\u{1B}[31m.yaml"], ["check", "bad.yaml"],
      ["render", "bad.yaml", "-o", "x.png"], ["run", "bad.yaml"], ["check", "good\u{1B}[31m.yaml"],
      ["replay", "touch.evemu", "good\u{1B}[31m.yaml"], ["replay", "\u{1B}[31m", "bad.yaml"],
      ["run", "good\u{1B}[31m.yaml", "--mode", "\u{1B}[31m"], ["\u{1B}[31m"],
      ["run", "good\u{1B}[31m.yaml", "--events", "\u{1B}[31m/\u{9B}31m"],
      ["run", "good\u{1B}[31m.yaml", "--display", "drm", "--card", "\u{1B}[31m"],
      ["check", "--format", "json", "bad.yaml", "\u{9B}31m.yaml"], ["bench", "\u{1B}[31m"],
    ])
  func messages(arguments: [String]) throws {
    try Knobpanel.inFolder { folder in
      func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
      }
      try write(
        """
        version: 1
        include: "\\e[31m\\nbad.yaml:1:1: error: not ours"
        knobs:
          "\\e[31m\u{9B}31m\u{202E}": {"\\e[31m": "\\x9b31m", center: "\\e[31m\\u202E"}

        """, to: "bad.yaml")
      try write("version: 1\nknobs: {\u{9B}31m: 1}\n", to: "\u{9B}31m.yaml")
      try write(RunningPanel.text(value: 1), to: "good\u{1B}[31m.yaml")
      // Reported as a device with unusual axes.
      try write(
        """
        N: Touch \u{1B}[31m\u{9B}31m
        P: 02 00 00 00 00 00 00 00
        A: 00 0 99 0 0
        A: 01 0 99 0 0
        A: 02 0 99 0 0
        A: 03 0 99 0 0
        E: 1.000000 0001 014a 1
        E: 1.000000 0003 0002 10
        E: 1.000000 0003 0003 10
        E: 1.000000 0000 0000 0

        """, to: "touch.evemu")
      let outcome = try Knobpanel.run(arguments, in: folder)
      let text = outcome.output + outcome.errors
      #expect(!text.isEmpty)
      let controls = text.unicodeScalars.filter {
        $0 != "\n" && $0.properties.generalCategory == .control
      }
      #expect(controls.isEmpty && !text.contains("\u{202E}"), "\(text.debugDescription)")
      #expect(!text.contains("\nbad.yaml:1:1: error: not ours"))
    }
  }

  @Test("a device name with control characters is one line of the log")
  func deviceName() throws {
    let pipe = Pipe()
    let log = makeLog(
      verbose: true, to: Output(descriptor: pipe.fileHandleForWriting.fileDescriptor))
    let device = TouchDevice(
      name: "\u{1B}]0;owned\u{7}\nknobpanel: error: fake\r\u{9B}2J", sysname: "event3",
      node: "/dev/input/event3", seat: "seat0", vendor: 0, product: 0, outputName: nil,
      sizeMillimetres: nil, isCalibrated: true)
    log.report(.added(number: 0, device), rotate: 0)
    log.report(.denied(DeniedTouchDevice(device: device, code: EACCES)), rotate: 0)
    // Texts from servers and libraries.
    log.report(.error, device.name)
    log.warning("music: \(device.name)")
    try pipe.fileHandleForWriting.close()
    let text = String(
      decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 4 && lines.allSatisfy { $0.hasPrefix("knobpanel: ") })
    let name = "<U+001B>]0;owned<U+0007><newline>knobpanel: error: fake<U+000D><U+009B>2J"
    #expect(lines.allSatisfy { $0.contains(name) }, "\(text)")
    #expect(
      !text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
  }
}
