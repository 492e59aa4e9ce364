import Backlight
import Controls
import FakeMonitors
import Foundation
import LayoutFile
import Layout
import Testing

@testable import PanelApplication
@testable import knobpanel

/// The backlights and monitors that `knobpanel doctor` finds, and the keys that it prints.
@Suite struct DoctorTests {
  /// Makes a sysfs-like folder with these backlights and files, and returns its report.
  private func report(_ backlights: [String: [String: String]], _ options: MonitorOptions) throws
    -> LightReport
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "doctor-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, files) in backlights {
      let backlight = folder.appending(path: name)
      try FileManager.default.createDirectory(at: backlight, withIntermediateDirectories: true)
      for (file, text) in files { try Data(text.utf8).write(to: backlight.appending(path: file)) }
    }
    return LightReport(folder: folder.path, options: options)
  }

  /// Parses the printed keys, which must be a valid layout.
  private func screen(_ report: LightReport) throws -> ScreenLayout {
    try panel(report.yaml).screen
  }

  private func panel(_ yaml: [String]) throws -> PanelLayout {
    let lines = ["version: 1"] + yaml + ["knobs: {a: {center: [90, 90], diameter: 100}}"]
    let text = lines.map { $0 + "\n" }.joined()
    let file = FileManager.default.temporaryDirectory.appending(path: "doctor-\(UUID()).yaml")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    let outcome = try Files.outcome(file.path)
    return try #require(outcome.layout, "\(outcome.text)").panel
  }

  @Test("a settable backlight is chosen, even if another one comes first")
  func kernel() throws {
    let monitors = try FakeMonitors()
    let report = try report(
      [
        "acpi": ["max_brightness": "31", "type": "firmware"],
        "10-0045": ["max_brightness": "255", "type": "raw", "brightness": "200"],
      ], monitors.options())
    #expect(report.backlights.lines.count == 3)
    #expect(report.backlights.lines[0] == "backlight: acpi  31 steps")
    #expect(report.backlights.lines[1].contains("acpi/brightness: No such file"))
    #expect(report.backlights.lines[2] == "backlight: 10-0045  200 of 255 steps")
    let screen = try screen(report)
    #expect(screen.backlight == .kernel(name: "10-0045") && screen.off == .backlight)
  }

  @Test("a monitor is read and written once, unchanged, and chosen if there is nothing else")
  func monitor() throws {
    let monitors = try FakeMonitors()
    let report = try report([:], monitors.options())
    #expect(monitors["reads"] == 1 && monitors["writes"] == 1 && monitors["value"] == 70)
    #expect(
      report.monitor.lines.first?.hasPrefix(
        "backlight: ddc  monitor \"Wall 1\", 70 of 100 steps, read in 0") == true)
    let screen = try screen(report)
    #expect(screen.backlight == .ddc && screen.off == .black)
  }

  @Test("without either, the reason is printed, and the picture is darkened")
  func nothing() throws {
    let monitors = try FakeMonitors()
    let report = try report([:], monitors.options(libraries: ["none.so"]))
    #expect(report.monitor.lines.first?.contains("install the package libddcutil5") == true)
    let screen = try screen(report)
    #expect(screen.backlight == .kernel(name: nil) && screen.off == .black)
  }

  @Test(
    "the way off is one at which touches arrived, or black if none did",
    arguments: [
      (true, [], .backlight), (false, [], .black),
      (true, [(.backlight, 3), (.dpms, 3)], .backlight),
      (true, [(.backlight, 0), (.dpms, 1)], .dpms),
      (true, [(.backlight, 0), (.dpms, 0)], .black),
      (true, [(.dpms, 0)], .backlight), (false, [(.dpms, 2)], .dpms), (false, [(.dpms, 0)], .black),
    ] as [(Bool, [(ScreenLayout.Off, Int)], ScreenLayout.Off)])
  func ways(_ hasBacklight: Bool, _ dark: [(ScreenLayout.Off, Int)], _ expected: ScreenLayout.Off)
    throws
  {
    let monitors = try FakeMonitors()
    let files = ["max_brightness": "255", "type": "raw", "brightness": "200"]
    let report = try report(
      hasBacklight ? ["10-0045": files] : [:], monitors.options(libraries: ["none.so"]))
    let touches = dark.map { TouchTrial.DarkTouches(way: $0.0, count: $0.1) }
    let panel = try panel(report.yaml(rotate: 270, dark: touches))
    #expect(panel.screen.off == expected && panel.rotate == 270)
  }
}
