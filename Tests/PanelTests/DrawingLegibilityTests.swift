import Gesture
import LayoutFile
import Raster
import Testing
import Text

@testable import Panel

/// What is written can be read, and stands where it should.
@Suite struct DrawingLegibilityTests {
  private static let themes = ["graphite", "paper", "hifi"]

  /// Each ink on the worst pixel behind it, as it is drawn: with its gradient, shimmer and dither.
  @Test(arguments: themes, [KnobAppearance.State.normal, .unknown, .offline])
  func textHasContrast(theme: String, state: KnobAppearance.State) {
    let knobs = [
      DrawingFixtures.knob(150, 150, 280), DrawingFixtures.knob(360, 150, 104),
    ]
    let picture = DrawingFixtures.picture(knobs, width: 440, height: 300, theme: theme)
    let frame = DrawingFixtures.frame(440, 300)
    // No text and no pointer, so that only the ground is seen.
    for index in knobs.indices {
      picture.set(DrawingFixtures.look(0, "", state: state), ofKnob: index)
    }
    _ = picture.draw(into: frame)
    let themed = state == .normal ? Theme.named(theme) : Theme.named(theme).withdrawn
    // Where the name stands on a large knob, left of its value, above and below the value on a
    // small one, and its name; clear of the dash and the word of the other states.
    let places = [
      (PixelRect(x: 110, y: 185, width: 80, height: 18), themed.onCap.dim),
      (PixelRect(x: 108, y: 105, width: 18, height: 16), themed.onCap.ink),
      (PixelRect(x: 345, y: 132, width: 30, height: 8), themed.onCap.ink),
      (PixelRect(x: 345, y: 162, width: 30, height: 8), themed.onCap.ink),
      (PixelRect(x: 330, y: 210, width: 60, height: 20), themed.onBackground.dim),
    ]
    for (place, ink) in places {
      var worst: Float = 21
      for y in place.y..<place.maxY {
        for x in place.x..<place.maxX {
          let ground = Color(frame.pixels[y * frame.stride + x] & 0xFF_FFFF)
          worst = min(worst, ink.contrast(with: ground))
        }
      }
      #expect(worst >= 4.5, "\(theme), \(state), at \(place)")
    }
  }

  @Test(arguments: themes) func litAndUnlitDiffer(theme: String) {
    let themed = Theme.named(theme)
    for lit in [themed.progress.first, themed.progress.last] {
      #expect(lit.contrast(with: themed.track) >= 2)
    }
  }

  /// The value stands in the middle: as much ground left as right of it.
  @Test(arguments: ["0", "42", "100", "-12.5"]) func valuesAreCentred(text: String) {
    let typesetter = FontTypesetter()
    let knob = DrawingFixtures.knob(150, 150, 280)
    let columns = inkedColumns(knob, text, typesetter)
    let middle = Float(columns.lowerBound + columns.upperBound) / 2
    // Figures have a little more room on one side than on the other.
    #expect(abs(middle - 150) < 5, "\(columns)")
  }

  /// However long the text, it stays inside the cap.
  @Test(arguments: ["100000000000", "Television and radio", "-1234.5"])
  func longValuesAreSetSmaller(text: String) {
    for (diameter, unit) in [(280.0, "%"), (104, ""), (60, "")] {
      let knob = DrawingFixtures.knob(150, 150, diameter, unit: unit)
      let columns = inkedColumns(knob, text, FontTypesetter())
      #expect(Double(columns.count) < diameter * 0.78, "\(diameter): \(columns)")
    }
  }

  /// Where a knob with a text differs from the same knob without.
  private func inkedColumns(
    _ knob: KnobLayout, _ text: String, _ typesetter: FontTypesetter
  ) -> Range<Int> {
    let frames = [text, ""].map { text -> PixelBuffer in
      let bare = KnobLayout(
        id: "k", center: knob.center, diameter: knob.diameter,
        unit: text.isEmpty ? "" : knob.unit)
      let picture = DrawingFixtures.picture(
        [bare], width: 300, height: 300, typesetter: typesetter)
      let frame = DrawingFixtures.frame(300, 300)
      picture.set(DrawingFixtures.look(0.3, text), ofKnob: 0)
      _ = picture.draw(into: frame)
      return frame
    }
    let columns = (0..<300).filter { x in
      (0..<300).contains {
        frames[0].pixels[$0 * frames[0].stride + x] != frames[1].pixels[$0 * frames[1].stride + x]
      }
    }
    return (columns.first ?? 0)..<((columns.last ?? 0) + 1)
  }

  @Test func longNamesAreCutShort() throws {
    let texts = FaceTexts(FontTypesetter())
    let panel = PanelLayout()
    let viewport = Viewport(panel: panel, displaySize: PixelSize(width: 800, height: 480))
    for diameter in [300.0, 100] {
      let knob = KnobLayout(
        id: "k", center: Point(x: 400, y: 240), diameter: diameter,
        name: "The large living room with the piano and all the windows")
      let geometry = FaceGeometry(knob, viewport)
      let name = try #require(texts.name(of: knob, geometry))
      #expect(name.mask.advance <= geometry.nameWidth)
      #expect(name.mask.advance > geometry.nameWidth * 0.8)
    }
  }

  /// States look different from each other, also without colour.
  @Test(arguments: themes) func statesDiffer(theme: String) {
    var frames: [[UInt32]] = []
    for look in [
      DrawingFixtures.look(0.5), DrawingFixtures.look(0.5, held: true),
      DrawingFixtures.look(0.5, state: .unknown), DrawingFixtures.look(0.5, state: .offline),
    ] {
      let picture = DrawingFixtures.picture(
        [DrawingFixtures.knob(60, 60, 100)], width: 120, height: 130, theme: theme)
      let frame = DrawingFixtures.frame(120, 130)
      picture.set(look, ofKnob: 0)
      _ = picture.draw(into: frame)
      frames.append(frame.pixels.map { ($0 >> 16 & 0xFF) + ($0 >> 8 & 0xFF) + ($0 & 0xFF) })
    }
    for (index, one) in frames.enumerated() {
      for two in frames[(index + 1)...] {
        let different = zip(one, two).filter { abs(Int($0) - Int($1)) > 30 }.count
        #expect(different > 150)
      }
    }
  }
}
