import Benchmarks
import JSON
import Layout
import Raster
import Testing

/// The contents of the table, without limits on times.
@Suite struct FingerTableTests {
  private static let table = FingerTable(seconds: 1, typesetter: NoType())

  @Test("Every theme is measured with ten fingers that report 120 times a second")
  func themes() {
    #expect(Self.table.rows.map(\.theme) == PanelLayout.themes)
    #expect(Self.table.rows.allSatisfy { $0.sampleCount == 1200 && $0.frameCount == 60 })
  }

  @Test("In every theme the same fingers turn the knobs by the same steps")
  func changes() {
    let counts = Set(Self.table.rows.map(\.changeCount))
    #expect(counts.count == 1)
    // Ten knobs, each turned by more than a step in every fourth report.
    #expect(counts.allSatisfy { $0 > 300 })
  }

  @Test("Each stage takes time, and the stages add up to the total")
  func stages() {
    for row in Self.table.rows {
      let cost = row.cost
      #expect(
        cost.touch > 0 && cost.panel > 0 && cost.drawing > 0 && cost.scanout > 0, "\(row.theme)")
      #expect(cost.total == cost.touch + cost.panel + cost.drawing + cost.scanout)
    }
  }

  @Test("The JSON has the documented keys, in order")
  func json() throws {
    guard case .object(let top) = Self.table.json,
      case .array(let themes)? = top.first(where: { $0.key == "themes" })?.value,
      case .object(let first)? = themes.first
    else {
      Issue.record("\(Self.table.json.line)")
      return
    }
    #expect(top.map(\.key) == ["fingers", "report_hz", "themes"])
    #expect(
      first.map(\.key) == [
        "theme", "samples", "frames", "changes", "touch_us", "panel_us", "drawing_us", "scanout_us",
        "total_us",
      ])
  }

  @Test("The text has a line for each theme")
  func text() {
    let lines = Self.table.text.split(separator: "\n").map(String.init)
    for theme in PanelLayout.themes {
      #expect(lines.contains { $0.hasPrefix(theme.rawValue) }, "\(theme)")
    }
  }
}
