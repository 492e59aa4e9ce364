import Gesture
import GoldenPictures
import Knobs
import LayoutFile
import Raster
import Testing

@testable import Panel

/// Faces as they were when somebody looked at them and found them good; text is blocks, because
/// fonts differ from machine to machine.
@Suite struct DrawingGoldenTests {
  private static let states: [KnobAppearance] = [
    DrawingFixtures.look(0.42), DrawingFixtures.look(0.7, held: true),
    DrawingFixtures.look(0.5, state: .unknown), DrawingFixtures.look(0.6, state: .offline),
  ]

  @Test(arguments: ["graphite", "paper", "hifi"]) func smallKnobs(theme: String) throws {
    let travels: [Travel] = [
      .standard, .standard, .standard, .standard, .endless, .sectors(["A", "B", "C"]),
      .arc(from: 120, to: -150), .arc(from: 0, to: 1080),
    ]
    let knobs = travels.enumerated().map { index, travel in
      DrawingFixtures.knob(
        24 + Double(index % 4) * 44, 22 + Double(index / 4) * 56, 40, name: "Room",
        travel: travel)
    }
    let picture = DrawingFixtures.picture(knobs, width: 180, height: 112, theme: theme)
    for index in knobs.indices {
      picture.set(
        index < 4 ? Self.states[index] : DrawingFixtures.look(0.4), ofKnob: index)
    }
    let frame = DrawingFixtures.frame(180, 112)
    _ = picture.draw(into: frame)
    try expect(frame, equals: GoldenPicture("small-\(theme)"))
  }

  @Test(arguments: ["graphite", "paper", "hifi"], [0, 1]) func largeKnob(theme: String, state: Int)
    throws
  {
    // A panel of another shape than the display: the ground goes on beyond it.
    let panel = PanelLayout(width: 200, height: 210, theme: theme)
    let knob = DrawingFixtures.knob(100, 105, 184, name: "Living room", unit: "%")
    let size = PixelSize(width: 240, height: 210)
    let picture = PanelPicture(
      layout: Layout(panel: panel, knobs: [knob]),
      viewport: Viewport(panel: panel, displaySize: size), typesetter: BlockTypesetter())
    picture.set(Self.states[state], ofKnob: 0)
    let frame = DrawingFixtures.frame(240, 210)
    _ = picture.draw(into: frame)
    try expect(frame, equals: GoldenPicture("large-\(theme)-\(state == 0 ? "normal" : "held")"))
  }

  /// Attaches what differs to the test's results.
  private func expect(_ picture: PixelBuffer, equals golden: GoldenPicture) throws {
    guard let mismatch = try golden.mismatch(of: picture) else { return }
    Attachment.record(mismatch.actual, named: "actual.png")
    Attachment.record(mismatch.difference, named: "difference.png")
    Issue.record("\(mismatch.message)")
  }
}
