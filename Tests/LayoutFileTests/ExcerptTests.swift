import Diagnostics
import Layout
import LayoutFile
import Testing

/// The lines around an error, as shown on the panel.
@Suite struct ExcerptTests {
  private func excerpt(_ text: String, around: Int = 2, columns: Int = 60) -> SourceExcerpt? {
    let outcome = LayoutReader.parse(bytes: Array(text.utf8), path: "a.yaml")
    return outcome.diagnostics.first?.span.excerpt(linesAround: around, columns: columns)
  }

  private func lines(
    _ excerpt: SourceExcerpt?, _ part: KeyPath<SourceExcerpt, [SourceExcerpt.Line]>
  ) -> [String] {
    (excerpt?[keyPath: part] ?? []).map { "\($0.number) \($0.text)" }
  }

  @Test func excerptHasTheSurroundingLines() {
    let found = excerpt("version: 1\nknobs:\n  a:\n    centre: [1, 1]\n    diameter: 9\n")
    #expect(lines(found, \.above) == ["2 knobs:", "3   a:"])
    #expect(found?.number == 4)
    #expect(found?.before == "    ")
    #expect(found?.marked == "centre")
    #expect(found?.after == ": [1, 1]")
    #expect(lines(found, \.below) == ["5     diameter: 9"])
  }

  @Test("Blank lines at either end are omitted")
  func blankLines() {
    let found = excerpt("version: 1\n\n\nnobs: {}\n\n# end\n")
    #expect(lines(found, \.above).isEmpty)
    #expect(lines(found, \.below) == ["5 ", "6 # end"])
  }

  @Test("A long line is cut around the error, without surrounding lines")
  func longLine() {
    let filler = String(repeating: "x: 1, ", count: 40)
    let found = excerpt("version: 1\nknobs: {a: {\(filler)centre: 5, \(filler)}}\n", columns: 30)
    let text = (found?.before ?? "") + (found?.marked ?? "") + (found?.after ?? "")
    #expect(text.count <= 36 && text.hasSuffix("..."))
    #expect(found?.marked.isEmpty == false)
    let far = excerpt(
      "version: 1\nknobs: {a: {center: [1, 1], diameter: 90, \(String(repeating: " ", count: 200))nme: A}}\n",
      columns: 30)
    #expect(far?.before.hasPrefix("...") == true)
    #expect(far?.marked == "nme")
    #expect(lines(far, \.above).isEmpty)
  }

  @Test func invisibleCharactersAreNamed() {
    let found = excerpt("version: 1\nknobs:\n\ta: {}\n")
    #expect((found?.before ?? "") + (found?.marked ?? "") == "<tab>")
  }

  @Test func emptyFilesHaveNoExcerpt() {
    #expect(excerpt("") == nil)
    #expect(excerpt("\n\n") == nil)
  }
}
