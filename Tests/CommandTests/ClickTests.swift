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
  @Test("no PCM is used if clicks are off or silent") func settings() {
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

  @Test("of simultaneous feedback, only the most important clicks") func choice() {
    #expect(Click(Feedback()) == nil)
    #expect(Click([.detent]) == .detent)
    #expect(Click([.detent, .press]) == .press)
    #expect(Click([.detent, .press, .end]) == .end)
  }

  @Test("a turning finger clicks once the layout enables it, and the thread ends")
  func heard() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("clicks-\(UUID().uuidString).raw")
    defer { try? FileManager.default.removeItem(at: file) }
    let rig = try ApplicationRig()
    try rig.application.start()
    defer { rig.application.stop() }
    var layout = ApplicationRig.layout(["left", "right"])
    try rig.touch(.down(ApplicationRig.finger, rig.at(0)))
    for step in 1...20 { try turn(rig, to: step) }
    try rig.touch(.up(ApplicationRig.finger))
    #expect(rig.scene.panel.feedback.isEmpty)

    layout.panel.clicks.isOn = true
    layout.panel.clicks.device = "file:FILE='\(file.path)',FORMAT=raw"
    try rig.application.show(layout)
    #expect(!FileManager.default.fileExists(atPath: file.path))
    // The thread opens the PCM when a finger comes down.
    try rig.touch(.down(ApplicationRig.finger, rig.at(0)))
    try rig.run { FileManager.default.fileExists(atPath: file.path) }
    // ALSA writes the file once it has buffered some clicks.
    var step = 0
    try rig.run {
      try turn(rig, to: step)
      step += 1
      return loudestSample(of: file) > 1000
    }
    #expect(rig.scene.panel.feedback.isEmpty)
  }

  /// Moves the finger back and forth around the left knob's center, six degrees a step.
  private func turn(_ rig: ApplicationRig, to step: Int) throws {
    let degrees = 6 * Double(abs((step + 20) % 40 - 20))
    try rig.touch(.moved(ApplicationRig.finger, rig.at(degrees)))
  }

  private func loudestSample(of file: URL) -> UInt16 {
    guard let data = try? Data(contentsOf: file) else { return 0 }
    return data.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - 1, by: 2).map {
        bytes.loadUnaligned(fromByteOffset: $0, as: Int16.self).magnitude
      }.max() ?? 0
    }
  }
}
