import Gesture
import Knobs
import Layout
import LayoutFile
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// The marks of a scale differ visibly from their surroundings.
@Suite struct ScaleMarkTests {
  private static let size = 480

  private static func limited(_ diameter: Double) -> KnobLayout {
    var knob = DrawingFixtures.knob(240, 240, diameter)
    knob.guards.limit = 80
    return knob
  }

  private static func frame(_ item: any DrawnKnob, _ position: Double) -> [[UInt32]] {
    let frame = DrawingFixtures.frame(size, size)
    let canvas = Canvas(frame)
    canvas.fill(with: .solid(Color(0x808080)))
    _ = item.setWanted(DrawingFixtures.look(position))
    _ = item.update()
    item.drawStatic(on: canvas)
    item.drawDynamic(on: canvas)
    return DrawingFixtures.rows(frame)
  }

  /// The number of pixels with strong contrast to the background, along a line across the bar.
  private static func barWidth(
    _ rows: [[UInt32]], _ bar: Capsule, at angle: Direction, _ colors: TextColors
  ) -> Int {
    // At its outer end, since a pointer on the ring may cover its middle; across is a quarter turn
    // from its own direction.
    func color(_ offset: Int) -> Color {
      let x = bar.end.x + angle.cosine * Float(offset)
      let y = bar.end.y + angle.sine * Float(offset)
      return Color(rows[Int(y)][Int(x)] & 0xFF_FFFF)
    }
    return (-12...12).count { color($0).contrast(with: colors.background) >= 3 && $0.magnitude < 8 }
  }

  /// A limit is visible whether or not the lit part ends there.
  @Test(arguments: PanelLayout.themes, [60.0, 90, 190, 400])
  func limitIsVisible(theme: ThemeName, diameter: Double) {
    let face = DrawingFixtures.face(Self.limited(diameter), theme)
    let angle = Direction(degrees: face.travel.degrees(at: 0.8))
    let bar = face.indicators.stop(at: angle)
    let colors = face.markColors(.normal)
    #expect(colors.primary.contrast(with: colors.background) >= 4.5)
    // Longer and wider than the ticks.
    let length = face.indicators.marks.stopHalfLength * 2
    let tick = face.geometry.metrics.ticks.major
    #expect(length > (tick.outer - tick.inner) * face.geometry.radius)
    let isWider = bar.width > face.geometry.radius * tick.width
    #expect(bar.width >= 3 && (isWider || face.geometry.metrics.ticks.shape == .dot))
    for position in [0.2, 0.8] {
      let rows = Self.frame(ThemedKnob(face), position)
      #expect(Self.barWidth(rows, bar, at: angle, colors) >= 2)
    }
    #expect(face.bounds.contains(bar.bounds))
  }

  @Test(arguments: [ThemeName.graphite, .paper])
  func limitIsVisibleOnSkins(theme: ThemeName) throws {
    var knob = DrawingFixtures.skinned(240, 240, 120, DrawingFixtures.bakelite)
    knob.guards.limit = 80
    let panel = PanelLayout(width: 480, height: 480, theme: theme)
    let viewport = Viewport(panel: panel, displaySize: PixelSize(width: 480, height: 480))
    let face = SkinFace(
      knob, DrawingFixtures.bakelite, viewport, Theme(panel), FaceTexts(BlockTypesetter()),
      ImageCache(try TestPictures()))
    let angle = Direction(degrees: face.travel.degrees(at: 0.8))
    let bar = face.indicators.stop(at: angle)
    let rows = Self.frame(SkinnedKnob(face), 0.5)
    #expect(Self.barWidth(rows, bar, at: angle, face.markColors(.normal)) >= 2)
    #expect(face.bounds.contains(bar.bounds))
  }

  /// At the default, the pointer points at the default's dot; both remain visible.
  @Test(arguments: PanelLayout.themes, [90.0, 104, 190, 370, 600])
  func pointerDoesNotTouchTheDot(theme: ThemeName, diameter: Double) throws {
    var knob = DrawingFixtures.knob(400, 240, diameter)
    knob.defaultValue = 50
    let face = DrawingFixtures.face(knob, theme)
    let dot = try #require(face.detents.first)
    let (radius, pointer) = (face.geometry.radius, face.geometry.metrics.pointer)
    let half = pointer.shape == .triangle ? 0 : max(radius * pointer.width, 1.5) * 0.5
    let distance = face.geometry.center.y - dot.start.y
    let (inner, outer) = (distance - dot.width * 0.5, distance + dot.width * 0.5)
    let gap = max(inner - (radius * pointer.outer + half), radius * pointer.inner - half - outer)
    #expect(gap >= 1.2)
  }

  @Test("A pointer on a ring of its own colour is still visible; one on a cap keeps its colour")
  func pointerOnALitRing() {
    var knob = DrawingFixtures.knob(400, 240, 240)
    let plain = DrawingFixtures.face(knob, .flatDark).style.palette.pointer
    knob.look.progress.colors = [Color(0xFFFFFF)]
    let white = DrawingFixtures.face(knob, .flatDark).style.palette.pointer
    #expect(plain.contrast(with: Color(0xFFFFFF)) < 1.5)
    #expect(white.contrast(with: Color(0xFFFFFF)) > 3)
    let cap = DrawingFixtures.face(knob, .graphite).style.palette.pointer
    knob.look.pointer.shape = .dot
    #expect(DrawingFixtures.face(knob, .graphite).style.palette.pointer == cap)
  }

  /// A wheel has few positions, whose labels must be legible from a distance.
  @Test(arguments: PanelLayout.themes, [180.0, 240])
  func positionLabelsAreLegible(theme: ThemeName, diameter: Double) {
    var knob = DrawingFixtures.knob(
      400, 240, diameter, scale: Scale(range: 0...2, step: 1), travel: .sectors(["A", "B", "C"]))
    knob.look.ticks.hasLabels = true
    knob.look.ticks.isShown = true
    let face = DrawingFixtures.face(knob, theme)
    #expect(face.geometry.labelSize >= 14.9)
    #expect(face.labels.count == 3)
    // A size in the layout takes precedence, and a small knob has space for smaller labels only.
    knob.look.ticks.labelSize = 9
    #expect(abs(DrawingFixtures.face(knob, theme).geometry.labelSize - 9) < 0.01)
    knob.look.ticks.labelSize = nil
    knob.diameter = 60
    #expect(DrawingFixtures.face(knob, theme).geometry.labelSize < 9)
  }

  /// A knob's name aligns with that of a wheel, whose value is lower because its ring has no gap.
  @Test(arguments: PanelLayout.themes) func namesShareABaseline(theme: ThemeName) {
    let wheel = DrawingFixtures.knob(
      100, 240, 100, name: "Filter", scale: Scale(range: 0...2, step: 1),
      travel: .sectors(["A", "B", "C"]))
    var knob = DrawingFixtures.knob(300, 240, 100, name: "Drive")
    func baselines(_ knobs: [KnobLayout]) -> [Float] {
      let panel = PanelLayout(theme: theme)
      let viewport = Viewport(panel: panel, displaySize: PixelSize(width: 800, height: 480))
      let neighbours = Neighbours(LayoutDocument(panel: panel, knobs: knobs))
      let texts = FaceTexts(BlockTypesetter())
      let items = knobs.map {
        makeDrawnKnob(
          $0, neighbours, viewport, Theme(panel), texts, ImageCache(nil), RingRowsCache())
      }
      return items.compactMap { ($0 as? ThemedKnob)?.face.name.first?.origin.y }
    }
    let (together, alone) = (baselines([wheel, knob]), baselines([knob]))
    #expect(together.count == 2 && together[0] == together[1])
    if theme == .studio { #expect(together[1] > alone[0]) }
    // Not in another row or on another page.
    knob.center.y = 100
    #expect(baselines([wheel, knob])[1] == alone[0] - 140)
    knob.center.y = 240
    knob.page = 0
    var other = wheel
    other.page = 1
    #expect(baselines([other, knob])[1] == alone[0])
  }
}
