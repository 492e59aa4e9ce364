import Dispatch
import Display
import Foundation
import Gesture
import Layout
import Linux
import Panel
import Raster
import Testing

@testable import PanelApplication
@testable import knobpanel

/// The panel while a thread reads a saved layout.
@Suite struct ReloadWhileTurningTests {
  private typealias Rig = ApplicationRig

  /// Counts the masks that are made on the loop's thread.
  private final class CountingTypesetter: Typesetter {
    final class Count: @unchecked Sendable {
      private let loopThread = pthread_self()
      private(set) var masks = 0

      func note() {
        if pthread_equal(loopThread, pthread_self()) != 0 { masks += 1 }
      }
    }

    let count: Count

    init(_ count: Count) { self.count = count }

    func mask(for text: String, style: TextStyle) -> TextMask {
      count.note()
      return TextMask(
        size: PixelSize(width: 1, height: 1), coverage: [255], originX: 0, originY: 0, advance: 1)
    }

    func capHeight(of style: TextStyle) -> Float {
      count.note()
      return 1
    }
  }

  /// A panel of two knobs whose layout is read when the test allows it.
  private struct Scene {
    static let text = """
      version: 1
      panel: {size: [200, 100]}
      knobs:
        left: {center: [50, 50], diameter: 80, value: 20, step: 1}
        right: {center: [150, 50], diameter: 80, value: 20, step: 1}

      """

    let rig: Rig
    let reloader: Reloader
    let path: URL
    let permits = DispatchSemaphore(value: 0)
    /// Signalled when files were read and the result waits for a permit.
    let readings = DispatchSemaphore(value: 0)
    let count = CountingTypesetter.Count()

    /// With `watches`, saves are noticed and files are read at once.
    init(in folder: URL, watches: Bool) throws {
      path = folder.appending(path: "panel.yaml")
      try Data(Self.text.utf8).write(to: path)
      rig = try Rig([])
      let reading = LayoutReading(path.path, for: DisplayMeasure(of: rig.display))
      try rig.application.show(try reading.result.get())
      try rig.application.start()
      reloader = Reloader(
        path: path.path, reading: reading, application: rig.application, watches: watches
      ) { [permits, readings, count] task in
        if !watches { permits.wait() }
        let outcome = task.run { CountingTypesetter(count) }
        readings.signal()
        if watches { permits.wait() }
        return outcome
      }
    }

    func save(_ text: String) throws { try Data(text.utf8).write(to: path) }

    /// Lets one reading continue, and waits until it is shown and the next one has begun.
    func finishOne() throws {
      var isDone = false
      let before = reloader.onReading
      reloader.onReading = {
        before($0, $1)
        isDone = true
      }
      permits.signal()
      try rig.run { isDone }
      reloader.onReading = before
    }

    var diameters: [Double] { rig.scene.layout.knobs.map(\.diameter) }
    var panel: PanelController { rig.scene.panel }
  }

  private func inScene(watches: Bool = false, _ body: (Scene) throws -> Void) throws {
    try Knobpanel.inFolder { folder in
      let scene = try Scene(in: folder, watches: watches)
      defer {
        // No thread may wait forever.
        for _ in 0..<10 { scene.permits.signal() }
        scene.rig.application.stop()
      }
      try body(scene)
    }
  }

  @Test(
    "a finger keeps turning while a layout is read, and when it is shown"
  )
  func turning() throws {
    try inScene { scene in
      let twin = try Rig([])
      defer { twin.application.stop() }
      try twin.application.show(scene.rig.scene.layout)
      try twin.application.start()
      func turn(to degrees: Double) throws {
        let frames = scene.rig.display.areas.count
        let before = scene.panel.value(ofKnob: 0)
        for rig in [scene.rig, twin] {
          try rig.touch(.moved(Rig.finger, rig.at(degrees)))
        }
        #expect(scene.panel.value(ofKnob: 0) == twin.scene.panel.value(ofKnob: 0))
        guard scene.panel.value(ofKnob: 0) != before else { return }
        #expect(scene.rig.display.areas.count == frames + 1, "\(degrees)")
      }
      for rig in [scene.rig, twin] { try rig.touch(.down(Rig.finger, rig.at(0))) }
      try turn(to: 5)
      try scene.save(
        Scene.text.replacing("[150, 50], diameter: 80", with: "[150, 50], diameter: 60"))
      scene.reloader.reload()
      for degrees in stride(from: 10.0, through: 60, by: 5) { try turn(to: degrees) }
      #expect(scene.diameters == [80, 80] && scene.panel.value(ofKnob: 0) > 30)
      try scene.finishOne()
      #expect(scene.diameters == [80, 60])
      #expect(scene.panel.viewState(ofKnob: 0).isHeld)
      for degrees in stride(from: 65.0, through: 120, by: 5) { try turn(to: degrees) }
    }
  }

  @Test("all texts of a reloaded layout are set on the thread, and one frame shows them")
  func texts() throws {
    try inScene { scene in
      let knobs = (0..<200).map {
        "  k\($0): {name: Room \($0), center: [\($0 % 20 * 10), \($0 / 20 * 10)], diameter: 8, unit: '%'}"
      }
      try scene.save(
        "version: 1\npanel: {size: [200, 100]}\nknobs:\n" + knobs.joined(separator: "\n"))
      scene.reloader.reload()
      let frames = scene.rig.display.areas.count
      try scene.finishOne()
      #expect(scene.panel.layout.knobs.count == 200)
      #expect(scene.rig.display.areas.dropFirst(frames) == [200 * 100])
      #expect(scene.count.masks == 0)
    }
  }

  @Test("row 4a: saves during a reading are read once afterwards")
  func savedMeanwhile() throws {
    try inScene { scene in
      var shown: [[Double]] = []
      scene.reloader.onReading = { [unowned rig = scene.rig] _, _ in
        shown.append(rig.scene.layout.knobs.map(\.diameter))
      }
      try scene.save(Scene.text.replacing("80, value", with: "70, value"))
      scene.reloader.reload()
      for _ in 0..<5 { scene.reloader.reload() }
      try scene.finishOne()
      try scene.save(Scene.text.replacing("80, value", with: "60, value"))
      try scene.finishOne()
      #expect(shown == [[70, 70], [60, 60]])
      #expect(!scene.reloader.isReading)
    }
  }

  @Test("row 3: a file that is missing when read, but back before the end, is not an error")
  func missingMeanwhile() throws {
    try inScene(watches: true) { scene in
      try FileManager.default.removeItem(at: scene.path)
      try scene.rig.pass(milliseconds: 1000)
      scene.readings.wait()
      try scene.save(Scene.text.replacing("80, value", with: "60, value"))
      try scene.rig.pass(milliseconds: 1000)
      var faults: [String] = []
      scene.reloader.onReading = { _, fault in faults.append(fault?.line ?? "none") }
      for _ in 0..<2 { scene.permits.signal() }
      try scene.reloader.finishReading(on: scene.rig.loop)
      #expect(faults == ["none"])
      #expect(scene.diameters == [60, 60])
      #expect(scene.rig.warnings.lines == [])
    }
  }

  @Test("row 4b: a layout read for a display that has changed is laid out for the new one")
  func displayChanges() throws {
    try inScene { scene in
      try scene.save(Scene.text.replacing("diameter: 80", with: "diameter: 10 mm"))
      try scene.rig.round {
        scene.rig.display.physicalSize = PhysicalSize(width: 100, height: 50)
        scene.rig.display.onEvent(.changed)
      }
      scene.reloader.reload()
      try scene.rig.round {
        scene.rig.display.size = PixelSize(width: 400, height: 200)
        scene.rig.display.physicalSize = PhysicalSize(width: 50, height: 25)
        scene.rig.display.onEvent(.changed)
      }
      scene.permits.signal()
      try scene.finishOne()
      #expect(scene.diameters == [40, 40])
      #expect(scene.rig.scene.frame.size == PixelSize(width: 400, height: 200))
      #expect(scene.rig.display.areas.last == 400 * 200)
    }
  }

  @Test(
    "a reload request is answered when its layout is shown; one during a reading, by the next")
  func answers() throws {
    try inScene { scene in
      var answers: [String] = []
      scene.reloader.reload { answers.append("first \(scene.diameters[0])") }
      scene.reloader.reload { answers.append("second \(scene.diameters[0])") }
      scene.reloader.reload { answers.append("third \(scene.diameters[0])") }
      try scene.save(Scene.text.replacing("80, value", with: "70, value"))
      #expect(answers == [])
      try scene.finishOne()
      try scene.save(Scene.text.replacing("80, value", with: "60, value"))
      try scene.finishOne()
      #expect(answers == ["first 70.0", "second 60.0", "third 60.0"])
    }
  }

  @Test("an error found by the thread is reported, and the panel continues as before")
  func errors() throws {
    try inScene { scene in
      let panel = scene.panel
      try scene.save(Scene.text.replacing("diameter", with: "diametr"))
      scene.reloader.reload()
      try scene.finishOne()
      #expect(scene.panel === panel)
      #expect(scene.reloader.fault?.line.contains("diametr") == true)
    }
  }
}
