import Gesture
import Layout
import Randomness
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// Knobs drawn as a whole with an opacity.
@Suite struct KnobOpacityTests {
  private static let knobs = [
    DrawingFixtures.knob(70, 70, 110, name: "Bath", unit: "%"),
    DrawingFixtures.knob(200, 50, 60, name: "Hall"), DrawingFixtures.knob(290, 80, 40),
  ]

  private static func layout(_ opacity: Double?, theme: ThemeName = .graphite) -> LayoutDocument {
    var layout = LayoutDocument(panel: PanelLayout(width: 330, height: 140, theme: theme))
    if let opacity {
      layout.knobs = knobs.map { knob in
        var knob = knob
        (knob.opacity, knob.page) = (opacity, 0)
        return knob
      }
    }
    layout.pages = [PageLayout(id: "one"), PageLayout(id: "two")]
    layout.panel.paging.tabs = nil
    layout.panel.paging.isSwiped = false
    return layout
  }

  private static func picture(_ layout: LayoutDocument) -> PanelPicture {
    let picture = PanelPicture(
      layout: layout, viewport: PlayedPanel.viewport(of: layout), typesetter: BlockTypesetter())
    for knob in layout.knobs.indices {
      picture.set(DrawingFixtures.look(0.4, held: knob == 0), ofKnob: knob)
    }
    return picture
  }

  private static func rows(
    _ opacity: Double?, theme: ThemeName = .graphite, page: Double = 0
  ) -> [[UInt32]] {
    let picture = picture(layout(opacity, theme: theme))
    picture.set(pagePosition: page)
    let frame = DrawingFixtures.frame(330, 140)
    _ = picture.draw(into: frame)
    return DrawingFixtures.rows(frame)
  }

  private static func channels(_ pixel: UInt32) -> [Double] {
    [16, 8, 0].map { Double(pixel >> $0 & 0xFF) }
  }

  /// Each pixel is mixed from the panel with and without the knob: no part of the knob shines
  /// through another.
  @Test(arguments: PanelLayout.themes, [0.0, 0.4, 0.75]) func blending(
    theme: ThemeName, opacity: Double
  ) {
    let (with, without) = (Self.rows(1, theme: theme), Self.rows(nil, theme: theme))
    let rows = Self.rows(opacity, theme: theme)
    var farthest = 0.0
    for y in rows.indices {
      for x in rows[y].indices {
        for (channel, value) in Self.channels(rows[y][x]).enumerated() {
          let (one, other) = (
            Self.channels(with[y][x])[channel], Self.channels(without[y][x])[channel]
          )
          farthest = max(farthest, abs(value - (one * opacity + other * (1 - opacity))))
        }
      }
    }
    // Rounding, including that of the opacity to 256ths.
    #expect(farthest <= (opacity == 0 ? 0 : 1))
  }

  /// The same while pages slide.
  @Test func blendingDuringASlide() {
    let (with, without) = (Self.rows(1, page: 0.3), Self.rows(nil, page: 0.3))
    let rows = Self.rows(0.5, page: 0.3)
    var farthest = 0.0
    for (y, row) in rows.enumerated() {
      for (x, pixel) in row.enumerated() {
        for (channel, value) in Self.channels(pixel).enumerated() {
          let middle =
            (Self.channels(with[y][x])[channel] + Self.channels(without[y][x])[channel]) / 2
          farthest = max(farthest, abs(value - middle))
        }
      }
    }
    #expect(farthest <= 1)
  }

  /// A turn redraws no more than for an opaque knob.
  @Test func opacityDoesNotChangeDamage() {
    let (opaque, translucent) = (
      Self.picture(Self.layout(1)), Self.picture(Self.layout(0.5))
    )
    let frame = DrawingFixtures.frame(330, 140)
    for picture in [opaque, translucent] { _ = picture.draw(into: frame) }
    for step in 0..<60 {
      let look = DrawingFixtures.look(Double(step) / 59, held: step % 9 == 0)
      opaque.set(look, ofKnob: step % 3)
      translucent.set(look, ofKnob: step % 3)
      #expect(
        DrawingFixtures.rects(opaque.draw(into: frame))
          == DrawingFixtures.rects(translucent.draw(into: frame)))
    }
  }

  /// A knob beyond the panel's edge has no layer and draws nothing.
  @Test func knobsOutsideThePicture() {
    var layout = Self.layout(0.5)
    for index in layout.knobs.indices { layout.knobs[index].center.x = -2000 }
    let frame = DrawingFixtures.frame(330, 140)
    _ = Self.picture(layout).draw(into: frame)
    #expect(DrawingFixtures.rows(frame) == Self.rows(nil))
  }

  @Test func transparentKnobsCanBeTouched() {
    let play = PlayedPanel(Self.layout(0))
    play.down(70, 40, at: 0)
    #expect(play.happened().count == 1)
  }
}
