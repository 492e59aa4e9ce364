import Knobs
import Layout
import LayoutFile
import Raster
import Testing
import Text

@testable import Panel
@testable import PanelDrawing

/// No parts of a knob overlap.
@Suite struct DrawingOverlapTests {
  /// A pointer passing below the value never covers the gear text.
  @Test(arguments: PanelLayout.themes, [44.0, 60, 104, 180, 370])
  func pointersDoNotCoverTheGear(theme: ThemeName, diameter: Double) {
    let knob = DrawingFixtures.knob(400, 240, diameter, unit: "%", travel: .endless)
    let face = DrawingFixtures.face(knob, theme, typesetter: FontTypesetter())
    var appearance = DrawingFixtures.look(0.5, "50", held: true)
    appearance.gear = 0.25
    let gear = KnobElements(appearance, face).gear.text
    // Knobs that are too small for the text do not show it.
    #expect(gear.count > 0 || diameter < 100)
    for step in 0..<360 {
      appearance.position = Double(step) / 360
      let look = KnobElements(appearance, face)
      guard let pointer = look.pointer.shape else { continue }
      #expect(ink(of: pointer, gear.bounds) == 0, "\(step)°")
    }
  }

  /// A finger could not turn the others anyway.
  @Test(
    "Only an available knob shows a padlock",
    arguments: [
      KnobViewState.State.unknown, .offline, .disabled,
    ])
  func unavailableKnobsHaveNoPadlock(state: KnobViewState.State) {
    var view = DrawingFixtures.look(0.2, "88", state: state)
    view.isLocked = true
    let drawn = EffectiveViewState(view)
    #expect(!drawn.isLocked && drawn.indicator == .none && !drawn.lighting.isQuiet)
  }

  /// A padlock overlaps neither the value above it, however small the knob, nor the cap's edge.
  @Test(arguments: PanelLayout.themes, [40.0, 48, 50, 60, 104, 170, 184, 520])
  func padlocksDoNotTouchValues(theme: ThemeName, diameter: Double) {
    let knob = DrawingFixtures.knob(
      400, 240, diameter, name: "Room", unit: diameter > 90 ? "%" : "")
    let face = DrawingFixtures.face(knob, theme, typesetter: FontTypesetter())
    var appearance = DrawingFixtures.look(0.2, "88")
    appearance.isLocked = true
    let look = KnobElements(appearance, face)
    #expect(look.indicator.indicator == .padlock)
    let padlock = Self.ink(of: face.bounds) { face.indicators.draw(.padlock, on: $0, Self.white) }
    let value = Self.ink(of: face.bounds) { look.value.text.draw(on: $0, Self.white) }
    if face.geometry.metrics.typography.value == .inside {
      #expect(padlock.y - value.maxY >= 1, "\(padlock), \(value)")
      let room =
        face.geometry.metrics.cap.hollow > 0
        ? face.geometry.hollow.radius : face.geometry.radius * face.geometry.metrics.edge
      #expect(Float(padlock.maxY) <= face.geometry.center.y + room)
    } else {
      #expect(padlock.intersection(value).isEmpty)
    }
  }

  private static let white = TextColors(
    background: Color(0), primary: Color(0xFFFFFF), secondary: Color(0xFFFFFF))

  /// The bounds of pixels that are more than half covered.
  private static func ink(of rect: PixelRect, _ draw: (Canvas) -> Void) -> PixelRect {
    guard let picture = PixelBuffer(size: PixelSize(width: 800, height: 800)) else { return rect }
    draw(Canvas(picture))
    var (left, top, right, bottom) = (Int.max, Int.max, 0, 0)
    for y in 0..<800 {
      for x in 0..<800 where picture.pixels[y * picture.stride + x] & 0xFF > 120 {
        (left, right) = (min(left, x), max(right, x + 1))
        (top, bottom) = (min(top, y), max(bottom, y + 1))
      }
    }
    guard left < right else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// A named value has no unit, though its neighbours have one.
  @Test func namesHaveNoUnit() {
    let knob = DrawingFixtures.knob(400, 240, 300, unit: "°C")
    let face = DrawingFixtures.face(knob, .graphite, typesetter: FontTypesetter())
    var appearance = DrawingFixtures.look(0.2, "off")
    func units() -> Int {
      let value = KnobElements(appearance, face).value.text
      return (0..<value.count).filter { value.piece($0)?.isUnit == true }.count
    }
    #expect(units() == 1)
    appearance.isNamed = true
    #expect(units() == 0)
  }

  /// The number of pixels in a rectangle that a pointer covers.
  private func ink(of pointer: PointerShape, _ rect: PixelRect) -> Int {
    guard let picture = PixelBuffer(size: PixelSize(width: 800, height: 480)) else { return -1 }
    let canvas = Canvas(picture, clip: rect)
    pointer.draw(on: canvas, Color(0xFFFFFF), light: Color(0xFFFFFF))
    var count = 0
    for y in canvas.clip.y..<canvas.clip.maxY {
      for x in canvas.clip.x..<canvas.clip.maxX {
        count += picture.pixels[y * picture.stride + x] & 0xFF > 40 ? 1 : 0
      }
    }
    return count
  }

  /// However many numbers a scale has, the printed ones do not overlap.
  @Test(arguments: [44.0, 104, 240], [1.0, 1000, 123_456])
  func labelsDoNotTouch(diameter: Double, top: Double) {
    var knob = DrawingFixtures.knob(400, 240, diameter, scale: Scale(range: -top...top))
    knob.look.ticks.hasLabels = true
    knob.look.ticks.isShown = true
    for theme in PanelLayout.themes {
      let labels = DrawingFixtures.face(knob, theme, typesetter: FontTypesetter()).labels
      for (index, one) in labels.enumerated() {
        for two in labels[(index + 1)...] {
          #expect(one.bounds.intersection(two.bounds).isEmpty)
        }
      }
      if diameter > 200 { #expect(labels.count >= 3) }
    }
  }

  /// Zones take the colour of the value, on the ring and the ticks, also on a later lap.
  @Test func zonesFollowTheValue() {
    var knob = DrawingFixtures.knob(100, 100, 190, travel: .arc(from: 0, to: 720))
    knob.look.progress.zones = [
      .init(from: 0, color: Color(0x0000FF)), .init(from: 25, color: Color(0x00FF00)),
      .init(from: 75, color: Color(0xFF0000)),
    ]
    let picture = DrawingFixtures.picture([knob], width: 200, height: 200)
    let frame = DrawingFixtures.frame(200, 200)
    func color(at degrees: Double) -> UInt32 {
      let point = PixelPoint(x: 100, y: 100).moved(
        by: 95 * 0.93, at: Direction(degrees: degrees))
      return frame.pixels[Int(point.y) * frame.stride + Int(point.x)] & 0xFF_FFFF
    }
    picture.set(DrawingFixtures.look(0.4), ofKnob: 0)
    _ = picture.draw(into: frame)
    #expect(color(at: 90) == 0x0000FF)
    #expect(color(at: 200) == 0x00FF00)
    picture.set(DrawingFixtures.look(0.95), ofKnob: 0)
    _ = picture.draw(into: frame)
    #expect(color(at: 90) == 0x00FF00)
    #expect(color(at: 200) == 0xFF0000)
  }

  /// From 40 to 1000 pixels, the value fits its space, whole, and is large enough to read.
  @Test(arguments: PanelLayout.themes, [40.0, 104, 370, 1000])
  func valuesFit(theme: ThemeName, diameter: Double) {
    let knob = DrawingFixtures.knob(400, 240, diameter, name: "Room", unit: "%")
    let face = DrawingFixtures.face(knob, theme, typesetter: FontTypesetter())
    let look = KnobElements(DrawingFixtures.look(0.5, "100"), face)
    #expect(Double(look.value.text.bounds.width) <= diameter * 0.72)
    #expect(look.value.text.bounds.height >= 6)
    // Each digit is a piece. The smallest text is too wide for a knob of 40 pixels in `contrast`.
    if diameter > 40 || theme != .contrast { #expect(look.value.text.count >= 3) }
    #expect(face.bounds.contains(look.value.text.bounds))
    #expect(face.geometry.ring.width >= 1.5)
  }
}
