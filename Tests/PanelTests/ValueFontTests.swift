import Gesture
import Knobs
import Layout
import LayoutFile
import Raster
import Testing
import Text

@testable import Panel
@testable import PanelDrawing

/// The sizes of values and units, with the machine's fonts.
@Suite struct ValueFontTests {
  /// A knob's range and the texts around its numbers.
  struct Case: Sendable, CustomTestStringConvertible {
    var range: ClosedRange<Double>
    var decimals = 0
    var unit = ""
    var smallestDiameter = 0.0
    var testDescription: String { "\(range) \(decimals) \(unit)" }
  }

  static let cases = [
    Case(range: 0...100, unit: "%"),
    Case(range: -90...6, decimals: 1, unit: "dB"),
    Case(range: 5...30, decimals: 1, unit: "°C"),
    Case(range: -12...12),
    Case(range: 0...1_000_000, decimals: 2, unit: "ms", smallestDiameter: 100),
    Case(range: 1700...2024, unit: "after Christ"),
    Case(range: -999_999_999...0, decimals: 9, unit: "Hz", smallestDiameter: 300),
  ]

  private static func knob(_ row: Case, diameter: Double, size: Double? = nil) -> KnobLayout {
    var knob = KnobLayout(
      id: "k", center: DesignPoint(x: 400, y: 240), diameter: diameter,
      scale: Scale(range: row.range), unit: row.unit)
    knob.format = ValueFormat(decimals: row.decimals)
    knob.look.value.size = size
    return knob
  }

  private static func face(_ knob: KnobLayout, _ name: ThemeName, textScale: Double = 1) -> KnobFace
  {
    var theme = Theme.named(name, .named(name))
    theme.textScale = textScale
    let viewport = PlayedPanel.viewport(
      of: LayoutDocument(panel: PanelLayout(width: 800, height: 480)))
    return KnobFace(knob, viewport, theme, FaceTexts(FontTypesetter(), .family("Inter")))
  }

  private static func text(_ value: Double, _ knob: KnobLayout, _ face: KnobFace) -> GlyphRun {
    let text = knob.format?.text(for: value) ?? ""
    return face.valueText(KnobViewState(position: 0, text: text), lift: 0)
  }

  @Test(
    "Each number of a range is whole, and none is larger than another",
    arguments: PanelLayout.themes, cases)
  func numbersAreWhole(theme: ThemeName, row: Case) {
    for (diameter, size, textScale) in [
      (60, nil, 1), (100, 90, 1), (300, nil, 1), (300, 90, 1), (300, 400, 1), (300, nil, 2),
    ] as [(Double, Double?, Double)] where diameter >= row.smallestDiameter {
      let knob = Self.knob(row, diameter: diameter, size: size)
      let face = Self.face(knob, theme, textScale: textScale)
      var sizes: [Character: PixelSize] = [:]
      for share in 0...20 {
        let value = row.range.lowerBound.interpolated(to: row.range.upperBound, Double(share) / 20)
        let text = knob.format?.text(for: value) ?? ""
        guard text.count <= GlyphRun.maxFigures else { continue }
        let run = Self.text(value, knob, face)
        let pieces = (0..<run.count).compactMap(run.piece)
        // A number that is cut is one piece.
        #expect(pieces.count { !$0.isUnit } == text.count, "\(text) of \(diameter) at \(size ?? 0)")
        #expect(Float(run.bounds.width) <= face.geometry.valueWidth + 2)
        for (character, piece) in zip(text, pieces) {
          #expect(sizes[character] == nil || sizes[character] == piece.mask.size)
          sizes[character] = piece.mask.size
        }
      }
    }
  }

  @Test("A value that is drawn smaller has a smaller unit", arguments: PanelLayout.themes)
  func unitsAreInProportion(theme: ThemeName) throws {
    let row = Case(range: -90...6, decimals: 1, unit: "dB")
    let ratios = try [40, 90, 200].map { size -> Float in
      let knob = Self.knob(row, diameter: 300, size: size)
      let run = Self.text(-88.8, knob, Self.face(knob, theme))
      let digit = try #require(run.piece(1)).mask.size.height
      let unit = try #require((0..<run.count).compactMap(run.piece).last { $0.isUnit })
      return Float(unit.mask.size.height) / Float(digit)
    }
    for ratio in ratios { #expect(abs(ratio - ratios[0]) < 0.1, "\(ratios)") }
  }

  @Test(
    "Names of values share a size, but a long one does not make others illegible",
    arguments: [
      (names: ["H", "Phono", "HDMI"], isShared: true),
      (names: ["H", "Phono", "HDMI in the kitchen and the hall"], isShared: false),
    ])
  func names(names: [String], isShared: Bool) {
    var knob = Self.knob(Case(range: 0...2), diameter: 200)
    knob.travel = .sectors(names)
    knob.format = nil
    let face = Self.face(knob, .graphite)
    let sizes = names.map { name in
      var view = KnobViewState(position: 0, text: name)
      view.isNamed = true
      let run = face.valueText(view, lift: 0)
      #expect(Float(run.bounds.width) <= face.geometry.valueWidth + 2)
      // Cut names end in an ellipsis.
      #expect(
        run.piece(0)?.mask
          === face.value.fonts?.name(name, width: face.geometry.valueWidth).line(name))
      return run.bounds.height
    }
    #expect(sizes[0] * 2 >= Int(face.geometry.valueSize * 0.5))
    #expect(isShared == (sizes[0] - sizes[2] <= 1), "\(sizes)")
  }
}

extension Double {
  fileprivate func interpolated(to other: Double, _ share: Double) -> Double {
    self + (other - self) * share
  }
}
