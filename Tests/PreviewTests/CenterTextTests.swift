import Controls
import Diagnostics
import Gesture
import Layout
import LayoutFile
import Testing

@testable import Preview

/// Moving a knob in the text of its layout.
@Suite struct CenterTextTests {
  static func layout(_ text: String) -> LayoutReader.Outcome {
    LayoutReader.parse(
      bytes: Array(text.utf8), path: "a.yaml",
      environment: LayoutEnvironment(pixelsPerMillimetre: 4),
      language: ControlRegistry.standard.language)
  }

  /// Returns the text with the knob moved, as the panel moves it.
  static func moving(
    _ id: String, to new: (x: Double, y: Double), in text: String
  ) throws -> String {
    let outcome = layout(text)
    let layout = try #require(outcome.layout, "\(outcome.text)")
    let knob = try #require(layout.knobs.first { $0.id == id })
    return try CenterText(text).moving(
      at: knob.location, from: (knob.center.x, knob.center.y), to: new,
      panelSize: (layout.panel.width, layout.panel.height))
  }

  struct Case: Sendable {
    var what: String
    var before: String
    var after: String
    var new = (x: 120.4, y: 60.0)
  }

  private static let head = "version: 1\npanel: {size: [400, 200]}\n"

  private static let cases: [Case] = [
    Case(
      what: "a flow sequence in a block",
      before: "knobs:\n  a:\n    center: [100, 100]\n    diameter: 9\n",
      after: "knobs:\n  a:\n    center: [120, 60]\n    diameter: 9\n"),
    Case(
      what: "a flow mapping", before: "knobs: {a: {center: [100,100], diameter: 40}}\n",
      after: "knobs: {a: {center: [120,60], diameter: 40}}\n"),
    Case(
      what: "a comment, and odd spaces",
      before: "knobs:\n  a:\n    center:  [ 100 ,100 ]   # the [100, 100] one\n    diameter: 9\n",
      after: "knobs:\n  a:\n    center:  [ 120 ,60 ]   # the [100, 100] one\n    diameter: 9\n"),
    Case(
      what: "a block sequence with comments",
      before: "knobs:\n  a:\n    center:\n    - 100 # x\n    # and\n    -   100\n    diameter: 9\n",
      after: "knobs:\n  a:\n    center:\n    - 120 # x\n    # and\n    -   60\n    diameter: 9\n"),
    Case(
      what: "percent", before: "knobs: {a: {diameter: 9, center: [25%, 50%]}}\n",
      after: "knobs: {a: {diameter: 9, center: [30.1%, 30%]}}\n"),
    Case(
      what: "two units, one in quotes",
      before: "knobs: {a: {diameter: 9, center: ['25 %', \"100px\"]}}\n",
      after: "knobs: {a: {diameter: 9, center: ['30.1 %', \"60px\"]}}\n"),
    Case(
      what: "millimetres", before: "knobs: {a: {diameter: 9, center: [25mm, 25 mm]}}\n",
      after: "knobs: {a: {diameter: 9, center: [30.1mm, 15 mm]}}\n"),
    Case(
      what: "0 mm beside others", before: "knobs: {a: {diameter: 9, center: [25mm, 0mm]}}\n",
      after: "knobs: {a: {diameter: 9, center: [30.1mm, 15mm]}}\n"),
    Case(
      what: "a number that is not moved is not rounded",
      before: "knobs: {a: {diameter: 9, center: [100.25, 50.03%]}}\n",
      after: "knobs: {a: {diameter: 9, center: [120, 50.03%]}}\n", new: (120.4, 100.06)),
    Case(
      what: "below zero",
      before:
        "knobs: {a: {diameter: 9, center: [+10, .5e2]}, b: {diameter: 9, center: [200, 100]}}\n",
      after: "knobs: {a: {diameter: 9, center: [-5, 60]}, b: {diameter: 9, center: [200, 100]}}\n",
      new: (-5.2, 60)),
    Case(
      what: "CR LF", before: "knobs:\r\n  a:\r\n    center: [100, 100]\r\n    diameter: 40\r\n",
      after: "knobs:\r\n  a:\r\n    center: [120, 60]\r\n    diameter: 40\r\n"),
    Case(
      what: "letters before it",
      before: "knobs: {a: {name: \"Küche 👩‍🍳\", diameter: 9, center: [100, 100]}}\n",
      after: "knobs: {a: {name: \"Küche 👩‍🍳\", diameter: 9, center: [120, 60]}}\n"),
    Case(
      what: "several knobs in a line",
      before:
        "knobs: {b: {diameter: 9, center: [300, 100]}, a: {diameter: 9, center: [100, 100]}, c: {diameter: 9, center: [200, 100]}}\n",
      after:
        "knobs: {b: {diameter: 9, center: [300, 100]}, a: {diameter: 9, center: [120, 60]}, c: {diameter: 9, center: [200, 100]}}\n"
    ),
    Case(
      what: "anchors at the knob, its centre and a number",
      before: "knobs: {&k a: &a {diameter: 9, center: &c [&x 100, &y  '50%']}}\n",
      after: "knobs: {&k a: &a {diameter: 9, center: &c [&x 120, &y  '30%']}}\n"),
    Case(
      what: "a knob of a page",
      before: "pages: {p: {knobs: {a: {diameter: 9, center: [100, 100]}}}}\n",
      after: "pages: {p: {knobs: {a: {diameter: 9, center: [120, 60]}}}}\n"),
    Case(
      what: "a centre of its own beside a style",
      before:
        "styles: {s: {center: [9, 9], diameter: 40}}\nknobs: {a: {use: s, diameter: 9, center: [100, 100]}}\n",
      after:
        "styles: {s: {center: [9, 9], diameter: 40}}\nknobs: {a: {use: s, diameter: 9, center: [120, 60]}}\n"
    ),
    Case(
      what: "keys in quotes", before: "\"knobs\": {'a': {diameter: 9, \"center\": [100, 100]}}\n",
      after: "\"knobs\": {'a': {diameter: 9, \"center\": [120, 60]}}\n"),
  ]

  @Test("Only the two numbers change", arguments: cases)
  func moves(test: Case) throws {
    let (before, after) = (Self.head + test.before, Self.head + test.after)
    #expect(try Self.moving("a", to: test.new, in: before) == after, "\(test.what)")
    // The panel reads the knob at its new position.
    let knob = try #require(Self.layout(after).layout?.knobs.first { $0.id == "a" })
    #expect(abs(knob.center.x - test.new.x) <= 0.5 && abs(knob.center.y - test.new.y) <= 0.5)
  }

  @Test("A byte-order mark stays") func byteOrderMark() throws {
    let text = "\u{FEFF}knobs: {a: {center: [100, 100], diameter: 40}}\nversion: 1\n"
    let moved = try Self.moving("a", to: (120, 60), in: text)
    #expect(
      Array(moved.utf8)
        == Array("\u{FEFF}knobs: {a: {center: [120, 60], diameter: 40}}\nversion: 1\n".utf8))
  }

  @Test(
    "A knob without a centre of its own is refused, with a hint",
    arguments: [
      ("grid: {columns: 2, rows: 1}\nknobs: {a: {cell: [1, 1]}}", "its `cell`"),
      ("styles: {s: {center: [99, 99]}}\nknobs: {a: {use: s, diameter: 40}}", "its own `center`"),
      ("knobs: {b: &b {center: [99, 99], diameter: 9}, a: *b}", "write out its keys"),
      (
        "knobs: {b: {center: &c [99, 99], diameter: 9}, a: {center: *c, diameter: 9}}",
        "is an alias"
      ),
      (
        "knobs: {b: {center: [&x 99, 9], diameter: 9}, a: {center: [*x, 99], diameter: 9}}",
        "write out both"
      ),
      (
        "knobs: {b: &b {center: [99, 99], diameter: 9}, a: {<<: *b, name: A}}", "its own `center`"
      ),
      (
        "knobs:\n  \"a\": {center: [50, 99], diameter: 9, repeat: 2, by: [50, 0]}", "`repeat`"
      ),
      ("knobs: {a: {center: [\"9\\x39px\", 99], diameter: 9}}", "write out both"),
      ("knobs: {a: {center: [0mm, 99], diameter: 9}}", "0 mm"),
    ])
  func refuses(text: String, hint: String) throws {
    let text = Self.head + text + "\n"
    let outcome = Self.layout(text)
    let knob = try #require(
      outcome.layout?.knobs.first { $0.id.hasPrefix("a") }, "\(outcome.text)")
    do throws(CenterText.Refusal) {
      let moved = try CenterText(text).moving(
        at: knob.location, from: (knob.center.x, knob.center.y), to: (120, 60),
        panelSize: (400, 200))
      Issue.record("moved: \(moved)")
    } catch {
      #expect(error.reason.contains(hint), "\(error.reason)")
      #expect(!error.reason.contains("\n"))
      #expect(CenterText(text).hasCenter(at: knob.location) == hint.contains("0 mm"))
    }
  }

  @Test(
    "A location without a knob, or text that is not YAML, has no centre",
    arguments: [
      "", "knobs: {a: [", "\t", "{{{{", "a: {center: [1, 2]}", "k:\n  a: {center: [\"{x}\", 50]}",
      "k:\n  a: {center: [100]}", "k:\n  a: {center: [100, 50em]}", "k:\n  a: {center: *c}",
      "k:\n  a: {center: [1, 5", "k:\n  a: {center: |-\n    [1, 5]}",
      "k:\n  a: {center: [1,\n 0x5]}",
    ])
  func nothing(text: String) {
    for line in [-1, 0, 1, 2, .max] {
      for column in [-1, 0, 2, 3, 99] {
        #expect(!CenterText(text).hasCenter(at: SourceLocation(line: line, column: column)))
      }
    }
  }
}
