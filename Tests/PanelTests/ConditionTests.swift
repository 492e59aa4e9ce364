import Gesture
import Knobs
import Layout
import Locales
import Raster
import Testing

@testable import Panel

/// What items look like while conditions hold; the rows are those of the table at
/// `PanelController.look(of:)`.
@Suite struct ConditionTests {
  /// The knobs `a` (100, 100) and `b` (300, 100) of radius 80 at 20, and below them the buttons `set`
  /// (100, 250), which sets both knobs to 60, and `go` (300, 250), which shows the page `two`; a label,
  /// an image, the pages `one` and `two`, and the languages `en` and `de`.
  private static func layout(_ change: (inout LayoutDocument) -> Void) -> LayoutDocument {
    func knob(_ id: String, _ x: Double) -> KnobLayout {
      KnobLayout(
        id: id, center: DesignPoint(x: x, y: 100), diameter: 160, scale: Scale(step: 1), value: 20)
    }
    func button(_ id: String, _ x: Double, _ action: ButtonLayout.Action) -> ButtonLayout {
      ButtonLayout(
        id: id, center: DesignPoint(x: x, y: 250), width: 100, height: 60, action: action)
    }
    let targets = [0, 1].map { ButtonLayout.Target(knob: $0, value: 60) }
    var panel = PanelLayout(width: 400, height: 300)
    panel.paging.isSwiped = false
    panel.paging.tabs = nil
    var layout = LayoutDocument(
      panel: panel, knobs: [knob("a", 100), knob("b", 300)],
      labels: [LabelLayout(text: "text", at: DesignPoint(x: 10, y: 290))],
      images: [ImageLayout(file: "image.png", position: DesignPoint(x: 200, y: 10))],
      buttons: [button("set", 100, .preset(targets)), button("go", 300, .page(.index(1)))])
    layout.pages = [PageLayout(id: "one"), PageLayout(id: "two")]
    layout.languages = ["en", "de"].compactMap { Locale($0) }.map { PanelLanguage($0) }
    change(&layout)
    return layout
  }

  private static func play(_ change: (inout LayoutDocument) -> Void) -> PlayedPanel {
    PlayedPanel(layout(change))
  }

  private static func hidden(_ condition: Condition...) -> ItemCase {
    Self.case(condition) { $0.isVisible = false }
  }

  private static func `case`(
    _ conditions: [Condition], _ change: (inout ItemChange) -> Void
  ) -> ItemCase {
    var changed = ItemChange()
    change(&changed)
    return ItemCase(conditions, changed)
  }

  private static let above50 = ValueTest.isBetween(above: 50, below: nil)
  private static let red = ItemCase([.knob(0, above50)], redChange)
  private static let redChange: ItemChange = {
    var change = ItemChange()
    change.color = Color(0xFF0000)
    return change
  }()

  // MARK: Values

  @Test(
    "A value is compared as it is shown, whatever it is called",
    arguments: [
      (.isOneOf([.number(21.5)]), .number(21.5), true),
      (.isOneOf([.number(0.3)]), .number(0.1 + 0.2), true),
      (.isOneOf([.number(21.5)]), .number(21.6), false),
      (.isOneOf([.number(1)]), .text("1 "), false),
      (.isOneOf([.text("armed")]), .init(text: "Armed"), true),
      (.isOneOf([.text("armed")]), .init(text: "armed_home"), false),
      (.isOneOf([.text("armed"), .text("pending")]), .init(text: "PENDING"), true),
      (.isOneOf([.text("5")]), .number(5), false),
      (.isOneOf([.flag(true)]), .number(0.01), true), (.isOneOf([.flag(true)]), .number(0), false),
      (.isOneOf([.flag(false)]), .number(0), true),
      (.isOneOf([.flag(true)]), .init(text: "ON"), true),
      (.isOneOf([.flag(true)]), .init(text: "occupied"), true),
      (.isOneOf([.flag(false)]), .init(text: "closed"), true),
      (.isOneOf([.flag(false)]), .init(text: "banana"), false),
      (.isBetween(above: 50, below: nil), .number(50), false),
      (.isBetween(above: 50, below: nil), .number(50.01), true),
      (.isBetween(above: nil, below: 20), .number(19), true),
      (.isBetween(above: 10, below: 20), .number(15), true),
      (.isBetween(above: 10, below: 20), .number(25), false),
      (.isBetween(above: 10, below: nil), .text("50"), false),
      (.isBetween(above: 10, below: nil), .number(.nan), false),
    ] as [(ValueTest, ConditionInputs.Report, Bool)])
  private func passes(_ test: ValueTest, _ report: ConditionInputs.Report, _ expected: Bool) {
    #expect(test.passes(report) == expected)
  }

  @Test(
    "Parts of the day can pass midnight",
    arguments: [
      (60, 120, [(59, false), (60, true), (119, true), (120, false)]),
      (1320, 360, [(1319, false), (1320, true), (0, true), (359, true), (360, false)]),
    ] as [(Int, Int, [(Int, Bool)])])
  func times(_ from: Int, _ to: Int, _ minutes: [(Int, Bool)]) {
    for (minute, isIn) in minutes {
      #expect(DayTimes(from: from, to: to).contains(minute) == isIn, "\(minute)")
    }
  }

  // MARK: Rows 1 and 7

  private enum Input {
    case value(Double)
    case report(Double), text(String), unknown, lost
    case page(Int), language(Int), minute(Int?)
  }

  private static func apply(_ input: Input, to play: PlayedPanel, at time: Int64 = 0) {
    let (panel, time) = (play.panel, PlayedPanel.time(time))
    switch input {
    case .value(let value): panel.set(value: value, ofKnob: 0)
    case .report(let number): panel.handleLevel(number / 100, of: .condition(0), at: time)
    case .text(let text): panel.handleText(text, of: .condition(0), at: time)
    case .unknown: panel.connect(.condition(0), isReachable: true, at: time)
    case .lost: panel.handleLoss(of: .condition(0), at: time)
    case .page(let page): panel.showRemotely(page: page, at: time)
    case .language(let language): panel.showRemotely(language: language, at: time)
    case .minute(let minute): panel.set(minuteOfDay: minute, at: time)
    }
  }

  @Test(
    "A case applies while all of its conditions hold",
    arguments: [
      ([.knob(0, above50)], [.value(51)], true), ([.knob(0, above50)], [.value(50)], false),
      ([.knob(0, above50)], [.value(51), .value(49)], false),
      ([.control(0, above50)], [], false), ([.control(0, above50)], [.report(51)], true),
      ([.control(0, above50)], [.report(51), .unknown], false),
      ([.control(0, above50)], [.report(51), .lost], false),
      ([.control(0, above50)], [.report(51), .lost, .report(60)], true),
      ([.control(0, .isOneOf([.text("armed")]))], [.text("Armed")], true),
      ([.control(0, .isOneOf([.text("armed")]))], [.text("Armed"), .report(1)], false),
      ([.page([1])], [], false), ([.page([1])], [.page(1)], true),
      ([.page([0, 1])], [.page(1)], true), ([.page([1])], [.page(1), .page(0)], false),
      ([.language([1])], [.language(1)], true), ([.language([1])], [], false),
      ([.time(DayTimes(from: 60, to: 120))], [], false),
      ([.time(DayTimes(from: 60, to: 120))], [.minute(60)], true),
      ([.time(DayTimes(from: 60, to: 120))], [.minute(60), .minute(nil)], false),
      ([.knob(0, above50), .page([1])], [.value(51)], false),
      ([.knob(0, above50), .page([1])], [.value(51), .page(1)], true),
    ] as [([Condition], [Input], Bool)])
  private func applies(_ conditions: [Condition], _ inputs: [Input], _ applies: Bool) {
    let play = Self.play { layout in
      layout.conditionControls = [.backEnd(TestSettings(name: "sensor"))]
      layout.labels[0].cases = [ItemCase(conditions, Self.redChange)]
      layout.images[0].cases = [Self.case(conditions) { $0.isVisible = false }]
    }
    for input in inputs { Self.apply(input, to: play) }
    #expect(play.panel.look(of: .label(0)) == (applies ? 1 : 0))
    #expect(play.panel.look(of: .image(0)) == (applies ? nil : 0))
  }

  @Test("The first case that holds applies, and equal looks are one")
  func order() {
    let play = Self.play {
      $0.labels[0].isVisible = false
      $0.labels[0].cases = [
        Self.case([.knob(0, .isBetween(above: nil, below: 10))]) { $0.isVisible = true },
        Self.case([.knob(0, .isBetween(above: nil, below: 50))]) {
          ($0.isVisible, $0.text) = (true, "low")
        },
        Self.case([.knob(0, .isBetween(above: 80, below: nil))]) {
          ($0.isVisible, $0.text) = (true, "high")
        },
        Self.case([.knob(0, .isBetween(above: 70, below: nil))]) {
          ($0.isVisible, $0.text) = (true, "low")
        },
      ]
    }
    let looks = [5.0, 20, 60, 75, 90].map { value -> Int? in
      play.panel.set(value: value, ofKnob: 0)
      return play.panel.look(of: .label(0))
    }
    #expect(looks == [0, 1, nil, 1, 2])
  }

  @Test("A knob whose value is not known yet meets no condition")
  func unknownKnob() {
    let play = Self.play {
      $0.knobs[0].control = .backEnd(TestSettings(name: "a"))
      $0.labels[0].cases = [ItemCase([.knob(0, .isBetween(above: 10, below: nil))], Self.redChange)]
    }
    let panel = play.panel
    let time = PlayedPanel.time(0)
    panel.connect(.knob(0))
    #expect(panel.look(of: .label(0)) == 0)
    panel.handleLevel(0.4, of: .knob(0), at: time)
    #expect(panel.look(of: .label(0)) == 1)
    panel.handleLoss(of: .knob(0), at: time)
    #expect(panel.look(of: .label(0)) == 0)
  }

  @Test("A button sets all of its knobs before conditions are compared")
  func preset() {
    let play = Self.play { $0.knobs[1].cases = [Self.hidden(.knob(0, Self.above50))] }
    play.tap(100, 250, at: 0)
    #expect(play.values() == [60, 60])
    #expect(play.panel.look(of: .knob(1)) == nil)
  }

  // MARK: Rows 2 to 6

  @Test("A colour follows the finger, and nothing vanishes under it")
  func held() {
    let play = Self.play {
      $0.knobs[0].cases = [Self.red]
      $0.knobs[1].cases = [Self.hidden(.knob(0, Self.above50))]
      $0.buttons[0].cases = [Self.case([.knob(0, Self.above50)]) { $0.isEnabled = false }]
    }
    let panel = play.panel
    play.down(300, 40, at: 0, finger: 1)
    play.down(100, 250, at: 0, finger: 2)
    panel.handleLevel(0.9, of: .knob(0), at: PlayedPanel.time(100))
    #expect(panel.look(of: .knob(0)) == 1)
    #expect(panel.look(of: .knob(1)) == 0 && panel.isEnabled(button: 0))
    play.move(340, 60, at: 200, finger: 1)
    #expect(panel.value(ofKnob: 1) > 20)
    play.up(at: 300, finger: 1)
    #expect(panel.look(of: .knob(1)) == nil && panel.isEnabled(button: 0))
    play.up(at: 400, finger: 2)
    #expect(!panel.isEnabled(button: 0))
    #expect(panel.value(ofKnob: 0) == 60, "the button has acted")
    #expect(!play.happened().contains { $0.contains("cancelled") })
  }

  @Test("Nothing appears above an item under a finger; what is elsewhere appears at once")
  func takingTurns() {
    let play = Self.play {
      // Both have the place of the first; the button is at its edge.
      $0.knobs[1].center = $0.knobs[0].center
      $0.knobs[1].isVisible = false
      let isOn = Condition.control(0, .isOneOf([.flag(true)]))
      $0.knobs[0].cases = [Self.hidden(isOn)]
      let shown = Self.case([isOn]) { $0.isVisible = true }
      $0.knobs[1].cases = [shown]
      for (index, x) in [(0, 200.0), (1, 300.0)] {
        $0.buttons[index].center = DesignPoint(x: x, y: 100)
        $0.buttons[index].isVisible = false
        $0.buttons[index].cases = [shown]
      }
      $0.conditionControls = [.backEnd(TestSettings(name: "sensor"))]
    }
    let panel = play.panel
    func looks() -> [Bool] {
      [PanelItem.knob(0), .knob(1), .button(0), .button(1)].map { panel.look(of: $0) != nil }
    }
    play.down(100, 40, at: 0)
    Self.apply(.report(1), to: play, at: 100)
    #expect(looks() == [true, false, false, true])
    // Another layout leaves it so.
    let next = PlayedPanel(
      panel.successor(
        layout: panel.layout, viewport: PlayedPanel.viewport(of: panel.layout),
        at: PlayedPanel.time(200)))
    #expect(next.panel.look(of: .knob(1)) == nil && next.panel.look(of: .knob(0)) != nil)
    next.up(at: 300)
    #expect(next.panel.look(of: .knob(1)) != nil && next.panel.look(of: .knob(0)) == nil)
    #expect(next.panel.look(of: .button(0)) != nil)
  }

  @Test("A finger that turns a knob changes the knob's own colour, and hides it once it lifts")
  func ownValue() {
    let play = Self.play {
      $0.knobs[0].cases = [
        Self.hidden(.knob(0, .isBetween(above: 60, below: nil))),
        ItemCase([.knob(0, .isBetween(above: 30, below: nil))], Self.redChange),
      ]
    }
    play.down(100, 40, at: 0)
    var looks: [Int?] = []
    for (index, point) in [(120.0, 43.0), (150, 66), (160, 100), (150, 134), (120, 157)]
      .enumerated()
    {
      play.move(point.0, point.1, at: 100 + Int64(index) * 100)
      looks.append(play.panel.look(of: .knob(0)))
    }
    #expect(looks.contains(1) && !looks.contains(nil))
    #expect(play.panel.value(ofKnob: 0) > 60)
    play.up(at: 1000)
    #expect(play.panel.look(of: .knob(0)) == nil)
  }

  @Test("A case that no longer holds when the finger lifts does not apply")
  func passes() {
    let play = Self.play { $0.knobs[1].cases = [Self.hidden(.knob(0, Self.above50))] }
    play.down(300, 40, at: 0)
    Self.apply(.value(60), to: play)
    Self.apply(.value(40), to: play)
    play.up(at: 200)
    #expect(play.panel.look(of: .knob(1)) == 0)
  }

  @Test(
    "A hidden or a disabled item drives nothing",
    arguments: [(false, true, RemoteRefusal.hidden), (true, false, .disabled)])
  func inert(isVisible: Bool, isEnabled: Bool, refusal: RemoteRefusal) {
    let play = Self.play {
      for index in 0...1 {
        let off = Self.case([.page([0])]) { ($0.isVisible, $0.isEnabled) = (isVisible, isEnabled) }
        $0.buttons[index].cases = [off]
        $0.knobs[index].cases = [off]
      }
      $0.knobs[0].encoder = EncoderLayout(input: EncoderInput(device: "wheel", axis: .wheel))
      $0.buttons.append(
        ButtonLayout(
          id: "mute", center: DesignPoint(x: 200, y: 250), width: 60, height: 60,
          action: .mute([0, 1])))
    }
    let panel = play.panel
    let time = PlayedPanel.time(0)
    play.down(100, 40, at: 0)
    play.move(160, 100, at: 100)
    play.up(at: 200)
    play.tap(100, 250, at: 300)
    play.tap(300, 250, at: 500)
    play.tap(200, 250, at: 700)
    panel.handle(.turned(counts: 10), ofKnob: 0, at: PlayedPanel.time(900))
    #expect(throws: refusal) { try panel.setRemotely(50, ofKnob: 0, at: time) }
    #expect(throws: refusal) { try panel.pressRemotely(button: 0, at: time) }
    #expect(play.values() == [20, 20] && panel.shownPage == 0)
    #expect(panel.controlRequests.isEmpty && play.happened().isEmpty)
    panel.set(page: 1)
    play.tap(100, 250, at: 2000)
    #expect(play.values() == [60, 60])
  }

  @Test("A touch passes through a hidden item to the one that takes its place")
  func inTurn() {
    let play = Self.play {
      $0.knobs[1].center = $0.knobs[0].center
      $0.knobs[0].cases = [Self.hidden(.page([1]))]
      $0.knobs[1].cases = [Self.hidden(.page([0]))]
      $0.buttons[1].center = $0.buttons[0].center
      $0.buttons[1].cases = [Self.hidden(.page([1]))]
    }
    // The second button is above the first one while it is visible.
    play.tap(100, 250, at: 0)
    #expect(play.panel.shownPage == 1)
    play.down(100, 40, at: 500)
    play.move(160, 100, at: 600)
    play.up(at: 700)
    #expect(play.values()[0] == 20 && play.values()[1] > 20)
    play.tap(100, 250, at: 1000)
    #expect(play.values() == [20, 60], "a hidden knob is not set by a button")
  }

  @Test("A knob that a program moves over a time stops where it is")
  func ramp() throws {
    let play = Self.play { $0.knobs[1].cases = [Self.hidden(.page([1]))] }
    let panel = play.panel
    try panel.setRemotely(80, ofKnob: 1, over: 1_000_000, at: PlayedPanel.time(0))
    play.run(until: 500)
    Self.apply(.page(1), to: play, at: 500)
    let value = panel.value(ofKnob: 1)
    play.run(until: 2000)
    #expect(panel.value(ofKnob: 1) == value && value > 30 && value < 70)
    #expect(panel.rampTarget(ofKnob: 1) == nil)
  }

  @Test("A knob above its limit while it is hidden is lowered once it is visible")
  func limit() {
    let play = Self.play {
      $0.knobs[1].value = 80
      $0.knobs[1].guards.limitKnob = "a"
      $0.knobs[0].value = 90
      $0.knobs[1].cases = [Self.hidden(.page([1]))]
    }
    play.panel.set(page: 1)
    Self.apply(.value(40), to: play)
    #expect(play.panel.value(ofKnob: 1) == 80)
    play.panel.set(page: 0)
    #expect(play.panel.value(ofKnob: 1) == 40)
  }

  // MARK: Rows 8 and 9: pages

  private static func bell() -> PlayedPanel {
    play {
      $0.conditionControls = [.backEnd(TestSettings(name: "bell"))]
      $0.pages[1].cases = [ItemCase([.control(0, .isOneOf([.flag(true)]))], ItemChange())]
      $0.panel.paging.homeMicroseconds = 5_000_000
    }
  }

  @Test("A page is shown each time that its condition begins to hold, and left as usual")
  func page() {
    let play = Self.bell()
    Self.apply(.report(1), to: play, at: 1000)
    #expect(play.happened() == ["two shown"])
    Self.apply(.report(1), to: play, at: 2000)
    play.run(until: 7000)
    #expect(play.happened() == ["one shown"])
    Self.apply(.report(2), to: play, at: 8000)
    #expect(play.happened().isEmpty, "it holds already")
    Self.apply(.report(0), to: play, at: 9000)
    Self.apply(.text("on"), to: play, at: 10_000)
    #expect(play.happened() == ["two shown"])
  }

  @Test("A page waits for fingers, and is not shown once its condition has ended")
  func pageWaits() {
    let play = Self.bell()
    play.down(100, 40, at: 0)
    Self.apply(.report(1), to: play, at: 100)
    #expect(play.panel.shownPage == 0)
    Self.apply(.report(0), to: play, at: 200)
    play.up(at: 300)
    #expect(play.panel.shownPage == 0)
    play.down(100, 40, at: 1000)
    Self.apply(.report(1), to: play, at: 1100)
    play.up(at: 1200)
    #expect(play.panel.shownPage == 1)
  }

  @Test("A value in the layout shows no page, only one that is reported or set")
  func start() {
    let play = Self.play {
      $0.pages[1].cases = [ItemCase([.knob(0, .isBetween(above: 10, below: 50))], ItemChange())]
    }
    #expect(play.panel.shownPage == 0)
    Self.apply(.value(60), to: play)
    Self.apply(.value(30), to: play)
    #expect(play.panel.shownPage == 1)
  }

  // MARK: Rows 10 and 11: reload

  @Test("A new layout with the same control knows what it has reported")
  func reload() {
    func layout(_ test: ValueTest, name: String = "sensor") -> LayoutDocument {
      Self.layout {
        $0.conditionControls = [
          .backEnd(TestSettings(name: "other")), .backEnd(TestSettings(name: name)),
        ]
        $0.labels[0].cases = [ItemCase([.control(1, test)], Self.redChange)]
        $0.pages[1].cases = [ItemCase([.control(1, test)], ItemChange())]
      }
    }
    let panel = PlayedPanel(layout(.isBetween(above: 50, below: nil))).panel
    let time = PlayedPanel.time(0)
    panel.handleLevel(0.6, of: .condition(1), at: time)
    panel.set(page: 0)
    for (next, look) in [
      (layout(.isBetween(above: 50, below: nil)), 1),
      (layout(.isBetween(above: 55, below: nil)), 1),
      (layout(.isBetween(above: 70, below: nil)), 0),
      (layout(.isBetween(above: 50, below: nil), name: "new"), 0),
    ] {
      let successor = panel.successor(layout: next, viewport: panel.viewport, at: time)
      #expect(successor.look(of: .label(0)) == look)
      #expect(successor.shownPage == 0, "the page was left before")
    }
  }

  @Test(
    "A knob under a finger that a new layout hides is cancelled; one that waits goes on waiting")
  func reloadHeld() {
    let waiting = Self.layout { $0.knobs[1].cases = [Self.hidden(.knob(0, Self.above50))] }
    let play = PlayedPanel(waiting)
    play.down(300, 40, at: 0)
    Self.apply(.value(60), to: play)
    var edited = waiting
    edited.labels[0].text = "other"
    let same = PlayedPanel(
      play.panel.successor(
        layout: edited, viewport: play.panel.viewport, at: PlayedPanel.time(50)))
    #expect(same.panel.look(of: .knob(1)) == 0)
    edited.knobs[1].cases = [Self.hidden(.knob(0, .isBetween(above: 40, below: nil)))]
    let next = PlayedPanel(
      same.panel.successor(
        layout: edited, viewport: same.panel.viewport, at: PlayedPanel.time(100)))
    #expect(next.panel.look(of: .knob(1)) == nil)
    #expect(next.happened().contains("b cancelled 20"))
  }

  // MARK: Loops

  /// The check of layouts refuses this one.
  @Test("Conditions on their own effects end")
  func loop() {
    let play = Self.play {
      var master = $0.knobs[0]
      master.id = "all"
      master.control = .group(GroupLayout(members: ["a", "b"], shows: .mean))
      $0.knobs.append(master)
      $0.knobs[1].cases = [Self.hidden(.knob(2, .isBetween(above: 40, below: nil)))]
    }
    play.panel.set(value: 90, ofKnob: 1)
    play.panel.set(value: 10, ofKnob: 0)
    play.run(until: 10_000)
    #expect(play.values()[0...1] == [10, 90])
  }
}
