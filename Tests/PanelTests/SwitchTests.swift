import Foundation
import Gesture
import GoldenPictures
import Knobs
import Layout
import LayoutFile
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// Knobs with `sectors`: as a switch with two ends, and their names where there is no room around them.
@Suite struct SwitchTests {
  private static func layout(_ text: String) throws -> LayoutDocument {
    let outcome = LayoutReader.parse(
      bytes: Array("version: 1\n\(text)\n".utf8), path: "test.yaml", language: .withoutBackEnds)
    #expect(outcome.text == "")
    return try #require(outcome.layout)
  }

  private static func knob(_ keys: String) throws -> KnobLayout {
    let layout = try layout("knobs: {k: {center: [400, 240], diameter: 200, \(keys)}}")
    return try #require(layout.knobs.first)
  }

  @Test("Sectors with a sweep are values between two ends")
  func values() throws {
    let knob = try Self.knob("sectors: [A, B, C], sweep: [-45, 45], value: B, default: C")
    #expect(knob.travel == .arc(from: -45, to: 45))
    #expect(knob.scale.range == 0...2 && knob.scale.step == 1)
    #expect(knob.sectors == ["A", "B", "C"])
    #expect(knob.value == 1 && knob.defaultValue == 2 && knob.sector(1) == "B")
    let wheel = try Self.knob("sectors: [A, B, C]")
    #expect(wheel.travel == .sectors(["A", "B", "C"]) && wheel.sectors == ["A", "B", "C"])
  }

  @Test(
    "A finger turns a switch from name to name, and not beyond its ends",
    arguments: [
      ("value: A", 50.0, "B"), ("value: A", 100, "C"), ("value: A", 250, "C"),
      ("value: C", -50, "B"), ("value: C", -200, "A"), ("value: A", -90, "A"),
    ])
  func turning(_ value: String, degrees: Double, name: String) throws {
    let layout = try Self.layout(
      "knobs: {k: {center: [400, 240], diameter: 200, sectors: [A, B, C], sweep: [-45, 45], "
        + "\(value)}}")
    let play = PlayedPanel(layout)
    func point(_ degrees: Double) -> (Double, Double) {
      let angle = degrees * .pi / 180
      return (400 + 80 * sin(angle), 240 - 80 * cos(angle))
    }
    let start = point(0)
    play.down(start.0, start.1, at: 0)
    for step in 1...50 {
      let next = point(degrees * Double(step) / 50)
      play.move(next.0, next.1, at: Int64(step) * 20)
    }
    play.up(at: 1100)
    #expect(play.panel.viewState(ofKnob: 0).text == name)
  }

  @Test(
    "The sectors of a switch are around the ends of its sweep, without overlapping",
    arguments: [
      (-45.0, 45.0, 3, 45.0), (-135, 135, 2, 60), (-170, 170, 2, 20), (-20, 20, 5, 10),
      (45, -45, 3, 45),
    ])
  func sectorSizes(from: Double, to: Double, count: Int, degrees: Double) {
    let names = (0..<count).map { "\($0)" }
    let travel = DrawnTravel(.arc(from: from, to: to), positions: names)
    #expect(travel.sectorDegrees == degrees)
    #expect(travel.degrees(ofSector: 0) == from && travel.degrees(ofSector: count - 1) == to)
    for index in 0..<count {
      #expect(travel.sector(at: travel.position(ofSector: index)) == index)
    }
  }

  /// A switch and a wheel with room for their names, and a wheel and a switch without.
  private static let knobs = """
    knobs:
      mode: {center: [90, 105], diameter: 96, sectors: [Day, Eve, Night], sweep: [-50, 50], value: Eve}
      source: {center: [250, 105], diameter: 96, sectors: [CD, Radio, Net, TV], value: CD}
      scene: {center: [400, 105], diameter: 130, value: Dinner, sectors: [Cinema, Dinner, Reading, Off]}
      other: {center: [550, 105], diameter: 130, value: B, sectors: [Aaaaaaaa, B, Cc], sweep: [-90, 90]}
      two: {center: [700, 105], diameter: 130, value: A, sectors: [A, Bbbbbb]}
    """

  @Test(arguments: PanelLayout.themes) func names(theme: ThemeName) throws {
    let text = "panel: {size: [780, 210], theme: \(theme.rawValue)}\n\(Self.knobs)"
    let layout = try Self.layout(text)
    let played = PlayedPanel(layout)
    let picture = PanelPicture(
      layout: layout, viewport: PlayedPanel.viewport(of: layout), typesetter: BlockTypesetter())
    picture.update(from: played.panel)
    let frame = try #require(PixelBuffer(size: layout.panel.naturalSize))
    _ = picture.draw(into: frame)
    try expect(frame, equals: GoldenPicture("switch-\(theme)"))
  }
}
