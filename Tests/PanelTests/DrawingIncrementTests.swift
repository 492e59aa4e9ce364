import Gesture
import Knobs
import Layout
import LayoutFile
import Randomness
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// A frame redrawn where it changed equals one drawn as a whole, pixel for pixel.
@Suite struct DrawingIncrementTests {
  private static let (width, height) = (240, 200)

  /// Every kind of travel, large and small, overlapping each other and the picture's edge.
  private static let knobs: [KnobLayout] = [
    DrawingFixtures.knob(95, 100, 182, name: "Living room", unit: "%").withReading,
    DrawingFixtures.knob(205, 45, 60, name: "Bath", travel: .arc(from: 120, to: -150)),
    DrawingFixtures.knob(208, 120, 44, travel: .endless).withReading,
    DrawingFixtures.knob(160, 180, 52, name: "Cut", travel: .sectors(["A", "Bee", "C"])),
    DrawingFixtures.knob(228, 178, 40, unit: "dB", travel: .arc(from: 0, to: 1080)),
    DrawingFixtures.knob(20, 185, 30, travel: .arc(from: 30, to: 60)),
  ]

  private static func picture(_ theme: ThemeName, _ knobs: [KnobLayout] = knobs) -> PanelPicture {
    DrawingFixtures.picture(
      knobs, width: width, height: height, theme: theme,
      labels: [LabelLayout(text: "Rooms", at: .init(x: 12, y: 16), size: 12)])
  }

  @Test(arguments: PanelLayout.themes, [1, 2]) func incrementsEqualDrawingWhole(
    theme: ThemeName, seed: Int
  ) {
    expectIncrements(theme, Self.knobs, seed: seed, rounds: 12)
  }

  /// A picture prepared before its knobs are set, or after some are, is the same.
  @Test(arguments: PanelLayout.themes) func preparingDoesNotChangePictures(theme: ThemeName) {
    func frame(_ draw: (PanelPicture, PixelBuffer) -> Void) -> [UInt32] {
      let picture = Self.picture(theme)
      let frame = DrawingFixtures.frame(Self.width, Self.height)
      draw(picture, frame)
      for index in Self.knobs.indices {
        picture.set(DrawingFixtures.look(Double(index) / 6), ofKnob: index)
      }
      _ = picture.draw(into: frame)
      return (0..<Self.height).flatMap { y in
        (0..<Self.width).map { frame.pixels[y * frame.stride + $0] }
      }
    }
    let plain = frame { _, _ in }
    #expect(frame { picture, _ in picture.prepare() } == plain)
    let isSame =
      frame { picture, frame in
        for index in [0, 3] { picture.set(DrawingFixtures.look(0.9), ofKnob: index) }
        picture.prepare()
        _ = picture.draw(into: frame)
        picture.invalidate()
      } == plain
    #expect(isSame)
  }

  /// The same with random looks for all knobs of a theme.
  @Test(arguments: PanelLayout.themes, 3...6) func incrementsOfStylesEqualDrawingWhole(
    theme: ThemeName, seed: Int
  ) {
    var random = SeededGenerator(seed: UInt64(seed))
    let knobs = Self.knobs.map { knob in
      var knob = knob
      knob.look = .random(&random)
      knob.defaultValue = 30
      return knob
    }
    expectIncrements(theme, knobs, seed: seed, rounds: 6)
  }

  /// The same with translucent knobs, above and below opaque ones.
  @Test(arguments: PanelLayout.themes, [7, 8]) func incrementsOfTranslucencyEqualDrawingWhole(
    theme: ThemeName, seed: Int
  ) {
    let knobs = zip(Self.knobs, [0.5, 0.3, 1, 0.8, 0.5, 0.1]).map { knob, opacity in
      var knob = knob
      knob.opacity = opacity
      return knob
    }
    expectIncrements(theme, knobs, seed: seed, rounds: 6)
  }

  private func expectIncrements(
    _ theme: ThemeName, _ knobs: [KnobLayout], seed: Int, rounds: Int
  ) {
    var random = SeededGenerator(seed: UInt64(seed))
    let picture = Self.picture(theme, knobs)
    let frame = DrawingFixtures.frame(Self.width, Self.height)
    var looks = knobs.map { _ in DrawingFixtures.look(0, state: .unknown) }
    _ = picture.draw(into: frame)
    for round in 0..<rounds {
      // Mostly small turns of one or two knobs, sometimes a jump, a hold or a lost control.
      for _ in 0..<20 {
        for _ in 0...random.below(2) {
          let knob = random.below(looks.count)
          looks[knob] = looks[knob].changed(&random)
          if knobs[knob].reading == nil { looks[knob].reading = nil }
          picture.set(looks[knob], ofKnob: knob)
        }
        let before = Array(frame.pixels)
        let damage = picture.draw(into: frame)
        Self.expectNothingElseChanged(before, frame, damage)
      }
      let whole = DrawingFixtures.frame(Self.width, Self.height)
      let fresh = Self.picture(theme, knobs)
      for (index, look) in looks.enumerated() { fresh.set(look, ofKnob: index) }
      _ = fresh.draw(into: whole)
      let isSame = DrawingFixtures.rows(frame) == DrawingFixtures.rows(whole)
      #expect(
        isSame,
        "round \(round) at \(Self.firstDifference(frame, whole)): \(looks), \(knobs.map(\.look))")
      if !isSame { return }
    }
  }

  /// The pointer's outer end moves by a rounding step before its inner end does, and changes a
  /// pixel by one level.
  @Test func verySlowTurnsEqualDrawingWhole() {
    let knob = DrawingFixtures.knob(166, 325, 120)
    let (turned, fresh) = (
      DrawingFixtures.picture([knob], width: 232, height: 392),
      DrawingFixtures.picture([knob], width: 232, height: 392)
    )
    let (frame, whole) = (DrawingFixtures.frame(232, 392), DrawingFixtures.frame(232, 392))
    var random = SeededGenerator(seed: 5)
    var position = 0.0
    var differing = 0
    for step in 0..<3000 {
      position = step % 20 == 0 ? random.fraction() : position + random.fraction() * 1e-7
      let look = DrawingFixtures.look(min(position, 1), "1")
      turned.set(look, ofKnob: 0)
      _ = turned.draw(into: frame)
      fresh.set(look, ofKnob: 0)
      fresh.invalidate()
      _ = fresh.draw(into: whole)
      if !DrawingFixtures.areSame(frame, whole) { differing += 1 }
    }
    #expect(differing == 0)
  }

  /// The arc from an origin within the ring to the pointer changes on both sides of the origin when
  /// the pointer crosses it, and on one side when the pointer reaches or leaves it.
  @Test(
    arguments: [
      Travel.standard, .arc(from: 120, to: -150), .arc(from: 45, to: 315), .endless,
      .arc(from: 0, to: 1080),
    ], [ThemeName.graphite, .flatDark, .hifi])
  func crossingTheOriginEqualsDrawingWhole(travel: Travel, theme: ThemeName) {
    let knob = DrawingFixtures.knob(100, 100, 184, travel: travel)
    func picture() -> PanelPicture {
      DrawingFixtures.picture([knob], width: 200, height: 200, theme: theme)
    }
    let (turned, fresh) = (picture(), picture())
    let (frame, whole) = (DrawingFixtures.frame(200, 200), DrawingFixtures.frame(200, 200))
    for (origin, before, after) in [
      (0.5, 0.4, 0.6), (0.5, 0.6, 0.4), (0.5, 0.1, 0.52), (0.5, 0.52, 0.1), (0.5, 0, 1),
      (0.5, 1, 0), (0.5, 0.5, 0.7), (0.5, 0.3, 0.5), (0.5, 0.7, 0.5), (0.5, 0.2, 0.3),
      (0.25, 0.2, 0.9), (0.25, 0.9, 0.2), (0.75, 0.9, 0.7), (1, 0.9, 1),
    ] {
      for position in [before, after] {
        var look = DrawingFixtures.look(position)
        look.arcOrigin = origin
        turned.set(look, ofKnob: 0)
        _ = turned.draw(into: frame)
        fresh.set(look, ofKnob: 0)
      }
      fresh.invalidate()
      _ = fresh.draw(into: whole)
      #expect(
        DrawingFixtures.rows(frame) == DrawingFixtures.rows(whole),
        "from \(before) to \(after), origin \(origin)")
    }
  }

  /// The two ends of a half-turn arc are opposite each other: moving one changes no pixel of the
  /// other.
  @Test(arguments: [30.0, 52, 104, 184]) func halfTurnsEqualDrawingWhole(diameter: Double) {
    let side = Int(diameter) + 40
    let knob = DrawingFixtures.knob(
      Double(side) / 2 + 0.3, Double(side) / 2 - 0.2, diameter, travel: .endless)
    func picture() -> PanelPicture {
      DrawingFixtures.picture([knob], width: side, height: side, theme: .flatDark)
    }
    let (turned, fresh) = (picture(), picture())
    let (frame, whole) = (DrawingFixtures.frame(side, side), DrawingFixtures.frame(side, side))
    var random = SeededGenerator(seed: UInt64(diameter))
    var differing: [Double] = []
    for step in 0..<400 {
      var look = DrawingFixtures.look(0, "1")
      look.arcOrigin = [0, 0.25, 0.125][step / 20 % 3]
      let shift = (random.fraction() - 0.5) * [0.2, 0.01, 1e-5][step % 3]
      look.position = look.arcOrigin + 0.5 + shift
      turned.set(look, ofKnob: 0)
      _ = turned.draw(into: frame)
      fresh.set(look, ofKnob: 0)
      fresh.invalidate()
      _ = fresh.draw(into: whole)
      if !DrawingFixtures.areSame(frame, whole) { differing.append(look.position) }
    }
    #expect(differing.isEmpty)
  }

  private static func firstDifference(_ one: PixelBuffer, _ two: PixelBuffer) -> String {
    for y in 0..<height {
      for x in 0..<width where one.pixels[y * one.stride + x] != two.pixels[y * two.stride + x] {
        let (first, second) = (one.pixels[y * one.stride + x], two.pixels[y * two.stride + x])
        return "\(x), \(y): \(String(first, radix: 16)), not \(String(second, radix: 16))"
      }
    }
    return "nowhere"
  }

  static func expectNothingElseChanged(
    _ before: [UInt32], _ frame: PixelBuffer, _ damage: Damage
  ) {
    var after = Array(frame.pixels)
    for rect in DrawingFixtures.rects(damage) {
      #expect(frame.size.bounds.contains(rect))
      for y in rect.y..<rect.maxY {
        let row = (y * frame.stride + rect.x)..<(y * frame.stride + rect.maxX)
        after.replaceSubrange(row, with: before[row])
      }
    }
    #expect(after == before)
  }

  @Test func invalidatedFramesAreDrawnWhole() {
    let picture = Self.picture(.paper)
    let (one, two) = (
      DrawingFixtures.frame(Self.width, Self.height), DrawingFixtures.frame(Self.width, Self.height)
    )
    picture.set(DrawingFixtures.look(0.4), ofKnob: 0)
    _ = picture.draw(into: one)
    picture.set(DrawingFixtures.look(0.6), ofKnob: 0)
    picture.invalidate()
    #expect(DrawingFixtures.rects(picture.draw(into: two)) == [two.size.bounds])
    _ = picture.draw(into: one)
    #expect(!picture.needsDrawing)
    picture.invalidate()
    _ = picture.draw(into: one)
    #expect(DrawingFixtures.rows(one) == DrawingFixtures.rows(two))
  }

  @Test func equalViewStatesDrawNothing() {
    let picture = Self.picture(.graphite)
    let frame = DrawingFixtures.frame(Self.width, Self.height)
    picture.set(DrawingFixtures.look(0.4), ofKnob: 0)
    _ = picture.draw(into: frame)
    #expect(!picture.needsDrawing)
    picture.set(DrawingFixtures.look(0.4), ofKnob: 0)
    #expect(!picture.needsDrawing)
    #expect(picture.draw(into: frame).isEmpty)
    picture.set(DrawingFixtures.look(0.41), ofKnob: 0)
    #expect(picture.needsDrawing)
  }

  /// A knob that the layout does not have, another frame size, and positions out of range.
  @Test func invalidInputIsIgnored() {
    let picture = Self.picture(.graphite)
    let frame = DrawingFixtures.frame(Self.width, Self.height)
    _ = picture.draw(into: frame)
    picture.set(DrawingFixtures.look(0.5), ofKnob: 6)
    picture.set(DrawingFixtures.look(0.5), ofKnob: -1)
    #expect(!picture.needsDrawing)
    for (position, equal) in [(Double.nan, 0.0), (.infinity, 0), (-5, 0), (1e300, 1)] {
      let (one, two) = (Self.picture(.graphite), Self.picture(.graphite))
      let other = DrawingFixtures.frame(Self.width, Self.height)
      for knob in Self.knobs.indices {
        one.set(DrawingFixtures.look(position, "1"), ofKnob: knob)
        two.set(DrawingFixtures.look(equal, "1"), ofKnob: knob)
      }
      _ = one.draw(into: frame)
      _ = two.draw(into: other)
      #expect(DrawingFixtures.rows(frame) == DrawingFixtures.rows(other))
    }
    let other = DrawingFixtures.frame(50, 50)
    picture.invalidate()
    #expect(picture.draw(into: other).isEmpty)
    #expect(other.pixels.allSatisfy { $0 == 0xFFFF_00FF })
  }
}

private struct Sensor: ControlSettings {}

extension KnobLayout {
  /// The knob with a reading, at which its arc begins.
  fileprivate var withReading: KnobLayout {
    var knob = self
    (knob.reading, knob.arcOrigin) = (.backEnd(Sensor()), .reading)
    return knob
  }
}
