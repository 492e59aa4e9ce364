import Controls
import Diagnostics
import Gesture
import JSON
import Knobs
import Layout
import LayoutFile
import Raster

extension FuzzTarget {
  /// The text of a layout file, with files that it can include and pictures that it can name.
  static let layout = FuzzTarget(name: "layout", longestInput: 2500) { bytes in
    let outcome = LayoutText.read(bytes)
    try LayoutText.check(outcome)
    let again = LayoutText.read(bytes)
    try require(outcome.text == again.text, "reading twice gives two texts")
    try require(outcome.files == again.files, "reading twice asks for other files")
    try require(
      "\(outcome.layout?.knobs.map(\.id) ?? [])" == "\(again.layout?.knobs.map(\.id) ?? [])",
      "reading twice gives two layouts")
  }
}

/// Reads the text of a layout and checks the result.
enum LayoutText {
  static func read(_ bytes: [UInt8]) -> LayoutReader.Outcome {
    var environment = LayoutEnvironment(
      pixelsPerMillimetre: 6, displaySize: PixelSize(width: 1280, height: 800))
    environment.readFile = { path, limit in
      if path.hasSuffix("self.yaml") { return .success(Array(bytes.prefix(limit))) }
      if path.hasSuffix("part.yaml") { return .success(part) }
      return .failure(UnreadableFile(reason: "there is no such file"))
    }
    environment.assets = LayoutAssets(
      picture: { path in
        path.hasSuffix(".png")
          ? .success(FuzzPictures.size(of: path)) : .failure(.missing(others: ["cap.png"]))
      },
      font: { _ in nil }, families: { ["Inter"] })
    return LayoutReader.parse(
      bytes: bytes, path: "fuzz.yaml", environment: environment,
      language: ControlRegistry.standard.language)
  }

  private static let part = Array("styles: {s: {diameter: 90}}\n".utf8)

  static func check(_ outcome: LayoutReader.Outcome) throws {
    let hasErrors = outcome.diagnostics.contains { $0.severity == .error }
    try require(
      hasErrors == (outcome.layout == nil) || outcome.omittedCount > 0,
      "a layout with errors, or none without")
    try require(
      outcome.diagnostics.count <= DiagnosticList.shownCount, "too many diagnostics are shown")
    for diagnostic in outcome.diagnostics {
      try check(diagnostic.span)
      for related in diagnostic.related { try check(related.span) }
      try checkText(DiagnosticPrinter.text([diagnostic]), lineLimit: 700)
    }
    try require(
      JSONValue(parsing: Array(DiagnosticPrinter.json(outcome.diagnostics).utf8)) != nil,
      "the diagnostics are no JSON")
    if outcome.layout == nil { try checkFault(LayoutFault(outcome)) }
    if let layout = outcome.layout { try check(layout) }
  }

  private static func check(_ span: SourceSpan) throws {
    try require(span.start <= span.end, "a span ends before it starts")
    for location in [span.start, span.end] {
      try require((1...span.file.lineCount).contains(location.line), "a line that does not exist")
      // After the last character, and after a line break of two.
      let columns = 1...(span.file.line(location.line).count + 3)
      try require(columns.contains(location.column), "column \(location.column) of \(columns)")
    }
    if let excerpt = span.excerpt(linesAround: 2, columns: 40) {
      let lines = excerpt.above + excerpt.below
      try checkText(
        excerpt.before + excerpt.marked + excerpt.after + lines.map(\.text).joined(),
        lineLimit: 4000)
    }
  }

  /// Checks text for a terminal or the panel: no endless lines and no control characters.
  private static func checkText(_ text: String, lineLimit: Int) throws {
    for scalar in text.unicodeScalars where scalar != "\n" {
      try require(!VisibleText.isControl(scalar), "a control character in \(text.debugDescription)")
    }
    for line in text.split(separator: "\n") {
      try require(line.unicodeScalars.count < lineLimit, "a line of \(line.count) characters")
    }
  }

  private static func checkFault(_ fault: LayoutFault) throws {
    try checkText(fault.line, lineLimit: 700)
    try require(!fault.line.contains("\n"), "a fault of two lines")
  }

  /// Checks what the rest of the program relies on.
  private static func check(_ layout: LayoutDocument) throws {
    let (width, height) = (layout.panel.width, layout.panel.height)
    try require((16...16_384).contains(width) && (16...16_384).contains(height), "panel size")
    try require(Set(layout.knobs.map(\.id)).count == layout.knobs.count, "ids are not unique")
    for knob in layout.knobs {
      try require(knob.diameter > 0 && knob.diameter <= 100_000, "diameter \(knob.diameter)")
      try require(
        abs(knob.center.x) <= 100_000 && abs(knob.center.y) <= 100_000, "centre \(knob.center)")
      let range = knob.scale.range
      try require(range.lowerBound < range.upperBound, "an empty range")
      try require(range.contains(knob.value), "value \(knob.value) is not in \(range)")
      try require(knob.defaultValue.map(range.contains) ?? true, "default not in \(range)")
      try require(knob.scale.step >= 0 && knob.scale.step.isFinite, "step \(knob.scale.step)")
      try require(
        knob.page.map(layout.pages.indices.contains) ?? true, "a knob on a missing page")
    }
  }
}
