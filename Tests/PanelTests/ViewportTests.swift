import Gesture
import JSON
import Knobs
import Layout
import LayoutFile
@testable import Panel
import Raster
import Testing

@Suite struct ViewportTests {
  struct Case: Sendable {
    var rotate: Int
    var fit: PanelLayout.Fit
    var display: PixelSize
    var fraction: DisplayFraction
    var design: DesignPoint
  }

  @Test(arguments: [
    Case(
      rotate: 0, fit: .contain, display: PixelSize(width: 1600, height: 960),
      fraction: DisplayFraction(x: 0.5, y: 0.25), design: DesignPoint(x: 400, y: 120)),
    Case(
      rotate: 0, fit: .contain, display: PixelSize(width: 1600, height: 1160),
      fraction: DisplayFraction(x: 0, y: 100.0 / 1160), design: DesignPoint(x: 0, y: 0)),
    Case(
      rotate: 0, fit: .stretch, display: PixelSize(width: 1600, height: 480),
      fraction: DisplayFraction(x: 1, y: 1), design: DesignPoint(x: 800, y: 480)),
    Case(
      rotate: 0, fit: .none, display: PixelSize(width: 1000, height: 480),
      fraction: DisplayFraction(x: 0.1, y: 0), design: DesignPoint(x: 0, y: 0)),
    // Rotated clockwise, the design's top left corner is the display's top right one.
    Case(
      rotate: 90, fit: .contain, display: PixelSize(width: 480, height: 800),
      fraction: DisplayFraction(x: 1, y: 0), design: DesignPoint(x: 0, y: 0)),
    Case(
      rotate: 180, fit: .contain, display: PixelSize(width: 800, height: 480),
      fraction: DisplayFraction(x: 1, y: 1), design: DesignPoint(x: 0, y: 0)),
    Case(
      rotate: 270, fit: .contain, display: PixelSize(width: 480, height: 800),
      fraction: DisplayFraction(x: 0, y: 1), design: DesignPoint(x: 0, y: 0)),
  ])
  func touchesMapToDesign(_ row: Case) {
    let viewport = Viewport(
      panel: PanelLayout(fit: row.fit, rotate: row.rotate), displaySize: row.display)
    let point = viewport.designPoint(displayFraction: row.fraction)
    #expect(point.distance(to: row.design) < 1e-9)
    let back = viewport.displayFraction(designPoint: point)
    #expect(abs(back.x - row.fraction.x) < 1e-9 && abs(back.y - row.fraction.y) < 1e-9)
  }

  @Test("Picture and touches are rotated alike", arguments: Rotation.allCases)
  func pictureAndTouchesRotateAlike(_ rotation: Rotation) {
    let panel = PanelLayout(rotate: rotation.rawValue)
    let display = PixelSize(width: 640, height: 480)
    let viewport = Viewport(panel: panel, displaySize: display)
    for design in [
      DesignPoint(x: 100, y: 60), DesignPoint(x: 700, y: 400), DesignPoint(x: 400, y: 240),
    ] {
      let picture = viewport.picturePoint(design)
      // The scanned-out pixel of this point, by the rule that rotates the picture.
      let pixel = rotation.apply(
        to: PixelRect(x: Int(picture.x), y: Int(picture.y), width: 1, height: 1),
        in: viewport.pictureSize)
      let fraction = DisplayFraction(
        x: (Double(pixel.x) + 0.5) / Double(display.width),
        y: (Double(pixel.y) + 0.5) / Double(display.height))
      #expect(viewport.designPoint(displayFraction: fraction).distance(to: design) < 2)
    }
  }
}
