import Diagnostics
import Gesture
import GoldenPictures
import Layout
import LayoutFile
import Randomness
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// How the panel shows errors in a layout file.
@Suite struct FaultTests {
  private static let text = """
    version: 1
    panel: {size: [400, 240], theme: paper, rotate: 90}
    knobs:
      volume:
        center: [200, 120]
        diametr: 150
        taper: lgo
    """

  private func fault(_ text: String = text) -> LayoutFault {
    LayoutFault(
      LayoutReader.parse(
        bytes: Array(text.utf8), path: "/etc/panels/hall.yaml", language: .withoutBackEnds))
  }

  @Test func lineDescribesTheFirstError() {
    #expect(fault().line == "hall.yaml:6:5 a knob has no key \u{2018}diametr\u{2019}")
    #expect(fault().otherCount == 1)
    #expect(LayoutFault("gone", file: "hall.yaml").line == "hall.yaml gone")
  }

  @Test("The panel's mounting and theme are used as far as they can be read")
  func panel() {
    #expect(fault().panel?.rotate == 90)
    #expect(fault().panel?.theme == .paper)
    #expect(fault("version: 1\npanel: [").panel == nil)
  }

  @Test("A warning before the first error is not reported as the error")
  func warnings() {
    let fault = fault(
      """
      version: 1
      knobs:
        small: {center: [10, 10], diameter: 12}
        other: {center: [100, 100], diametr: 90}
      """)
    #expect(fault.location == SourceLocation(line: 4, column: 31))
    #expect(fault.otherCount == 0)
  }

  // MARK: The badge

  private static let size = PixelSize(width: 240, height: 200)

  private func picture(_ theme: ThemeName) -> PanelPicture {
    DrawingFixtures.picture(
      [DrawingFixtures.knob(60, 140, 110, name: "Hall"), DrawingFixtures.knob(200, 60, 60)],
      width: 240, height: 200, theme: theme)
  }

  @Test("The badge appears and disappears without a trace, and damages only its own area")
  func badge() {
    let frame = DrawingFixtures.frame(240, 200)
    let picture = picture(.graphite)
    _ = picture.draw(into: frame)
    let plain = DrawingFixtures.rows(frame)

    picture.show(badge: "hall.yaml:6:5 wrong", typesetter: BlockTypesetter())
    #expect(picture.needsDrawing)
    let damage = picture.draw(into: frame)
    #expect(DrawingFixtures.area(damage) < 240 * 200 / 4)
    let badged = DrawingFixtures.rows(frame)
    for (y, (row, before)) in zip(badged, plain).enumerated() {
      for (x, (pixel, old)) in zip(row, before).enumerated() where pixel != old {
        let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
        #expect(DrawingFixtures.rects(damage).contains { $0.contains(pixel) })
      }
    }
    #expect(badged != plain)

    picture.show(badge: nil, typesetter: BlockTypesetter())
    _ = picture.draw(into: frame)
    #expect(DrawingFixtures.rows(frame) == plain)
    #expect(!picture.needsDrawing)
  }

  @Test("The badge is unchanged when the frame is drawn as a whole again")
  func drawnAgain() {
    // Mostly empty, so that only existing parts are drawn again.
    let frame = DrawingFixtures.frame(480, 300)
    let picture = DrawingFixtures.picture(
      [DrawingFixtures.knob(60, 60, 60)], width: 480, height: 300, theme: .graphite)
    _ = picture.draw(into: frame)
    let plain = DrawingFixtures.rows(frame)
    picture.show(badge: "hall.yaml:6:5 wrong", typesetter: BlockTypesetter())
    _ = picture.draw(into: frame)
    let badged = DrawingFixtures.rows(frame)
    for _ in 0..<3 {
      picture.invalidate()
      _ = picture.draw(into: frame)
      #expect(DrawingFixtures.rows(frame) == badged)
    }
    picture.show(badge: nil, typesetter: BlockTypesetter())
    picture.invalidate()
    _ = picture.draw(into: frame)
    #expect(DrawingFixtures.rows(frame) == plain)
  }

  @Test("A knob below the badge can turn, and redrawing equals drawing the whole")
  func increments() {
    let (frame, whole) = (DrawingFixtures.frame(240, 200), DrawingFixtures.frame(240, 200))
    let picture = picture(.hifi)
    var random = SeededGenerator(seed: 9)
    _ = picture.draw(into: frame)
    for round in 0..<60 {
      if round % 5 == 0 {
        let texts = ["hall.yaml:6:5 wrong", "hall.yaml:7:12 something else is wrong", nil]
        picture.show(badge: texts[random.below(3)], typesetter: BlockTypesetter())
      }
      picture.set(DrawingFixtures.look(random.fraction()), ofKnob: random.below(2))
      if round % 7 == 0 {
        picture.set(DrawingFixtures.look(0.5, state: .offline), ofKnob: random.below(2))
      }
      _ = picture.draw(into: frame)
      picture.invalidate()
      _ = picture.draw(into: whole)
      let isSame = DrawingFixtures.rows(frame) == DrawingFixtures.rows(whole)
      #expect(isSame, "round \(round)")
      if !isSame { return }
    }
  }

  @Test(arguments: [ThemeName.graphite, .paper, .hifi]) func badgeGolden(theme: ThemeName) throws {
    let frame = DrawingFixtures.frame(240, 200)
    let picture = picture(theme)
    picture.set(DrawingFixtures.look(0.7), ofKnob: 0)
    picture.show(badge: "hall.yaml:6:5 wrong", typesetter: BlockTypesetter())
    _ = picture.draw(into: frame)
    try expect(frame, equals: GoldenPicture("badge-\(theme)"))
  }

  @Test("A long message is cut, even with hardly any space")
  func longMessage() {
    for (width, height) in [(240, 200), (40, 20), (7, 5), (1, 1)] {
      let picture = DrawingFixtures.picture([], width: width, height: height)
      let frame = DrawingFixtures.frame(width, height)
      picture.show(
        badge: String(repeating: "wrong ", count: 100), typesetter: BlockTypesetter())
      #expect(DrawingFixtures.rects(picture.draw(into: frame)) == [frame.size.bounds])
      picture.show(badge: nil, typesetter: BlockTypesetter())
      for rect in DrawingFixtures.rects(picture.draw(into: frame)) {
        #expect(frame.size.bounds.contains(rect))
      }
    }
  }

  // MARK: The whole screen

  @Test(arguments: [(400, 240), (240, 400)]) func screenGolden(width: Int, height: Int) throws {
    let frame = DrawingFixtures.frame(width, height)
    let picture = FaultPicture(fault(), size: frame.size, typesetter: BlockTypesetter())
    #expect(DrawingFixtures.rects(picture.draw(into: frame)) == [frame.size.bounds])
    #expect(!picture.needsDrawing && picture.draw(into: frame).isEmpty)
    try expect(frame, equals: GoldenPicture("fault-\(width)x\(height)"))
  }

  @Test("Any error can be drawn at any size")
  func anything() {
    let texts = [
      "", "version: 1\n", "knobs: {a: {center: [1, 1], " + String(repeating: "x", count: 5000),
      "\t", "version: 1\n\n\nknobs:\n\n\n  a:\n", "version: 1\nknobs: {\u{1F600}\u{301}: \u{7}}",
      String(repeating: "a\n", count: 10_000), "version: 2",
    ]
    for text in texts {
      let outcome = LayoutReader.parse(
        bytes: Array(text.utf8), path: "", language: .withoutBackEnds)
      guard outcome.layout == nil else { continue }
      for (width, height) in [(300, 200), (1, 1), (3000, 40), (20, 900)] {
        let frame = DrawingFixtures.frame(width, height)
        let picture = FaultPicture(
          LayoutFault(outcome), size: frame.size, typesetter: BlockTypesetter())
        #expect(!picture.draw(into: frame).isEmpty)
      }
    }
    let frame = DrawingFixtures.frame(300, 200)
    let endless = LayoutFault(String(repeating: "word ", count: 2000), hint: "")
    #expect(
      !FaultPicture(endless, size: frame.size, typesetter: BlockTypesetter()).draw(into: frame)
        .isEmpty)
  }
}
