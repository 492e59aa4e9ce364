import Diagnostics
import Testing

@testable import Preview

/// A row is a file, and what it becomes when the knob `a`, which is named in line 2 or as said, is moved
/// from (100, 50) to (150.4, 40) on a panel of 800 by 400.
@Suite struct CenterTextTests {
  @Test(
    arguments: [
      ("knobs:\n  a: {center: [100, 50]} # here\n", "knobs:\n  a: {center: [150, 40]} # here\n"),
      (
        "knobs:\n  a: {diameter: 9, center: [ 100 ,50 ], name: x}\n",
        "knobs:\n  a: {diameter: 9, center: [ 150 ,40 ], name: x}\n"
      ),
      (
        "knobs:\n  a:\n    # its place\n    center: [100, 50]   # px\n    diameter: 9\n",
        "knobs:\n  a:\n    # its place\n    center: [150, 40]   # px\n    diameter: 9\n"
      ),
      (
        "knobs:\n  a:\n    center:\n      - 100 # x\n      - 50\n",
        "knobs:\n  a:\n    center:\n      - 150 # x\n      - 40\n"
      ),
      ("knobs:\n  a: {center: [12.5%, 12.5%]}\n", "knobs:\n  a: {center: [18.8%, 10%]}\n"),
      (
        "knobs:\n  a: {center: [\"12.5 %\", 50px]}\n", "knobs:\n  a: {center: [\"18.8 %\", 40px]}\n"
      ),
      ("knobs:\n  a: {center: [20mm, 10mm]}\n", "knobs:\n  a: {center: [30.1mm, 8mm]}\n"),
      ("knobs:\r\n  a: {center: [100, 50]}\r\n", "knobs:\r\n  a: {center: [150, 40]}\r\n"),
      (
        "knobs:\n  a: &first {center: [100, 50]}\n  b: *first\n",
        "knobs:\n  a: &first {center: [150, 40]}\n  b: *first\n"
      ),
      (
        "# äöü 🎛\n  a: {name: \"🎛\", center: [100, 50]}\n",
        "# äöü 🎛\n  a: {name: \"🎛\", center: [150, 40]}\n"
      ),
    ])
  func moves(_ text: String, _ wanted: String) throws {
    let moved = try CenterText(text).moving(
      at: SourceLocation(line: 2, column: 3), from: (100, 50), to: (150.4, 40),
      panelSize: (800, 400))
    #expect(moved == wanted)
  }

  @Test func knobsInOneLineAreToldApart() throws {
    let text = "knobs: {a: {center: [1, 2]}, b: {center: [100, 50]}}\n"
    let moved = try CenterText(text).moving(
      at: SourceLocation(line: 1, column: 30), from: (100, 50), to: (90, 60),
      panelSize: (800, 400))
    #expect(moved == "knobs: {a: {center: [1, 2]}, b: {center: [90, 60]}}\n")
  }

  @Test func knobsOfPagesAreFound() {
    let text = "pages:\n  first:\n    knobs:\n      a: {center: [100, 50]}\n"
    #expect(CenterText(text).hasCenter(at: SourceLocation(line: 4, column: 7)))
  }

  @Test(
    arguments: [
      "knobs:\n  a: {cell: [1, 1]}\n", "knobs:\n  a: {center: *place}\n",
      "knobs:\n  a: {<<: *base, diameter: 3}\n", "knobs:\n  a: {center: [\"{x}\", 50]}\n",
      "knobs:\n  a: {center: [100]}\n", "knobs:\n  a: {center: [100, 50em]}\n", "knobs: [",
      "", "knobs:\n  a: {center: [100, 5\n",
    ])
  func refusesWhatHasNoCentreOfItsOwn(_ text: String) {
    let place = SourceLocation(line: 2, column: 3)
    #expect(!CenterText(text).hasCenter(at: place))
    #expect(throws: CenterText.Refusal.self) {
      try CenterText(text).moving(
        at: place, from: (100, 50), to: (1, 1), panelSize: (800, 400))
    }
  }

  @Test func refusesMillimetresThatSayNothing() {
    #expect(throws: CenterText.Refusal.self) {
      try CenterText("knobs:\n  a: {center: [0mm, 10mm]}\n").moving(
        at: SourceLocation(line: 2, column: 3), from: (0, 50), to: (1, 1), panelSize: (800, 400))
    }
  }
}
