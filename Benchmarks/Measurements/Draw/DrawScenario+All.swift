internal import Layout
internal import Raster

extension DrawScenario {
  /// All measured scenarios, starting with those in which LVGL was measured.
  ///
  /// LVGL 9 (master of August 2026, -O3, 32 bits per pixel, direct mode) on one core of an x86-64
  /// machine; its figures are quoted, not measured here: compare them as ratios.
  public static var all: [DrawScenario] { comparedWithLVGL + ours }

  private static var comparedWithLVGL: [DrawScenario] {
    [
      DrawScenario(
        "arc", arcs(800, 480, columns: 1, rows: 1, diameter: 300, typeSize: 40),
        rival: Rival(update: 40...80, frame: 330...450)),
      DrawScenario(
        "arc among eight", arcs(1280, 720, columns: 4, rows: 2, diameter: 300, typeSize: 40),
        rival: Rival(update: 65...65)),
      DrawScenario(
        "arc, full HD", arcs(1920, 1080, columns: 1, rows: 1, diameter: 300, typeSize: 40),
        rival: Rival(frame: 1800...1800)),
      DrawScenario(
        "arc among 60, full HD",
        arcs(1920, 1080, columns: 10, rows: 6, diameter: 150, typeSize: 14),
        rival: Rival(update: 90...90, frame: 7000...7000)),
    ]
  }

  private static var ours: [DrawScenario] {
    let themes = PanelLayout.themes.map { theme in
      DrawScenario("theme \(theme), held", volume(theme: theme), isHeld: true)
    }
    return [
      DrawScenario("volume screen", volume()),
      DrawScenario(
        "arc with a large number",
        arcs(800, 480, columns: 1, rows: 1, diameter: 300, theme: .flatDark)),
      DrawScenario(
        "arc among 1000", arcs(1920, 1080, columns: 44, rows: 25, diameter: 38, first: 300)),
      DrawScenario("arc alone of those 1000", arcs(1920, 1080, columns: 0, rows: 0, first: 300)),
      DrawScenario("page slide, full HD", pages(), isSliding: true),
      DrawScenario("volume screen, RGB565", volume(), format: .rgb565),
      DrawScenario("volume screen, turned 90", volume(rotate: 90)),
      DrawScenario("volume screen, turned 270, RGB565", volume(rotate: 270), format: .rgb565),
    ] + themes + [
      DrawScenario("skin that turns, held", volume(skin: turningSkin), isHeld: true),
      DrawScenario("skin of a filmstrip, held", volume(skin: filmstrip), isHeld: true),
    ]
  }

  private static let turningSkin =
    "{background: plate.png, rotating: cap.png, foreground: gloss.png}"
  private static let filmstrip =
    "{filmstrip: {file: lamps.png, frames: \(MeasuredPictures.frameCount)}}"

  /// Returns a layout of arcs in two colours with a number in the middle, in columns and rows.
  ///
  /// The number has the type size in pixels, or the theme's: 54 in an arc of 300, or 93 in theme
  /// flat-dark.
  ///
  /// The first knob turns; with `first`, it has that diameter and is in the middle, and the others
  /// keep clear of it. There are at most 1000 knobs.
  private static func arcs(
    _ width: Int, _ height: Int, columns: Int, rows: Int, diameter: Double = 0,
    typeSize: Int? = nil, first: Double? = nil, theme: ThemeName = .hifi
  ) -> String {
    let value = typeSize.map { ", value: {size: \($0)}" } ?? ""
    let look = """
      track: {width: 8.333%, color: "#2c2f36"}, progress: "#4aa3ff", cap: none, pointer: none, \
      ticks: none\(value)
      """
    var lines = [
      "version: 1",
      "panel: {size: [\(width), \(height)], theme: \(theme), look: {\(look)}}", "knobs:",
    ]
    let (middleX, middleY) = (Double(width) / 2, Double(height) / 2)
    func add(_ id: String, _ x: Double, _ y: Double, _ diameter: Double) {
      lines.append(
        "  \(id): {center: [\(x), \(y)], diameter: \(diameter), value: 40, step: 1}")
    }
    if let first { add("middle", middleX, middleY, first) }
    for row in 0..<rows {
      for column in 0..<columns {
        let x = (Double(column) + 0.5) * Double(width) / Double(columns)
        let y = (Double(row) + 0.5) * Double(height) / Double(rows)
        let clear = ((first ?? 0) + diameter) * 0.6
        if first != nil, abs(x - middleX) < clear, abs(y - middleY) < clear { continue }
        // Three lines precede the knobs.
        if lines.count == 1003 { return lines.joined(separator: "\n") + "\n" }
        add("knob-\(row)-\(column)", x, y, diameter)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a layout of two pages of ten knobs each, on a background with a gradient, with tabs.
  private static func pages() -> String {
    var lines = ["version: 1", "panel: {size: [1920, 1080], theme: graphite}", "pages:"]
    for page in ["One", "Two"] {
      lines += ["  \(page.lowercased()):", "    name: \(page)", "    knobs:"]
      for index in 0..<10 {
        let (x, y) = (200 + index % 5 * 380, 300 + index / 5 * 430)
        lines.append(
          "      \(page.lowercased())-\(index): {center: [\(x), \(y)], diameter: 260, name: Zone, value: 42}"
        )
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a layout of one large knob with name and unit, four small ones beside it, and a
  /// heading.
  private static func volume(
    theme: ThemeName = .graphite, rotate: Int = 0, skin: String? = nil
  ) -> String {
    let skin = skin.map { ", skin: \($0)" } ?? ""
    return """
      version: 1
      panel: {size: [800, 480], theme: \(theme), rotate: \(rotate)}
      knobs:
        room:    {center: [268, 244], diameter: 370, name: Living room, unit: "%", value: 42, step: 1\(skin)}
        kitchen: {center: [568, 146], diameter: 104, name: Kitchen, value: 58, step: 1}
        bath:    {center: [698, 146], diameter: 104, name: Bath, value: 24, step: 1}
        terrace: {center: [568, 312], diameter: 104, name: Terrace, value: 0, step: 1}
        office:  {center: [698, 312], diameter: 104, name: Office, value: 36, step: 1}
      labels:
        - {text: Rooms, at: [503, 60], size: 18}
      """
  }
}
