import Layout
import LayoutFile
import Raster
import Testing
import Text

@testable import Panel
@testable import PanelDrawing

/// How lines fit into their space, with the machine's fonts.
@Suite struct LineTests {
  private let texts = FaceTexts(FontTypesetter())
  private let style = TextStyle(pixelSize: 20)

  private func line(
    _ text: String, x: Float = 100, align: LabelLayout.Alignment = .left, width: Float? = nil,
    fit: LabelLayout.Fit = .ellipsis
  ) -> DrawnText {
    texts.line(text, style, x: x, align: align, baseline: 40.4, width: width, fit: fit)
  }

  /// The centre of the ink, in pixels of the panel.
  private func middle(_ line: DrawnText) -> Float {
    var (sum, weighted): (Float, Float) = (0, 0)
    for (index, coverage) in line.mask.coverage.enumerated() {
      sum += Float(coverage)
      weighted += Float(coverage) * (Float(index % line.mask.size.width) + 0.5)
    }
    return line.origin.x - line.mask.originX + weighted / sum
  }

  /// Whatever a text's width and position, its centre is off by at most an eighth of a pixel.
  @Test(arguments: ["A", "H", "OHO", "8"]) func middlesAreExact(text: String) {
    for step in 0..<16 {
      let x = 100 + Float(step) / 16
      let line = line(text, x: x, align: .center)
      let natural = texts.typesetter.mask(for: text, style: style)
      let optical = middle(DrawnText(mask: natural, origin: PixelPoint(x: 0, y: 0)))
      #expect(abs(middle(line) - x - (optical - natural.advance * 0.5)) < 0.16)
      #expect(line.origin.x == line.origin.x.rounded() && line.origin.y == 40)
    }
  }

  @Test func alignedEndsAreExact() {
    let natural = texts.typesetter.mask(for: "Kitchen", style: style).advance
    #expect(abs(line("Kitchen", x: 100, align: .right).origin.x + natural - 100) <= 1)
    #expect(line("Kitchen", x: 100).origin.x == 100)
  }

  @Test(arguments: ["Living room and kitchen", "غرفة المعيشة والمطبخ الكبير", "客厅和厨房的音量"])
  func wideTextsEndInAnEllipsis(text: String) {
    let natural = line(text).mask.advance
    let cut = line(text, width: 90).mask
    #expect(natural > 90 && cut.advance <= 90 && cut.advance > 50)
    #expect(line(text, width: natural + 1).mask.coverage == line(text).mask.coverage)
    // With hardly any space, only the ellipsis is left.
    #expect(line(text, width: 3).mask.advance < 30)
  }

  @Test func wideTextsShrinkToALegibleSize() {
    let text = "Living room and kitchen"
    let natural = line(text).mask
    let small = line(text, width: natural.advance * 0.6, fit: .shrink).mask
    #expect(small.advance <= natural.advance * 0.6 && small.advance > natural.advance * 0.55)
    #expect(small.size.height < natural.size.height)
    let smallest = line(text, width: 30, fit: .shrink).mask
    #expect(smallest.advance <= 30 && smallest.size.height >= 6)
    #expect(line(text, width: 900, fit: .shrink).mask.coverage == natural.coverage)
  }

  /// A changing number keeps its position: all digits have the same width.
  @Test(arguments: [Float(11), 17.3, 60]) func figuresHaveEqualWidths(size: Float) {
    let glyphs = GlyphCache(
      TextStyle(pixelSize: size, tabularFigures: true), texts.typesetter)
    let widths = ["00", "11", "47", "88", "93"].map { glyphs.width(of: $0) }
    #expect(Set(widths).count == 1)
    #expect(glyphs.width(of: "−1") > 0 && glyphs.width(of: "-12") == glyphs.width(of: "+98"))
  }

  /// Replacing a digit moves neither the digits beside it nor the unit.
  @Test(arguments: [Float(11), 17.3, 60]) func figuresDoNotMoveTheirNeighbours(size: Float) {
    let glyphs = GlyphCache(
      TextStyle(pixelSize: size, tabularFigures: true), texts.typesetter)
    let unit = texts.typesetter.mask(for: "dB", style: TextStyle(pixelSize: size / 2))
    func xPositions(_ text: String) -> [Float] {
      let value = GlyphRun(
        text, glyphs, unit: unit, middleX: 200.3, middleY: 100, limit: 400)
      return (0..<value.count).compactMap { value.piece($0)?.origin.x }
    }
    let before = xPositions("-80.5")
    #expect(before.count == 6)
    for figure in 0...9 {
      #expect(xPositions("-\(figure)0.5") == before && xPositions("-8\(figure).5") == before)
    }
  }

  @Test func theFontOfTheLayoutIsUsed() {
    let mono = FaceTexts(FontTypesetter(), .family("DejaVu Sans Mono"))
    let text = mono.line("ill", style(mono), x: 0, align: .left, baseline: 20)
    let wide = mono.line("mwm", style(mono), x: 0, align: .left, baseline: 20)
    #expect(text.mask.advance == wide.mask.advance)
    #expect(FaceTexts(FontTypesetter(), .file("Bar.otf")).family == "./Bar.otf")
    #expect(FaceTexts(FontTypesetter(), .file("fonts/Bar.otf")).family == "fonts/Bar.otf")
  }

  private func style(_ texts: FaceTexts) -> TextStyle {
    TextStyle(family: texts.family, pixelSize: 20)
  }
}
