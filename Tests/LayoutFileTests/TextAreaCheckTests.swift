import Diagnostics
import Layout
import Testing

@testable import LayoutFile

/// Warnings about texts at the positions where a display would show them.
@Suite struct TextAreaCheckTests {
  private static let layout = """
    version: 1
    panel: {size: [400, 300]}
    labels:
      - {text: Rooms, at: [40, 30]}
      - {text: Kitchen, at: [140, 30]}
    knobs:
      a: {center: [100, 150], diameter: 100}
      b: {center: [300, 150], diameter: 100}
    buttons:
      mute: {text: Mute, center: [200, 260], size: [80, 60], mute: all}
    """

  private func warnings(
    _ areas: [TextArea], in layout: String = layout
  ) -> [String] {
    var environment = LayoutEnvironment()
    environment.textAreas = { _ in areas }
    let outcome = parse(layout, environment: environment)
    #expect(outcome.layout != nil)
    return outcome.diagnostics.map {
      #expect($0.severity == .warning)
      return "\($0.span.start.line):\($0.span.start.column) \($0.message)"
    }
  }

  private static func area(
    _ owner: TextArea.Owner, _ part: TextArea.Part, _ x: ClosedRange<Double>,
    _ y: ClosedRange<Double>, page: Int? = nil
  ) -> TextArea {
    var area = TextArea(
      owner, part, left: x.lowerBound, top: y.lowerBound, right: x.upperBound,
      bottom: y.upperBound)
    area.page = page
    return area
  }

  @Test("Characters that no font has are reported where their text is written") func missing() {
    var knob = Self.area(.knob(1), .name, 260...340, 200...214)
    var label = Self.area(.label(0), .whole, 0...60, 10...30)
    (knob.missing, label.missing) = ("💡", "♿🔥")
    #expect(
      warnings([knob, label]) == [
        "4:12 no installed font has `♿`, `🔥`; a box is shown instead",
        "8:3 no installed font has `💡`; a box is shown instead",
      ])
  }

  @Test("Words of the clock that no font has are reported at the locale")
  func clockWords() {
    var clock = Self.area(.clock, .whole, 0...0, 0...0)
    clock.missing = "ก"
    let layout = Self.layout.replacing("[400, 300]", with: "[400, 300], locale: th")
    #expect(
      warnings([clock], in: layout) == ["2:35 no installed font has `ก`; a box is shown instead"])
  }

  @Test("Texts are measured in each language, and what is wrong in several is told once")
  func languages() {
    let texts = """

      texts:
        de: {Rooms: Räume, Kitchen: Küche, Mute: Stumm}
        ar: {Rooms: غرف, Kitchen: مطبخ, Mute: كتم}
      """
    var environment = LayoutEnvironment()
    environment.textAreas = { layout in
      var (rooms, kitchen) = (
        Self.area(.label(0), .whole, 0...60, 10...30),
        Self.area(.label(1), .whole, 140...200, 10...30)
      )
      if layout.labels[0].text != "Rooms" {
        rooms.missing = "\(layout.labels[0].text.first ?? "-")"
      }
      if layout.labels[1].text == "مطبخ" { (kitchen.left, kitchen.right) = (350, 420) }
      return [rooms, kitchen]
    }
    let outcome = parse(Self.layout + texts, environment: environment)
    #expect(
      outcome.diagnostics.map(\.message) == [
        "in `ar`, the label `Kitchen` reaches 20 px beyond the panel, which is 400 x 300 px",
        "in `de`, no installed font has `R`; a box is shown instead",
        "in `ar`, no installed font has `غ`; a box is shown instead",
      ])
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var areas: [TextArea]
    var warnings: [String] = []
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "inside, beside each other and touching",
      areas: [
        area(.knob(0), .scale, 60...80, 0...10), area(.knob(0), .name, 60...140, 200...214),
        area(.label(0), .whole, 0...60, 10...30), area(.label(1), .whole, 60...140, 10...30),
      ]),
    Case(
      name: "overlaps too small to see",
      areas: [
        area(.knob(0), .scale, -1...80, 80...90), area(.label(0), .whole, 0...61, 10...30),
        area(.label(1), .whole, 60...140, 10...30),
      ]),
    Case(
      name: "several numbers beyond an edge: one warning, for the farthest",
      areas: [
        area(.knob(0), .scale, -3...10, 80...90), area(.knob(0), .scale, 90...110, -12...0),
        area(.knob(1), .scale, 380...409.5, 80...90),
      ],
      warnings: [
        "7:15 the scale of `a` reaches 12 px beyond the panel, which is 400 x 300 px",
        "8:15 the scale of `b` reaches 9.5 px beyond the panel, which is 400 x 300 px",
      ]),
    Case(
      name: "a label and a name that are cut off",
      areas: [
        area(.knob(0), .name, 60...140, 290...304), area(.label(0), .whole, 40...420, 10...30),
      ],
      warnings: [
        "4:23 the label `Rooms` reaches 20 px beyond the panel, which is 400 x 300 px",
        "7:15 the name of `a` reaches 4 px beyond the panel, which is 400 x 300 px",
      ]),
    Case(
      name: "a label over a number, and over the next label",
      areas: [
        area(.knob(0), .scale, 60...80, 24...36), area(.knob(0), .scale, 95...105, 20...36),
        area(.label(0), .whole, 40...150, 10...30), area(.label(1), .whole, 140...200, 10...30),
      ],
      warnings: [
        "4:23 the label `Rooms` and the scale of `a` overlap by 10 px",
        "5:25 the label `Kitchen` and the label `Rooms` overlap by 10 px",
      ]),
    Case(
      name: "the texts of one knob",
      areas: [
        area(.knob(0), .scale, 60...80, 200...214), area(.knob(0), .name, 50...140, 205...220),
        area(.knob(0), .value, 50...140, 222...240),
      ],
      warnings: ["7:15 the scale of `a` and its name overlap by 9 px"]),
    Case(
      name: "two knobs: the largest overlap of their texts",
      areas: [
        area(.knob(0), .name, 40...205, 200...214), area(.knob(0), .value, 40...210, 214...224),
        area(.knob(1), .name, 200...340, 200...214), area(.knob(1), .value, 200...340, 214...224),
      ],
      warnings: ["8:15 the value of `b` and the value of `a` overlap by 10 px"]),
    Case(
      name: "a button over a name and a label",
      areas: [
        area(.knob(0), .name, 100...180, 220...234), area(.label(1), .whole, 180...260, 220...240),
        area(.button(0), .whole, 160...240, 230...290),
      ],
      warnings: [
        "10:30 the button `mute` and the name of `a` overlap by 4 px",
        "10:30 the button `mute` and the label `Kitchen` overlap by 10 px",
      ]),
    Case(
      name: "a name that nearly touches a button",
      areas: [
        area(.knob(0), .name, 100...180, 212...226), area(.knob(1), .name, 240...300, 212...223),
      ],
      warnings: ["10:30 the button `mute` and the name of `a` nearly touch"]),
    Case(
      name: "dots and a padlock over items",
      areas: [
        area(.label(0), .whole, 40...90, 10...30), area(.pageDots, .whole, 80...210, 180...240),
        area(.padlock, .whole, 80...120, 0...20),
      ],
      warnings: [
        "4:23 the padlock of the locked panel covers 10 px of the label `Rooms`",
        "7:15 the dots of the pages cover 12.5 px of knob `a`",
        "10:30 the dots of the pages cover 10 px of the button `mute`",
      ]),
    Case(
      name: "items of different pages",
      areas: [
        area(.label(0), .whole, 40...150, 10...30, page: 0),
        area(.label(1), .whole, 140...200, 10...30, page: 1),
      ]),
  ]

  @Test(arguments: cases) func warningsMatch(_ row: Case) {
    // Items that share a position are reported once, in file order.
    #expect(warnings(row.areas) == row.warnings)
  }

  @Test("A warning about a misplaced knob is not repeated for its texts")
  func oncePerKnob() {
    let layout = """
      version: 1
      panel: {size: [400, 300]}
      knobs:
        a: {center: [20, 150], diameter: 100}
        b: {center: [120, 150], diameter: 100}
      """
    let areas = [
      Self.area(.knob(0), .name, -20...80, 202...214),
      Self.area(.knob(1), .name, 70...180, 202...214),
    ]
    #expect(warnings(areas, in: layout).count == 2)
    #expect(warnings(areas, in: layout) == warnings([], in: layout))
  }

  @Test("Tabs cover the items below them on every page") func tabs() {
    let layout = """
      version: 1
      panel: {size: [400, 300]}
      pages:
        one: {knobs: {a: {center: [100, 150], diameter: 100}}}
        two: {labels: [{text: Rooms, at: [40, 250]}]}
      """
    let areas = [
      Self.area(.knob(0), .name, 60...140, 240...254, page: 0),
      Self.area(.label(0), .whole, 40...90, 236...256, page: 1),
      Self.area(.tabs, .whole, 0...400, 249...295),
    ]
    #expect(
      warnings(areas, in: layout) == [
        "4:29 the name of `a` reaches 5 px under the tabs",
        "5:36 the label `Rooms` reaches 7 px under the tabs",
      ])
  }

  @Test("The corners of a round panel are outside the panel") func round() {
    let layout = """
      version: 1
      panel: {size: [300, 300], shape: round}
      knobs: {a: {center: [150, 150], diameter: 200}}
      """
    let inside = Self.area(.knob(0), .scale, 60...80, 60...72)
    #expect(warnings([inside], in: layout) == [])
    let outside = Self.area(.knob(0), .scale, 30...50, 40...52)
    #expect(
      warnings([outside], in: layout).map { $0.hasPrefix("3:21 the scale of `a` reaches") }
        == [true])
  }
}
