import Gesture
import Layout
import LayoutFile
import Raster
import Testing
import Text

@testable import Panel
@testable import PanelDrawing

/// Text is legible and in its proper position.
@Suite struct DrawingLegibilityTests {
  private static let themes = PanelLayout.themes

  /// Each text has contrast with the worst pixel behind it, including gradient, shimmer and dither.
  @Test(arguments: themes, KnobViewState.State.allCases)
  func textHasContrast(theme: ThemeName, state: KnobViewState.State) {
    let minimum: Float = theme == .contrast ? 7 : 4.5
    for knob in [
      DrawingFixtures.knob(150, 150, 280, name: "Living room", unit: "%"),
      DrawingFixtures.knob(150, 150, 104, name: "Kitchen", unit: "%"),
    ] {
      let look = DrawingFixtures.look(0, "42", state: state)
      // Draw only the background, without text.
      let ground = DrawingFixtures.picture(
        [knob], width: 300, height: 330, theme: theme, typesetter: BlankTypesetter())
      let frame = DrawingFixtures.frame(300, 330)
      ground.set(look, ofKnob: 0)
      _ = ground.draw(into: frame)
      for (rect, ink) in texts(of: DrawingFixtures.face(knob, theme), look) {
        let worst = worstContrast(of: ink, in: frame, rect)
        #expect(worst >= minimum, "\(theme), \(state), \(knob.diameter), at \(rect)")
      }
    }
  }

  /// The bounds and colours of all texts.
  private func texts(
    of face: KnobFace, _ appearance: KnobViewState
  ) -> [(PixelRect, Color)] {
    let look = KnobElements(appearance, face)
    let style = face.style(appearance.state)
    let isInside = style.metrics.typography.value == .inside
    let textColors = isInside ? style.onCap : style.onBackground
    var texts = face.labels.map { ($0.bounds, style.onBackground.secondary) }
    for name in face.name {
      let textColors = style.metrics.typography.name == .inside ? style.onCap : style.onBackground
      texts.append((name.bounds, textColors.secondary))
    }
    for index in 0..<look.value.text.count {
      guard let piece = look.value.text.piece(index) else { continue }
      texts.append((piece.bounds, piece.isUnit ? textColors.secondary : textColors.primary))
    }
    return texts
  }

  private func worstContrast(of ink: Color, in frame: PixelBuffer, _ rect: PixelRect) -> Float {
    var worst: Float = 21
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX {
        let ground = Color(frame.pixels[y * frame.stride + x] & 0xFF_FFFF)
        worst = min(worst, ink.contrast(with: ground))
      }
    }
    return worst
  }

  /// Lit and unlit parts have enough contrast.
  @Test(arguments: themes) func litAndUnlitDiffer(theme: ThemeName) {
    let style = DrawingFixtures.face(DrawingFixtures.knob(150, 150, 280), theme).style
    let unlit = style.metrics.track.hasProgress ? style.palette.track : style.palette.tick
    guard style.metrics.track.style == .solid || style.metrics.ticks.areLit else { return }
    for lit in [style.lit.first, style.lit.last] {
      #expect(lit.contrast(with: unlit) >= 2)
    }
  }

  /// Each part of the high-contrast theme has contrast with its surroundings, in every state.
  @Test(arguments: [280.0, 104], KnobViewState.State.allCases)
  func highContrastPartsDiffer(diameter: Double, state: KnobViewState.State) {
    let face = DrawingFixtures.face(DrawingFixtures.knob(150, 150, diameter), .contrast)
    let style = face.style(state)
    let ground = style.onBackground.background
    let colors = face.litColors(state)
    let parts = [style.palette.track, style.palette.tick, style.palette.pointer]
    for part in parts + [colors.normal, colors.held, colors.quiet].map(\.ramp.last) {
      #expect(part.contrast(with: ground) >= 3)
    }
    // The track's outline separates its lit part from the surroundings.
    #expect(style.metrics.track.style == .outline)
    #expect(face.geometry.outlineWidth >= 1.8)
    // No thin weights.
    let typography = style.metrics.typography
    for weight in [typography.valueWeight, typography.unitWeight, typography.nameWeight] {
      #expect(weight.rawValue >= TextStyle.Weight.semiBold.rawValue)
    }
  }

  /// The value is centred, with equal background on both sides.
  @Test(arguments: ["0", "42", "100", "-12.5"]) func valuesAreCentred(text: String) {
    let typesetter = FontTypesetter()
    let knob = DrawingFixtures.knob(150, 150, 280)
    let columns = inkedColumns(knob, text, typesetter)
    let middle = Float(columns.lowerBound + columns.upperBound) / 2
    // Digits have slightly more space on one side than on the other.
    #expect(abs(middle - 150) < 5, "\(columns)")
  }

  /// Text of any length stays within the cap.
  @Test(arguments: ["100000000000", "Television and radio", "-1234.5"])
  func longValuesAreDrawnSmaller(text: String) {
    for (diameter, unit) in [(280.0, "%"), (104, ""), (60, "")] {
      let knob = DrawingFixtures.knob(150, 150, diameter, unit: unit)
      let columns = inkedColumns(knob, text, FontTypesetter())
      #expect(Double(columns.count) < diameter * 0.78, "\(diameter): \(columns)")
    }
  }

  /// The columns where a knob with a text differs from the same knob without it.
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

  @Test(arguments: themes, [300.0, 100]) func longNamesAreCut(
    theme: ThemeName, diameter: Double
  ) throws {
    let knob = DrawingFixtures.knob(
      400, 240, diameter, name: "The large living room with the piano and all the windows")
    let face = DrawingFixtures.face(knob, theme, typesetter: FontTypesetter())
    let widths = face.name.map(\.mask.advance)
    #expect((1...2).contains(widths.count))
    #expect(widths.allSatisfy { $0 <= face.geometry.nameWidth })
    #expect(widths.reduce(0, +) > face.geometry.nameWidth * 0.75)
  }

  /// States differ even without colour.
  @Test(arguments: themes, [100.0, 200]) func statesDiffer(theme: ThemeName, diameter: Double) {
    var looks = [DrawingFixtures.look(0.5)]
    looks.append(DrawingFixtures.look(0.5, held: true))
    looks += [.unknown, .offline, .disabled].map { DrawingFixtures.look(0.5, state: $0) }
    looks.append(DrawingFixtures.look(0.5))
    looks[5].isLocked = true
    looks.append(DrawingFixtures.look(0, "0"))
    looks[6].mutedFrom = 0.5
    // Different from a knob that is merely turned down.
    looks.append(DrawingFixtures.look(0, "0"))
    let frames = looks.map { look in
      let picture = DrawingFixtures.picture(
        [DrawingFixtures.knob(120, 120, diameter)], width: 240, height: 250, theme: theme)
      let frame = DrawingFixtures.frame(240, 250)
      picture.set(look, ofKnob: 0)
      _ = picture.draw(into: frame)
      return frame.pixels.map { ($0 >> 16 & 0xFF) + ($0 >> 8 & 0xFF) + ($0 & 0xFF) }
    }
    for (index, one) in frames.enumerated() {
      for (other, two) in frames.enumerated() where other > index {
        let different = zip(one, two).filter { abs(Int($0) - Int($1)) > 30 }.count
        #expect(different > Int(diameter / 2), "\(looks[index]) and \(looks[other])")
      }
    }
  }
}
