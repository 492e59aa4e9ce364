import Gesture
import Knobs
import Randomness
import Testing

import Diagnostics
import Layout
import Raster
@testable import LayoutFile

/// No input traps, hangs, or is rejected without an error.
@Suite struct FuzzTests {
  @discardableResult
  static func feed(_ bytes: [UInt8]) -> LayoutReader.Outcome {
    var environment = LayoutEnvironment(
      pixelsPerMillimetre: 6, displaySize: PixelSize(width: 1280, height: 800))
    // A file that includes itself under another name does so without end.
    environment.readFile = { path, limit in
      path.hasSuffix("self.yaml") ? .success(Array(bytes.prefix(limit))) : .failure(.none)
    }
    let outcome = LayoutReader.parse(bytes: bytes, path: "fuzz.yaml", environment: environment)
    let hasErrors = outcome.diagnostics.contains { $0.severity == .error }
    #expect(hasErrors || outcome.layout != nil)
    #expect(outcome.diagnostics.count <= 20)
    for diagnostic in outcome.diagnostics {
      let span = diagnostic.span
      #expect(span.start.line >= 1 && span.start.column >= 1 && span.start <= span.end)
      // The lines of a message have a bounded length, and none controls the terminal.
      let text = DiagnosticPrinter.text([diagnostic])
      #expect(text.split(separator: "\n").allSatisfy { $0.unicodeScalars.count < 700 })
      #expect(!text.unicodeScalars.contains { $0 != "\n" && VisibleText.isControl($0) })
    }
    _ = DiagnosticPrinter.json(outcome.diagnostics)
    if let layout = outcome.layout { check(layout) }
    return outcome
  }

  /// Checks the invariants that the rest of the program relies on.
  static func check(_ layout: LayoutDocument) {
    #expect(
      (16...16_384).contains(layout.panel.width) && (16...16_384).contains(layout.panel.height))
    #expect(Set(layout.knobs.map(\.id)).count == layout.knobs.count)
    for knob in layout.knobs {
      #expect(knob.diameter > 0 && knob.diameter <= 100_000)
      #expect(abs(knob.center.x) <= 100_000 && abs(knob.center.y) <= 100_000)
      #expect(knob.scale.range.contains(knob.value))
      #expect(knob.defaultValue.map(knob.scale.range.contains) ?? true)
      #expect(knob.scale.range.lowerBound < knob.scale.range.upperBound)
      #expect(knob.scale.step >= 0 && knob.scale.step.isFinite)
    }
  }

  static func seeds() -> [[UInt8]] {
    let good = TestFolder.names(in: TestFolder.layouts, ending: ".yaml").compactMap {
      TestFolder.read("\(TestFolder.layouts)/\($0).yaml")
    }
    return good + good + ErrorCaseTests.cases.map(\.bytes)
  }

  @Test("Mutations of real files are read or rejected with an error", arguments: 0..<4)
  func mutations(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let seeds = Self.seeds()
    let tokens =
      ["*a", "&a ", "<<: ", "[", "]", "{", "}", ": ", "- ", "\n", "\t", "\"", "'", "#", "|", ">"]
      + [
        "use: ", "repeat: 3\n", "{n}", "{name}", "by: [1, 0]\n", "cell: [1, 1]\n", "span: [2, 2]\n",
        "grid: {columns: 2}\n", "styles: ", "include: self.yaml\n", "include: main.yaml\n",
        "? ", "!!str ", "...\n", "---\n", "~", "1e999", "-", "%", "mm", "\u{FEFF}", "\u{2028}",
        "0x",
      ]
    for _ in 0..<1_000 {
      guard var bytes = seeds.randomElement(using: &random) else { return }
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let at = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, at + Int.random(in: 0...20, using: &random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: at)
        case 1: bytes.removeSubrange(at..<end)
        case 2: bytes.insert(contentsOf: bytes[at..<end], at: at)
        case 3:
          bytes.insert(contentsOf: Array((tokens.randomElement(using: &random) ?? "").utf8), at: at)
        default:
          let other = seeds.randomElement(using: &random) ?? []
          bytes = bytes[..<at] + other.suffix(min(other.count, bytes.count - at))
        }
      }
      Self.feed(bytes)
    }
  }

  @Test("Random bytes and random text are read or rejected with an error") func noise() {
    var random = SeededGenerator(seed: 7)
    let letters = Array(" \n:-[]{}&*!|>'\"%@`#,?0a\t\r".utf8)
    for _ in 0..<1_000 {
      let count = Int.random(in: 0...300, using: &random)
      Self.feed((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
      Self.feed((0..<count).map { _ in letters.randomElement(using: &random) ?? 0 })
    }
  }

  @Test(
    "A megabyte of one repeated text is read or rejected with an error",
    arguments: [
      "[", "{", "- ", "a: ", "? ", "a: 1\n", "- a\n", "[],", "{a: ", "\"", "x", " ", "\n", "#\n",
      "&a ",
      "*a ", "\u{300}", "&a [*a],", "!a ", "\t", "a b\n", "%\n", "---\n", "[a: b, ", "|\n", "\\",
      "- - ",
    ]) func megabyte(of text: String)
  {
    let count = (LayoutReader.byteLimit - 60) / text.utf8.count
    let filler = Array(String(repeating: text, count: count).utf8)
    Self.feed(filler)
    Self.feed(Array("version: 1\nknobs: {}\nlabels: [".utf8) + filler)
    Self.feed(Array("version: 1\nknobs:\n  k: {name: ".utf8) + filler)
  }

  @Test("Files that expand exponentially are rejected at once") func bombs() {
    let mappings = (0..<30).map {
      "a\($0): &a\($0) {<<: [\("*a\($0 - 1), ".repeated($0 > 0 ? 9 : 0))]}"
    }
    #expect(Self.feed(Array(mappings.joined(separator: "\n").utf8)).layout == nil)

    let wide = "k: &k {" + (0..<9_000).map { "a\($0): 1, " }.joined() + "}\n"
    let merges = (0..<9_000).map { "b\($0): {<<: *k}\n" }.joined()
    let outcome = Self.feed(Array((wide + merges).utf8))
    #expect(outcome.diagnostics.count == 1)
    #expect(outcome.diagnostics.first?.message.contains("aliases") == true)
  }

  @Test("Ten megabytes are rejected with one clear error") func tenMegabytes() {
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 10 << 20)
    let outcome = LayoutReader.parse(bytes: bytes, path: "big.yaml")
    #expect(outcome.layout == nil)
    #expect(
      outcome.text == """
        big.yaml:1:1: error: this file has 10485760 bytes; the limit is 1048576
          hint: is this the right file?

        """)
  }
}

extension UnreadableFile {
  fileprivate static let none = UnreadableFile(reason: "no such file")
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
