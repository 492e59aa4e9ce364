import Diagnostics
import JSON
import Synchronization
import Testing

@testable import LayoutFile

/// The work is proportional to the errors shown, not to all errors.
@Suite struct ManyErrorsTests {
  private final class Counter: Sendable {
    private let made = Atomic(0)

    var count: Int { made.load(ordering: .relaxed) }

    func text(_ text: String) -> String {
      made.add(1, ordering: .relaxed)
      return text
    }
  }

  @Test("Hints are created only for the errors shown, wherever these are")
  func hints() {
    let file = SourceFile(path: "a.yaml", bytes: [UInt8](repeating: 0x0A, count: 2000))
    let counter = Counter()
    var list = DiagnosticList()
    for line in (0..<2000).reversed() {
      list.error("wrong", at: file.span(line..<line), hint: counter.text("right"))
      list.warning("odd", at: file.span(line..<line), hint: counter.text("even"))
    }
    let shown = list.shown
    #expect(shown.diagnostics.count == DiagnosticList.shownCount)
    #expect(shown.diagnostics.allSatisfy { ["right", "even"].contains($0.hint) })
    #expect(shown.omittedCount == 4000 - DiagnosticList.shownCount)
    #expect(counter.count == DiagnosticList.shownCount)
  }

  @Test("Suggestions for misspelt keys are computed only for the errors shown")
  func keys() {
    let counter = Counter()
    let shape = Shape<Int>.record(
      "an item", empty: 0,
      [
        Field(
          "size", Shape<Double>.number(example: 1), example: 1, alsoCalled: ["approximatesize"],
          counter.text("A size.")
        ) { _, _, _ in }
      ])
    // The same word in 4096 ways, none of which is a key.
    let word = Array("approximatesize".unicodeScalars)
    let lines = (0..<4096).map { number -> String in
      let letters = word.enumerated().map { index, letter in
        number >> index & 1 == 1 ? letter.properties.uppercaseMapping : String(letter)
      }
      return letters.joined() + ": 1\n"
    }
    let context = ReadingContext()
    let file = SourceFile(path: "a.yaml", bytes: Array(lines.joined().utf8))
    let span = file.span(0..<0)
    let entries = lines.enumerated().map { index, line in
      Node.Entry(
        key: String(line.dropLast(4)), keySpan: file.span(index..<index + 1),
        value: Node(content: .scalar(text: "1", isPlain: true), span: span))
    }
    _ = shape.read(
      Node(content: .mapping(entries), span: span), Subject(name: "it", span: span), context)
    #expect(context.diagnostics.shown.omittedCount == 4096 - DiagnosticList.shownCount)
    #expect(counter.count == DiagnosticList.shownCount)
  }

  @Test("A layout with a megabyte of misspelt keys is read to the end, and further errors counted")
  func megabyte() {
    let layout =
      "version: 1\nknobs:\n  v: {center: [960, 540], diameter: 600}\n"
      + (0..<65_000).map { "labeks\($0): 1\n" }.joined()
    let outcome = LayoutReader.parse(
      bytes: Array(layout.utf8), path: "a.yaml", language: .withoutBackEnds)
    #expect(outcome.diagnostics.count == DiagnosticList.shownCount)
    #expect(outcome.omittedCount == 65_000 - DiagnosticList.shownCount)
    #expect(outcome.diagnostics.allSatisfy { $0.hint != nil })
  }

  @Test(
    "Reported errors keep no reference to the layout",
    arguments: [
      "knobs: {a: {centre: [1, 1]}}", "knobs: 1", "include: [", "labels: [{text: a, use: b}]",
    ])
  func releasesTheLayout(text: String) {
    final class Token: Sendable {}
    weak var token: Token?
    do {
      let held = Token()
      token = held
      var environment = LayoutEnvironment()
      environment.readFile = { [held] _, _ in
        withExtendedLifetime(held) { .success([]) }
      }
      #expect(!parse("version: 1\n\(text)\n", environment: environment).diagnostics.isEmpty)
    }
    #expect(token == nil)
  }
}
