import Gesture
import Testing

import Diagnostics
import Layout
@testable import LayoutFile

/// The positions of cells, and of the items in them.
@Suite struct GridTests {
  private static let millimetres = LayoutEnvironment(pixelsPerMillimetre: 5)

  /// The boxes of the first and the last cell, on 800 × 400 px.
  private func corners(_ grid: String) throws -> (first: Box, last: Box) {
    let bytes = Array(grid.utf8)
    let context = ReadingContext(environment: Self.millimetres)
    var reader = NodeReader(bytes[...], file: SourceFile(path: "", bytes: bytes), context)
    let node = try reader.read()
    let subject = Subject(name: "`grid`", span: node.span)
    context.measure(PanelLayout(width: 800, height: 400))
    guard case .grid(let cells)? = LayoutTables.grid.read(node, subject, context) else {
      throw Mismatch()
    }
    let (column, row) = (cells.columns.count - 1, cells.rows.count - 1)
    return (
      cells.box(of: Grid.Cells(columns: 0..<1, rows: 0..<1)),
      cells.box(of: Grid.Cells(columns: column..<column + 1, rows: row..<row + 1))
    )
  }

  @Test(
    "Tracks share the space left by lengths, gaps and margins",
    arguments: [
      ("{}", [0, 0, 800, 400], [0, 0, 800, 400]),
      ("{columns: 4, rows: 2}", [0, 0, 200, 200], [600, 200, 800, 400]),
      ("{columns: 4, rows: 2, gap: 20}", [0, 0, 185, 190], [615, 210, 800, 400]),
      ("{columns: 4, rows: 2, gap: [20, 40]}", [0, 0, 185, 180], [615, 220, 800, 400]),
      ("{margin: 30}", [30, 30, 770, 370], [30, 30, 770, 370]),
      ("{margin: [10, 20]}", [10, 20, 790, 380], [10, 20, 790, 380]),
      ("{margin: [10, 20, 30, 40]}", [10, 20, 770, 360], [10, 20, 770, 360]),
      ("{columns: [1fr, 3fr], rows: [100, 1fr]}", [0, 0, 200, 100], [200, 100, 800, 400]),
      ("{columns: ['1fr', \"3fr\"], rows: [100, '1fr']}", [0, 0, 200, 100], [200, 100, 800, 400]),
      ("{columns: [0.5fr, 300, .5fr]}", [0, 0, 250, 400], [550, 0, 800, 400]),
      ("{columns: [25%, 20mm], rows: [50%]}", [0, 0, 200, 200], [200, 0, 300, 200]),
      ("{columns: [100, 100], gap: 5%, margin: 2mm}", [10, 10, 110, 390], [150, 10, 250, 390]),
      ("{columns: [400, 400]}", [0, 0, 400, 400], [400, 0, 800, 400]),
    ])
  func tracks(_ grid: String, first: [Double], last: [Double]) throws {
    let corners = try corners(grid)
    for (box, edges) in [(corners.first, first), (corners.last, last)] {
      let found = [box.left, box.top, box.right, box.bottom]
      #expect(zip(found, edges).allSatisfy { abs($0 - $1) < 1e-9 }, "\(found)")
    }
  }

  private func knob(_ lines: String, grid: String = "columns: 4, rows: 4") throws -> KnobLayout {
    let outcome = parse(
      "version: 1\npanel: {size: [1600, 1600]}\ngrid: {\(grid)}\nknobs: {k: {\(lines)}}")
    #expect(outcome.text == "")
    return try #require(outcome.layout?.knobs.first)
  }

  @Test("A large knob fills its cell with its touch area") func large() throws {
    let knob = try knob("cell: [2, 3]")
    #expect(knob.center == DesignPoint(x: 600, y: 1000))
    #expect(abs(knob.diameter * Dial.defaultReach - 400) < 1e-9)
  }

  @Test("A span makes one cell of several") func span() throws {
    let knob = try knob("cell: [2, 2], span: [3, 2]")
    #expect(knob.center == DesignPoint(x: 1000, y: 800))
    #expect(abs(knob.diameter * Dial.defaultReach - 800) < 1e-9)
  }

  @Test("A small knob leaves space for its name below", arguments: [64.0, 90, 120, 160, 190])
  func small(height: Double) throws {
    let knob = try knob("cell: [1, 1]", grid: "columns: [1fr], rows: [\(height)]")
    let radius = knob.diameter / 2
    let size = max(0.28 * radius, 11)
    #expect(knob.diameter < 180 && knob.diameter > 0.6 * height)
    #expect(knob.center.x == 800)
    #expect(knob.center.y - radius * Dial.defaultReach >= -1e-9)
    #expect(knob.center.y + radius + 1.4 * size <= height + 1e-9)
  }

  @Test(
    "A knob with its own size is aligned within its cell",
    arguments: [
      ("center", 200.0, 200.0), ("left", 55, 200), ("right", 345, 200), ("top", 200, 55),
      ("top-left", 55, 55), ("top-right", 345, 55),
    ])
  func aligned(_ align: String, x: Double, y: Double) throws {
    // Half of its extent below the middle is for its name.
    let knob = try knob("cell: [1, 1], diameter: 100, align: \(align)")
    #expect(abs(knob.center.x - x) < 1e-9)
    #expect(knob.diameter == 100)
    #expect(abs(knob.center.y - y) < 10)
  }

  @Test("Cells and free positions can be mixed") func mixed() {
    let outcome = parse(
      """
      version: 1
      grid: {columns: 2}
      knobs:
        a: {cell: [1, 1]}
        b: {center: [600, 240], diameter: 100}
      """)
    #expect(outcome.text == "")
    #expect(outcome.layout?.knobs.map(\.center.x) == [200, 600])
  }

  @Test(
    "A label is positioned at the side it is aligned to",
    arguments: [("left", 400.0), ("center", 600), ("right", 800)])
  func labels(_ align: String, x: Double) throws {
    let outcome = parse(
      "version: 1\ngrid: {columns: 2}\nknobs: {}\n"
        + "labels: [{text: A, cell: [2, 1], size: 20, align: \(align)}]")
    #expect(outcome.text == "")
    #expect(outcome.layout?.labels.first?.at == DesignPoint(x: x, y: 247))
  }

  @Test(
    "An image fills its cell in proportion, or is aligned there in its own size",
    arguments: [
      ("cell: [1, 1]", DesignPoint(x: 200, y: 240), 400.0, 250.0),
      ("cell: [1, 1], align: top", DesignPoint(x: 200, y: 125), 400, 250),
      ("cell: [2, 1], size: 80, align: bottom-right", DesignPoint(x: 760, y: 455), 80, 50),
    ])
  func images(_ lines: String, center: DesignPoint, width: Double, height: Double) throws {
    // The image has 160 × 100 pixels.
    let outcome = parse(
      "version: 1\ngrid: {columns: 2}\nknobs: {}\nimages: [{file: logo.png, \(lines)}]",
      environment: TestAssets.environment)
    #expect(outcome.text == "")
    let image = try #require(outcome.layout?.images.first)
    #expect(image.position == center && image.anchor == .center)
    let size = image.size.resolved(width: 160, height: 100)
    #expect(size.width == width && size.height == height)
  }

  @Test(
    "Items in the corner of a round panel are reported",
    arguments: [
      ("[240, 240]", 470, true), ("[70, 70]", 60, false), ("[240, 40]", 60, true),
      ("[80, 80]", 50, false),
    ])
  func round(center: String, diameter: Int, isGood: Bool) {
    let outcome = parse(
      "version: 1\npanel: {size: [480, 480], shape: round}\n"
        + "knobs: {k: {center: \(center), diameter: \(diameter)}}")
    #expect(outcome.layout?.panel.shape == .round)
    #expect(outcome.diagnostics.isEmpty == isGood)
    #expect(outcome.text.contains("beyond the round panel of 480 x 480 px") == !isGood)
  }
}
