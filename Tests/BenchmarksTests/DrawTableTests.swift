import Benchmarks
import JSON
import Raster
import Testing

/// The contents of the table, without limits on times.
@Suite struct DrawTableTests {
  private static let table = DrawTable(seconds: 0.001, typesetter: NoType())

  private func row(_ name: String) throws -> DrawMeasurement {
    try #require(Self.table.rows.first { $0.scenario.name == name })
  }

  @Test("The scenarios that LVGL was measured in are included, with its figures")
  func lvglScenarios() throws {
    let rows = Self.table.rows.filter { $0.scenario.rival != nil }
    #expect(rows.map(\.scenario.knobCount) == [1, 8, 1, 60])
    #expect(rows.map(\.scenario.size.width) == [800, 1280, 1920, 1920])
    #expect(rows.prefix(3).allSatisfy { $0.scenario.diameter == 300 })
  }

  @Test("Every value change draws pixels, and copies at least their bytes")
  func everyChangeDraws() {
    for row in Self.table.rows {
      #expect(row.pixels > 0, "\(row.scenario.name)")
      let bytesPerPixel = row.scenario.name.contains("RGB565") ? 2.0 : 4
      #expect(row.bytes >= row.pixels * bytesPerPixel, "\(row.scenario.name)")
      for spread in [row.update, row.frame] {
        #expect(spread.p50 > 0 && spread.p50 <= spread.p99)
      }
    }
  }

  @Test("A value change costs the same pixels and bytes among 1000 knobs as alone")
  func manyKnobs() throws {
    let (many, alone) = (try row("arc among 1000"), try row("arc alone of those 1000"))
    #expect(many.scenario.knobCount == 1000)
    #expect(alone.scenario.knobCount == 1)
    #expect(many.scenario.diameter == alone.scenario.diameter)
    #expect(many.pixels == alone.pixels)
    #expect(many.bytes == alone.bytes)
  }

  @Test("The JSON has exactly the documented keys, in order")
  func json() throws {
    guard case .object(let top) = Self.table.json, top.count == 1, top[0].key == "scenarios",
      case .array(let scenarios) = top[0].value
    else {
      Issue.record("\(Self.table.json.line)")
      return
    }
    #expect(scenarios.count == Self.table.rows.count)
    for scenario in scenarios {
      guard case .object(let members) = scenario else { throw NoObject() }
      #expect(
        members.map(\.key) == [
          "name", "size", "knobs", "diameter", "update_us", "frame_us", "pixels", "bytes",
        ])
      for spread in members[4...5] {
        guard case .object(let figures) = spread.value else { throw NoObject() }
        #expect(figures.map(\.key) == ["mean", "p50", "p99"])
      }
    }
  }

  @Test("The text has a line for each scenario")
  func text() {
    for row in Self.table.rows { #expect(Self.table.text.contains(row.scenario.name)) }
  }

  private struct NoObject: Error {}
}

/// Draws blocks instead of glyphs: benchmark figures must not depend on installed fonts.
final class NoType: Typesetter {
  func mask(for text: String, style: TextStyle) -> TextMask {
    let size = PixelSize(width: max(Int(style.pixelSize * 0.6), 1) * text.count, height: 20)
    guard size.width > 0 else {
      return TextMask(size: size, coverage: [], originX: 0, originY: 0, advance: 0)
    }
    return TextMask(
      size: size, coverage: Array(repeating: 128, count: size.width * size.height), originX: 0,
      originY: 20, advance: Float(size.width))
  }

  func capHeight(of style: TextStyle) -> Float { style.pixelSize * 0.7 }
}
