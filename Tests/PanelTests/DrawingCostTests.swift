import Gesture
import Knobs
import Diagnostics
import Layout
import LayoutFile
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// The cost of a change in pixels and memory, never in time.
///
/// `DrawingAllocations` counts the heap allocations of the optimised program.
@Suite struct DrawingCostTests {
  private static func turn(
    _ picture: PanelPicture, _ frame: PixelBuffer, from: Double, to: Double, _ text: String
  ) -> Damage {
    picture.set(DrawingFixtures.look(from, text), ofKnob: 0)
    _ = picture.draw(into: frame)
    picture.set(DrawingFixtures.look(to, text), ofKnob: 0)
    return picture.draw(into: frame)
  }

  /// One degree of a knob of 300 pixels damages the ring's end, the pointer and perhaps a tick; its
  /// bounding box has 90,000 pixels.
  @Test(arguments: [0.02, 0.13, 0.25, 0.33, 0.5, 0.61, 0.75, 0.9, 0.99])
  func smallTurnsDamageLittle(position: Double) {
    let big = DrawingFixtures.knob(200, 200, 300, name: "Living room", unit: "%")
    let alone = DrawingFixtures.picture([big], width: 400, height: 400)
    let frame = DrawingFixtures.frame(400, 400)
    let damage = Self.turn(alone, frame, from: position, to: position + 1.0 / 270, "42")
    #expect(DrawingFixtures.area(damage) < 2_400)
    #expect(damage.count <= 6)
  }

  @Test func changedFiguresDamageOnlyThemselves() {
    let big = DrawingFixtures.knob(200, 200, 300, unit: "%")
    let picture = DrawingFixtures.picture([big], width: 400, height: 400)
    let frame = DrawingFixtures.frame(400, 400)
    picture.set(DrawingFixtures.look(0.5, "42"), ofKnob: 0)
    _ = picture.draw(into: frame)
    picture.set(DrawingFixtures.look(0.5, "43"), ofKnob: 0)
    let damage = picture.draw(into: frame)
    #expect(damage.count == 1)
    #expect(DrawingFixtures.area(damage) < 43 * 52)
  }

  /// From one end to the other, the damage is bands along the ring, not its bounding box.
  @Test func longTurnsDamageOnlyTheRing() {
    let big = DrawingFixtures.knob(200, 200, 300)
    let picture = DrawingFixtures.picture([big], width: 400, height: 400)
    let frame = DrawingFixtures.frame(400, 400)
    let damage = Self.turn(picture, frame, from: 0, to: 1, "5")
    #expect(DrawingFixtures.area(damage) < 300 * 300 * 6 / 10)
    #expect(damage.count <= Damage.capacity)
  }

  /// Pulling beyond an end damages only the pointer and the stretched part of the ring.
  @Test(arguments: [(0.0, -1.0), (1, 1)])
  func stretchingDamagesLittle(end: Double, direction: Double) {
    let big = DrawingFixtures.knob(200, 200, 300, unit: "%")
    let picture = DrawingFixtures.picture([big], width: 400, height: 400)
    let frame = DrawingFixtures.frame(400, 400)
    var look = DrawingFixtures.look(end, "7", held: true)
    for step in 0..<8 {
      look.overTravel = direction * Double(step)
      picture.set(look, ofKnob: 0)
      let damage = picture.draw(into: frame)
      #expect(step == 0 || DrawingFixtures.area(damage) < 2_400)
      #expect(step == 0 || !damage.isEmpty)
    }
  }

  @Test func holdingDamagesOnlyTheRing() {
    let big = DrawingFixtures.knob(200, 200, 300)
    let picture = DrawingFixtures.picture([big], width: 400, height: 400)
    let frame = DrawingFixtures.frame(400, 400)
    picture.set(DrawingFixtures.look(0.5, "5"), ofKnob: 0)
    _ = picture.draw(into: frame)
    picture.set(DrawingFixtures.look(0.5, "5", held: true), ofKnob: 0)
    let damage = picture.draw(into: frame)
    #expect(DrawingFixtures.area(damage) < 320 * 320 * 8 / 10)
    // The dish, which contains the value, is not damaged.
    let middle = PixelRect(x: 160, y: 160, width: 80, height: 80)
    #expect(DrawingFixtures.rects(damage).allSatisfy { $0.intersection(middle).isEmpty })
  }

  /// The same turn damages the same pixels, alone and among a thousand other knobs.
  @Test func knobCountDoesNotAffectDamage() {
    let big = DrawingFixtures.knob(200, 200, 300)
    var knobs = [big]
    for index in 0..<1000 {
      let (column, row) = (Double(index % 40), Double(index / 40))
      knobs.append(DrawingFixtures.knob(420 + column * 10, 10 + row * 14, 8))
    }
    let alone = DrawingFixtures.picture([big], width: 820, height: 400)
    let among = DrawingFixtures.picture(knobs, width: 820, height: 400)
    let frame = DrawingFixtures.frame(820, 400)
    let one = Self.turn(alone, frame, from: 0.3, to: 0.31, "7")
    let two = Self.turn(among, frame, from: 0.3, to: 0.31, "7")
    #expect(DrawingFixtures.rects(one) == DrawingFixtures.rects(two))
  }

  /// Only a few words are cached, however many a knob shows.
  @Test func oldLinesAreEvicted() {
    let typesetter = BlockTypesetter()
    let glyphs = GlyphCache(TextStyle(pixelSize: 20), typesetter)
    for word in 0..<1000 { _ = glyphs.line("word \(word)") }
    let made = typesetter.count
    _ = glyphs.line("word 999")
    #expect(typesetter.count == made)
    _ = glyphs.line("word 1")
    #expect(typesetter.count == made + 1)
  }
}
