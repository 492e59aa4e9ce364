import Backlight
import Display
import FakeLogind
import Foundation
import Gesture
import Layout
import Testing

@testable import PanelApplication

/// The kernel's backlights, and systemd-logind where the kernel refuses.
extension ScreenTests {
  /// Calls `body` with a sysfs-like folder that has one backlight of 200 steps.
  private func withBacklight(
    _ files: [String: String] = ["brightness": "150\n", "bl_power": "0\n"],
    readOnly brightness: String? = nil, _ body: (String, (String) -> String) throws -> Void
  ) throws {
    try Knobpanel.inFolder { folder in
      let light = folder.appending(path: "panel-light")
      try FileManager.default.createDirectory(at: light, withIntermediateDirectories: true)
      for (name, text) in files.merging(
        ["max_brightness": "200\n", "type": "raw\n"], uniquingKeysWith: { $1 })
      {
        try Data(text.utf8).write(to: light.appending(path: name))
      }
      if let brightness {
        try FileManager.default.createSymbolicLink(
          atPath: light.appending(path: "brightness").path, withDestinationPath: brightness)
      }
      try body(folder.path) { name in
        (try? String(contentsOf: light.appending(path: name), encoding: .utf8)) ?? "none"
      }
    }
  }

  @Test("the backlight is set, switched off and on, and restored at the end")
  func backlight() throws {
    try withBacklight { folder, value in
      let rig = try Rig(
        screen: Self.screen {
          $0.brightness = 0.8
          $0.dimMicroseconds = 50_000
          $0.dimBrightness = 0.25
          $0.offMicroseconds = 150_000
        }, backlightFolder: folder)
      try rig.application.start()
      let lit = rig.display.middle
      #expect(value("brightness") == "160")
      try rig.pass(milliseconds: 50)
      #expect(rig.application.screen.state == .dimmed)
      #expect(value("brightness") == "40")
      let count = rig.display.areas.count
      try rig.pass(milliseconds: 100)
      #expect(rig.application.screen.isOff)
      #expect(value("brightness") == "0" && value("bl_power") == "4")
      // The picture stays as it is.
      #expect(rig.display.middle == lit && rig.display.areas.count == count)
      try rig.touch(.down(Rig.finger, rig.at(0)))
      #expect(value("brightness") == "160" && value("bl_power") == "0")
      rig.application.stop()
      #expect(value("brightness") == "150" && value("bl_power") == "0")
    }
  }

  @Test("a backlight whose module loads late is used from the next change on")
  func lateBacklight() throws {
    try Knobpanel.inFolder { folder in
      let rig = try Rig(
        screen: Self.screen {
          $0.brightness = 0.8
          $0.dimMicroseconds = 50_000
          $0.dimBrightness = 0.25
        }, backlightFolder: folder.path)
      try rig.application.start()
      defer { rig.application.stop() }
      let light = folder.appending(path: "panel-light")
      try FileManager.default.createDirectory(at: light, withIntermediateDirectories: false)
      for (name, text) in ["max_brightness": "200", "type": "raw", "brightness": "150"] {
        try Data("\(text)\n".utf8).write(to: light.appending(path: name))
      }
      try rig.pass(milliseconds: 50)
      #expect(rig.application.screen.state == .dimmed)
      #expect(try String(contentsOf: light.appending(path: "brightness"), encoding: .utf8) == "40")
    }
  }

  @Test("a backlight without settings is not touched")
  func untouchedBacklight() throws {
    try withBacklight { folder, value in
      let rig = try Rig(
        screen: Self.screen { $0.offMicroseconds = 600_000_000 }, backlightFolder: folder)
      try rig.application.start()
      try turn(rig)
      #expect(value("brightness") == "150\n")
      rig.application.stop()
      #expect(value("brightness") == "150\n")
    }
  }

  @Test("a backlight that only logind may set is set by it, black when off, and restored")
  func logind() throws {
    let logind = try FakeLogind()
    // A kernel file that contains 1 and cannot be written.
    try withBacklight([:], readOnly: "/sys/kernel/fscaps") { folder, _ in
      let rig = try Rig(
        screen: Self.screen {
          $0.brightness = 0.8
          $0.dimMicroseconds = 100_000
          $0.dimBrightness = 0.25
          $0.offMicroseconds = 300_000
        }, backlightFolder: folder, logindOptions: logind.options())
      let lit = try Rig().lit()
      try rig.application.start()
      #expect(rig.display.middle == lit)
      try rig.run { logind.requests.count == 1 }
      try rig.pass(milliseconds: 100)
      try rig.run { logind.requests.count == 2 }
      try rig.pass(milliseconds: 200)
      #expect(rig.application.screen.isOff)
      #expect(rig.display.middle == Self.black)
      try rig.run { logind.requests.last == "backlight panel-light 0" }
      #expect(
        logind.requests == ["160", "40", "0"].map { "backlight panel-light \($0)" },
        "\(logind.requests)")
      try rig.touch(.down(Rig.finger, rig.at(0)))
      #expect(rig.display.middle == lit)
      rig.application.stop()
      #expect(logind.requests.last == "backlight panel-light 1")
      #expect(rig.warnings.lines.isEmpty, "\(rig.warnings.lines)")
    }
  }

  @Test("a layout without the backlight has logind restore it, without blocking")
  func logindLeft() throws {
    let logind = try FakeLogind()
    try withBacklight([:], readOnly: "/sys/kernel/fscaps") { folder, _ in
      let rig = try Rig(
        screen: Self.screen { $0.brightness = 0.5 }, backlightFolder: folder,
        logindOptions: logind.options())
      defer { rig.application.stop() }
      try rig.application.start()
      try rig.run { logind.requests == ["backlight panel-light 100"] }
      var layout = Rig.layout(["left", "right"])
      layout.panel.screen = Self.screen { $0.backlight = .kernel(name: "none") }
      try rig.round { try? rig.application.show(layout) }
      try rig.run { logind.requests.last == "backlight panel-light 1" }
      #expect(rig.warnings.lines.isEmpty, "\(rig.warnings.lines)")
    }
  }

  @Test("a backlight that cannot be set is reported once, and the picture is darkened instead")
  func deniedBacklight() throws {
    try withBacklight([:]) { folder, _ in
      let rig = try Rig(screen: Self.screen { $0.brightness = 0.5 }, backlightFolder: folder)
      defer { rig.application.stop() }
      try rig.application.start()
      try turn(rig)
      try turn(rig)
      let warnings = rig.warnings.lines.filter { $0.contains("backlight") }
      #expect(warnings.count == 1, "\(warnings)")
      #expect(warnings.first?.contains("panel-light/brightness: No such file or directory") == true)
      #expect(warnings.first?.contains("darkened instead") == true)
      #expect(warnings.first?.contains("install the package dbus") == true)
    }
  }

  @Test("a backlight whose power cannot be switched goes to step 0, and the picture to black")
  func refusedPower() throws {
    try withBacklight(["brightness": "150\n"]) { folder, value in
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/panel-light/bl_power", withDestinationPath: "/sys/kernel/fscaps")
      let rig = try Rig(
        screen: Self.screen { $0.offMicroseconds = 50_000 }, backlightFolder: folder)
      let lit = try Rig().lit()
      try rig.application.start()
      try rig.pass(milliseconds: 50)
      #expect(rig.display.middle == Self.black)
      #expect(value("brightness") == "0")
      try rig.touch(.down(Rig.finger, rig.at(0)))
      #expect(rig.display.middle == lit && value("brightness") == "200")
      rig.application.stop()
      #expect(value("brightness") == "150" && rig.warnings.lines.isEmpty, "\(rig.warnings.lines)")
    }
  }

  @Test("a backlight that cannot be switched off leaves a black picture")
  func stuckBacklight() throws {
    try withBacklight([:]) { folder, _ in
      let rig = try Rig(
        screen: Self.screen { $0.offMicroseconds = 50_000 }, backlightFolder: folder)
      defer { rig.application.stop() }
      try rig.application.start()
      try #require(rig.display.middle != Self.black)
      try rig.pass(milliseconds: 50)
      #expect(rig.display.middle == Self.black)
    }
  }

  @Test("the named backlight is used, otherwise the firmware's")
  func choice() throws {
    try withBacklight { folder, _ in
      let other = folder + "/acpi"
      try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
      for (name, text) in [
        ("max_brightness", "31\n"), ("type", "firmware\n"), ("brightness", "9\n"),
      ] {
        try Data(text.utf8).write(to: URL(filePath: "\(other)/\(name)"))
      }
      #expect(KernelBacklight.find(in: folder)?.name == "acpi")
      #expect(KernelBacklight.find(named: "panel-light", in: folder)?.maximum == 200)
      #expect(KernelBacklight.find(named: "none", in: folder) == nil)
      // The lowest step that is lit.
      try KernelBacklight.find(in: folder)?.light(0.001)
      #expect(try String(contentsOfFile: "\(other)/brightness", encoding: .utf8) == "1")
    }
  }
}
