import Gesture
import Layout
import Testing

@testable import LayoutFile

/// Room for the names below knobs, in the cells of a grid and on one line.
@Suite struct NameRowsTests {
  /// A theme that draws names lower than cells assume.
  private static func knobs(_ lines: String...) throws -> [KnobLayout] {
    var environment = LayoutEnvironment()
    environment.nameBelow = { knob, _, _ in
      knob.name == nil
        ? nil : NameBelow(baseline: knob.diameter * 0.7, bottom: knob.diameter * 0.9)
    }
    let text = """
      version: 1
      panel: {size: [400, 200]}
      grid: {columns: 2, gap: 0}
      knobs:
      """
    let outcome = parse(
      text + "\n" + lines.map { "  \($0)" }.joined(separator: "\n"), environment: environment)
    return try #require(outcome.layout, "\(outcome.text)").knobs
  }

  @Test("A knob in a cell is as large as its touch area and its name permit") func fits() throws {
    let knob = try Self.knobs("a: {cell: [1, 1], name: Bath}")[0]
    let reach = knob.diameter / 2 * Dial.defaultReach
    #expect(knob.center.y - reach >= -0.01)
    #expect(abs(knob.center.y + knob.diameter * 0.9 - 200) < 0.1)
    #expect(abs(try #require(knob.nameBelow?.bottom) - (200 - knob.center.y)) < 0.1)
  }

  @Test("A knob without a name aligns with the others of its row") func nameless() throws {
    let knobs = try Self.knobs("a: {cell: [1, 1], name: Bath}", "b: {cell: [2, 1]}")
    #expect(knobs[0].center.y == knobs[1].center.y && knobs[0].diameter == knobs[1].diameter)
    let alone = try Self.knobs("b: {cell: [2, 1]}")
    #expect(alone[0].diameter > knobs[1].diameter)
  }

  @Test(
    "Names of a row stand on one line, whatever their knobs are",
    arguments: [
      ["a: {cell: [1, 1], name: Bath}", "b: {cell: [2, 1], name: Hall, diameter: 60}"],
      [
        "a: {center: [100, 80], diameter: 100, name: Bath}",
        "b: {center: [300, 80], diameter: 60, name: Hall}",
      ],
      ["a: {cell: [1, 1], name: Bath, align: top, diameter: 80}", "b: {cell: [2, 1], name: Hall}"],
    ]) func oneLine(_ lines: [String]) throws
  {
    let knobs = try Self.knobs(lines[0], lines[1])
    let baselines = try knobs.map { $0.center.y + (try #require($0.nameBelow).baseline) }
    #expect(abs(baselines[0] - baselines[1]) < 1e-9)
    for knob in knobs {
      #expect(knob.nameBelow.map { $0.baseline >= knob.diameter * 0.7 - 1e-9 } == true)
    }
  }

  @Test("Names at other heights and on other pages do not move") func apart() throws {
    let knobs = try Self.knobs(
      "a: {center: [100, 60], diameter: 100, name: Bath}",
      "b: {center: [300, 90], diameter: 60, name: Hall}")
    #expect(knobs.map { $0.nameBelow?.baseline } == [70, 42])
  }
}

/// Tabs and texts that depend on the panel as a whole.
@Suite struct PanelMeasureTests {
  private static func layout(_ panel: String, _ grid: String = "", scale: Double? = nil) throws
    -> LayoutDocument
  {
    let outcome = parse(
      """
      version: 1
      panel: {size: [800, 480]\(panel)}
      \(grid)
      pages:
        a: {knobs: {x: {center: [100, 100], diameter: 90}}}
        b: {}
      """, environment: LayoutEnvironment(pixelsPerMillimetre: scale))
    return try #require(outcome.layout, "\(outcome.text)")
  }

  @Test("Tabs stand on the margins of the grid, and take touches to the panel's sides")
  func tabMargins() throws {
    let bar = try #require(
      TabBar(try Self.layout("", "grid: {columns: 2, margin: [30, 0, 50, 0]}")))
    #expect(bar.left == 30 && bar.width == 360)
    #expect(bar.touchColumns(ofTab: 0) == 0...390 && bar.touchColumns(ofTab: 1) == 390...800)
    #expect(try #require(TabBar(try Self.layout(""))).left == 16)
  }

  @Test(
    "A viewing distance scales the texts: 20 arc minutes for a capital",
    arguments: [("80cm", 5.0), ("800 mm", 5.0), ("0.8", 5.0), ("0.8m", nil as Double?)])
  func viewingDistance(_ row: (text: String, pixelsPerMillimetre: Double?)) throws {
    // 480 pixels are 30 texts of 16 pixels, which are 3.2 mm high at five pixels per millimetre.
    let panel = try Self.layout(
      ", viewing_distance: \(row.text)", scale: row.pixelsPerMillimetre
    ).panel
    let capital = 0.72 * (panel.legibleTextSize ?? 0) / 5
    #expect(abs(capital - 0.8 * 5.818) < 0.01)
    #expect(abs(panel.textScale - (panel.legibleTextSize ?? 0) / 16) < 1e-9)
  }

  @Test("Texts are never scaled beyond three times their size") func largestScale() throws {
    #expect(try Self.layout(", viewing_distance: 10m").panel.textScale == 3)
  }
}
