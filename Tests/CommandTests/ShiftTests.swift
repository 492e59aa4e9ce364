import Display
import Gesture
import Layout
import Panel
import Raster
import Testing

@testable import PanelApplication

/// A shifted picture, and touches on it.
@Suite struct ShiftTests {
  private typealias Rig = ApplicationRig
  /// Three pixels to the right and one up, in a picture of 200 × 100.
  private static let shift = (x: 0.015, y: -0.01)
  private static let offset = PixelOffset(x: 3, y: -1)

  private func pixels(_ picture: PixelBuffer, at points: [(x: Int, y: Int)]) -> [UInt32] {
    points.map { picture.pixels[$0.y * picture.stride + $0.x] }
  }

  @Test("a shift presents the whole picture once, moved; the same shift again draws nothing")
  func presented() throws {
    let rig = try Rig()
    defer { rig.application.stop() }
    try rig.application.start()
    let count = rig.display.areas.count
    rig.scene.show(brightness: 1, shift: Self.shift)
    #expect(rig.scene.needsDrawing)
    let damage = rig.scene.draw()
    #expect((0..<damage.count).reduce(0) { $0 + damage[$1].area } == 20_000)
    #expect(!rig.scene.needsDrawing)
    // The edge of the left dial, and points around it.
    let points = (10..<90).map { (x: $0, y: $0) }
    let moved = points.map { (x: $0.x + 3, y: $0.y - 1) }
    #expect(pixels(rig.scene.frame, at: points) == pixels(rig.scene.shownFrame, at: moved))
    #expect(pixels(rig.scene.frame, at: points) != pixels(rig.scene.shownFrame, at: points))
    #expect(rig.display.areas.count == count)
    // The same shift again is no change.
    rig.scene.show(brightness: 1, shift: Self.shift)
    #expect(!rig.scene.needsDrawing)
    rig.scene.show(brightness: 1)
    _ = rig.scene.draw()
    #expect(rig.scene.shownFrame === rig.scene.frame)
  }

  @Test("fingers follow the shifted picture at any rotation", arguments: [0, 90, 180, 270])
  func fingers(degrees: Int) {
    let panel = PanelLayout(width: 200, height: 100, rotate: degrees)
    var viewport = Viewport(panel: panel, displaySize: PixelSize(width: 400, height: 400))
    let point = DesignPoint(x: 150, y: 30)
    let pixel = viewport.picturePoint(point)
    viewport.shift = Self.offset
    // The finger is where the pixel is now seen.
    let seen = viewport.displayFraction(designPoint: point)
    let found = viewport.designPoint(displayFraction: seen)
    #expect(abs(found.x - 150) < 1e-9 && abs(found.y - 30) < 1e-9)
    #expect(viewport.picturePoint(point) == pixel)
    var still = viewport
    still.shift = PixelOffset()
    let before = still.designPoint(displayFraction: seen)
    #expect(abs(before.x - (150 + 3 / viewport.scaleX)) < 1e-9)
    #expect(abs(before.y - (30 - 1 / viewport.scaleY)) < 1e-9)
  }

  @Test("nothing shifts while a finger holds a knob; it does after the finger has lifted")
  func heldKnob() throws {
    let rig = try Rig()
    defer { rig.application.stop() }
    try rig.application.start()
    try rig.touch(.down(Rig.finger, rig.at(0)))
    rig.scene.show(brightness: 1, shift: Self.shift)
    #expect(rig.scene.panel.viewport.shift == PixelOffset())
    try rig.touch(.up(Rig.finger))
    rig.scene.show(brightness: 1, shift: Self.shift)
    #expect(rig.scene.panel.viewport.shift == Self.offset)
  }

  @Test("another layout or size keeps the shift")
  func otherLayout() throws {
    let rig = try Rig()
    defer { rig.application.stop() }
    try rig.application.start()
    rig.scene.show(brightness: 1, shift: Self.shift)
    try rig.scene.show(Rig.layout(["left"]), at: rig.loop.now)
    #expect(rig.scene.panel.viewport.shift == Self.offset)
    try rig.scene.move(
      toDisplaySize: PixelSize(width: 300, height: 100), orientation: .none, at: rig.loop.now)
    #expect(rig.scene.panel.viewport.shift == Self.offset)
  }
}
