import Controls
import Foundation
import Gesture
import Layout
import Linux
import Panel
import Testing

@testable import PanelApplication
@testable import knobpanel

/// Clicks from the finger to the PCM.
@Suite struct ClickTests {
  @Test("off, or without volume, no PCM is opened") func settings() {
    var clicks = ClickLayout()
    #expect(ClickSettings(clicks) == nil)
    clicks.isOn = true
    #expect(ClickSettings(clicks) == ClickSettings(device: "default", volume: 50))
    clicks.device = "hw:0"
    clicks.volume = 20
    #expect(ClickSettings(clicks) == ClickSettings(device: "hw:0", volume: 20))
    clicks.volume = 0
    #expect(ClickSettings(clicks) == nil)
  }

  @Test("of several things at once the most important is heard") func choice() {
    #expect(Click(Feedback()) == nil)
    #expect(Click([.detent]) == .detent)
    #expect(Click([.detent, .press]) == .press)
    #expect(Click([.detent, .press, .end]) == .end)
  }

  @Test("a finger that turns is heard once the layout lets it be, and the thread ends")
  func heard() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("clicks-\(UUID().uuidString).raw")
    defer { try? FileManager.default.removeItem(at: file) }
    let rig = try ApplicationRig()
    try rig.application.start()
    defer { rig.application.stop() }
    var layout = ApplicationRig.layout(["left", "right"])
    try turn(rig, rounds: 20)
    #expect(rig.stage.panel.feedback.isEmpty)

    layout.panel.clicks.isOn = true
    layout.panel.clicks.device = "file:FILE='\(file.path)',FORMAT=raw"
    try rig.application.show(layout)
    #expect(!FileManager.default.fileExists(atPath: file.path))
    let end = MonotonicClock.microseconds + 20_000_000
    var loudest: UInt16 = 0
    // A click that the thread begins with late is left out: turn until one is written.
    while loudest == 0 {
      try #require(MonotonicClock.microseconds < end)
      try turn(rig, rounds: 40)
      loudest = try loudestSample(of: file)
    }
    #expect(loudest > 1000)
    #expect(rig.stage.panel.feedback.isEmpty)
  }

  /// Puts a finger on the left knob and goes round its centre, a few degrees each time.
  private func turn(_ rig: ApplicationRig, rounds: Int) throws {
    func place(_ round: Int) -> DisplayFraction {
      let radians = Double(round % 40) * 0.1
      return DisplayFraction(x: (50 + 30 * sin(radians)) / 200, y: (50 - 30 * cos(radians)) / 100)
    }
    try rig.touch(.down(ApplicationRig.finger, place(0)))
    for round in 1...rounds {
      usleep(5000)
      try rig.touch(.moved(ApplicationRig.finger, place(round)))
    }
    try rig.touch(.up(ApplicationRig.finger))
  }

  private func loudestSample(of file: URL) throws -> UInt16 {
    guard let data = try? Data(contentsOf: file) else { return 0 }
    return data.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - 1, by: 2).map {
        bytes.loadUnaligned(fromByteOffset: $0, as: Int16.self).magnitude
      }.max() ?? 0
    }
  }
}
