import Knobs
import Layout
import LayoutFile
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// The ring is lit from the start of the sweep to the pointer, for every travel.
@Suite struct DrawingTravelTests {
  struct Case: CustomTestStringConvertible {
    var travel: Travel
    var position: Double
    /// Degrees on the ring, and whether they are lit; nil for a gap without a track.
    var expected: [(degrees: Double, isLit: Bool?)]
    var arcOrigin = 0.0
    var overTravel = 0.0

    var testDescription: String { "\(travel) at \(position)" }
  }

  @Test(arguments: [
    Case(
      travel: .standard, position: 0.5,
      expected: [(-130, true), (-60, true), (-8, true), (12, false), (100, false), (180, nil)]),
    Case(travel: .standard, position: 0, expected: [(-134, false), (0, false), (180, nil)]),
    Case(travel: .standard, position: 1, expected: [(-134, true), (134, true), (180, nil)]),
    Case(
      travel: .arc(from: 120, to: -150), position: 0.25,
      expected: [(115, true), (60, true), (40, false), (-140, false), (150, nil)]),
    Case(
      travel: .arc(from: 45, to: 315), position: 0.5,
      expected: [(50, true), (170, true), (195, false), (310, false), (0, nil)]),
    Case(
      travel: .arc(from: -500, to: -200), position: 0.1,
      expected: [(-499, true), (-475, true), (-450, false), (-205, false), (-170, nil)]),
    Case(
      travel: .endless, position: 0.75,
      expected: [(10, true), (180, true), (262, true), (285, false), (345, false)]),
    Case(
      travel: .sectors(["A", "B", "C", "D"]), position: 0.25,
      expected: [(90, true), (70, true), (0, false), (180, false), (45, nil), (135, nil)]),
    Case(
      travel: .arc(from: 0, to: 90), position: 0.5,
      expected: [(5, true), (35, true), (55, false), (85, false), (180, nil), (-90, nil)]),
    Case(
      travel: .standard, position: 0.75,
      expected: [(-134, false), (-10, false), (4, true), (60, true), (80, false)], arcOrigin: 0.5),
    Case(
      travel: .standard, position: 0.25,
      expected: [(-134, false), (-60, true), (-4, true), (10, false)], arcOrigin: 0.5),
    Case(travel: .standard, position: 0.5, expected: [(0, true), (10, false)], arcOrigin: 0.5),
    Case(travel: .standard, position: 1, expected: [(140, true), (150, nil)], overTravel: 7.5),
    Case(travel: .standard, position: 0, expected: [(-140, true), (-150, nil)], overTravel: -7.5),
    Case(
      travel: .arc(from: 120, to: -150), position: 1, expected: [(-155, true)], overTravel: -7.5),
  ]) func ringIsLitUpToThePointer(example: Case) throws {
    let knob = DrawingFixtures.knob(100, 100, 190, travel: example.travel)
    let picture = DrawingFixtures.picture([knob], width: 200, height: 200)
    let frame = DrawingFixtures.frame(200, 200)
    var look = DrawingFixtures.look(example.position)
    look.arcOrigin = example.arcOrigin
    look.overTravel = example.overTravel
    picture.set(look, ofKnob: 0)
    _ = picture.draw(into: frame)
    let center = PixelPoint(x: 100, y: 100)
    for (degrees, isLit) in example.expected {
      let point = center.moved(by: 95 * 0.93, at: Direction(degrees: degrees))
      let pixel = frame.pixels[Int(point.y) * frame.stride + Int(point.x)]
      let (red, green) = (Int(pixel >> 16 & 0xFF), Int(pixel >> 8 & 0xFF))
      // Graphite: lit parts are green and blue, the track is grey, the background darker.
      let found: Bool? = green > 120 ? true : green > 40 && red > 35 ? false : nil
      #expect(found == isLit, "\(degrees)°: \(String(pixel, radix: 16))")
    }
  }

  @Test func pointerIsAtTheValue() {
    for (travel, position, degrees) in [
      (Travel.standard, 0.0, -135.0), (.standard, 1, 135), (.arc(from: 120, to: -150), 0.5, -15),
      (.endless, 0.25, 90), (.sectors(["A", "B"]), 0.5, 180), (.arc(from: 0, to: 1080), 0.25, 270),
    ] {
      let knob = DrawingFixtures.knob(100, 100, 190, travel: travel)
      let picture = DrawingFixtures.picture([knob], width: 200, height: 200)
      let frame = DrawingFixtures.frame(200, 200)
      picture.set(DrawingFixtures.look(position), ofKnob: 0)
      _ = picture.draw(into: frame)
      let point = PixelPoint(x: 100, y: 100).moved(by: 95 * 0.7, at: Direction(degrees: degrees))
      let pixel = frame.pixels[Int(point.y) * frame.stride + Int(point.x)]
      #expect(pixel & 0xFF > 230, "\(travel) at \(position)")
    }
  }

  @Test func fewStepsHaveOneTickEach() {
    #expect(marks(Scale(range: 0...10, step: 1)).count == 11)
    #expect(marks(Scale(range: 0...10, step: 1)).allSatisfy { $0.isMajor })
    #expect(marks(Scale()).count == 51)
    #expect(marks(Scale(), .endless).count == 60)
    #expect(marks(Scale(), .arc(from: 0, to: 5)).isEmpty)
  }

  private func marks(
    _ scale: Scale, _ travel: Travel = .standard, _ ticks: FaceMetrics.Ticks = FaceMetrics.Ticks(),
    _ look: KnobStyle.Ticks = KnobStyle.Ticks()
  ) -> [TickMarks.Mark] {
    TickMarks(
      travel: DrawnTravel(travel), scale: scale, format: nil, metrics: ticks, style: look
    ).marks
  }
}
