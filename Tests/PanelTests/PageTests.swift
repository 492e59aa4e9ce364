import Gesture
import Knobs
import Layout
import LayoutFile
import Raster
import Testing

@testable import Panel

/// The rows of the case table in `Pager`, and the effect of pages on knobs and buttons.
@Suite struct PageTests {
  /// Three pages of 400 × 200, with a knob at (60, 60) on the first and the second, and a button at
  /// (300, 60) on the second; a knob at (200, 60) and a button at (300, 130) are on every page.
  static func layout(
    _ paging: Paging = Paging(), _ action: ButtonLayout.Action = .page(.next)
  ) -> LayoutDocument {
    func knob(_ id: String, _ x: Double, _ page: Int?) -> KnobLayout {
      var knob = KnobLayout(
        id: id, center: DesignPoint(x: x, y: 60), diameter: 80, scale: Scale(step: 1), value: 50)
      knob.page = page
      return knob
    }
    func button(_ id: String, _ y: Double, _ page: Int?, _ action: ButtonLayout.Action)
      -> ButtonLayout
    {
      var button = ButtonLayout(
        id: id, center: DesignPoint(x: 300, y: y), width: 60, height: 40, text: "P", action: action)
      button.page = page
      return button
    }
    var panel = PanelLayout(width: 400, height: 200)
    panel.paging = paging
    var layout = LayoutDocument(
      panel: panel, knobs: [knob("a", 60, 0), knob("b", 60, 1), knob("all", 200, nil)],
      buttons: [
        button("hush", 60, 1, .mute([1])), button("go", 130, nil, action),
      ])
    layout.labels = [
      LabelLayout(text: "One", at: DesignPoint(x: 20, y: 20), size: 12),
      LabelLayout(text: "Two", at: DesignPoint(x: 20, y: 20), size: 12),
    ]
    for index in 0...1 { layout.labels[index].page = index }
    layout.pages = ["one", "two", "three"].map { PageLayout(id: $0) }
    return layout
  }

  @Test("A slide ends if the clock is set back by more than its duration")
  func clockSetBack() {
    let play = PlayedPanel(Self.layout())
    play.panel.tick(at: PlayedPanel.time(3_600_000))
    play.panel.go(toPage: 1)
    play.panel.tick(at: PlayedPanel.time(0))
    #expect(play.panel.pagePosition == 1)
    #expect(play.panel.nextWake == nil)
  }

  private static var swipeOnly: Paging {
    var paging = Paging()
    paging.tabs = nil
    return paging
  }

  private static func play(
    _ paging: Paging = swipeOnly, _ action: ButtonLayout.Action = .page(.next)
  ) -> PlayedPanel {
    PlayedPanel(layout(paging, action))
  }

  /// Swipes from (200, 160), with a report every 10 ms, and lifts `rest` ms after the last.
  private static func push(
    _ play: PlayedPanel, by distance: Double, in milliseconds: Int64, at start: Int64 = 0,
    rest: Int64 = 10, isCancelled: Bool = false
  ) {
    play.down(200, 160, at: start)
    for time in stride(from: Int64(10), through: milliseconds, by: 10) {
      play.move(200 + distance * Double(time) / Double(milliseconds), 160, at: start + time)
    }
    let end = start + milliseconds + rest
    if isCancelled { play.cancel(at: end) } else { play.up(at: end) }
  }

  struct Push: Sendable {
    var distance: Double
    var milliseconds: Int64
    var rest: Int64
    var from = 0
    var page: Int
  }

  @Test(
    "Rows 5 and 6: A swipe ends at the page that its speed and distance select",
    arguments: [
      // Fast swipes continue, slow ones end at the nearest page.
      Push(distance: -90, milliseconds: 80, rest: 10, page: 1),
      Push(distance: -90, milliseconds: 80, rest: 200, page: 0),
      Push(distance: -230, milliseconds: 1500, rest: 200, page: 1),
      Push(distance: -180, milliseconds: 1500, rest: 200, page: 0),
      // There is nothing beyond the ends, and a swipe never passes the next page.
      Push(distance: 90, milliseconds: 80, rest: 10, page: 0),
      Push(distance: 250, milliseconds: 1500, rest: 200, page: 0),
      Push(distance: -90, milliseconds: 80, rest: 10, from: 2, page: 2),
      Push(distance: 90, milliseconds: 80, rest: 10, from: 2, page: 1),
      Push(distance: -199, milliseconds: 40, rest: 10, page: 1),
      // Hardly moved.
      Push(distance: -11, milliseconds: 50, rest: 10, page: 0),
    ]) func pushes(_ push: Push)
  {
    let play = Self.play()
    play.panel.set(page: push.from)
    Self.push(play, by: push.distance, in: push.milliseconds, rest: push.rest)
    #expect(play.panel.shownPage == push.page)
    let names = ["one", "two", "three"]
    #expect(play.happened() == (push.page == push.from ? [] : ["\(names[push.page]) shown"]))
    play.run(until: 5000)
    #expect(play.panel.pages.position == Double(push.page))
    #expect(play.panel.nextWake == nil)
  }

  @Test("Row 2: The pages follow the finger without a jump")
  func follows() {
    let play = Self.play()
    play.down(200, 160, at: 0)
    play.move(187, 160, at: 10)
    #expect(abs(play.panel.pages.position - 1.0 / 400) < 1e-9)
    play.move(88, 160, at: 20)
    #expect(abs(play.panel.pages.position - 0.25) < 1e-9)
  }

  @Test("Row 3: A vertical movement first is not a swipe")
  func verticalFirst() {
    let play = Self.play()
    play.down(200, 160, at: 0)
    play.move(198, 180, at: 10)
    play.move(50, 180, at: 20)
    #expect(play.panel.pages.position == 0)
    play.up(at: 30)
    #expect(play.panel.shownPage == 0)
  }

  @Test("Row 4: Beyond the ends, the pages move a third of the way")
  func rubber() {
    let play = Self.play()
    play.down(100, 160, at: 0)
    play.move(113, 160, at: 10)
    play.move(232, 160, at: 20)
    #expect(abs(play.panel.pages.position + 0.1) < 1e-9)
  }

  @Test("Row 7: A cancelled swipe returns")
  func cancelled() {
    let play = Self.play()
    Self.push(play, by: -150, in: 60, isCancelled: true)
    #expect(play.happened().isEmpty)
    play.run(until: 1000)
    #expect(play.panel.pages.position == 0)
  }

  @Test("Row 8: A finger that lands during a slide reaches the arriving page")
  func landsDuringSlide() {
    let play = Self.play()
    play.tap(300, 130, at: 0)
    #expect(play.panel.pages.isGliding)
    play.down(40, 60, at: 100)
    #expect(play.panel.pages.position == 1)
    #expect(play.happened().last == "b began 50")
  }

  @Test("Row 9: A button can change the page during a swipe")
  func buttonDuringSwipe() {
    let play = Self.play()
    play.down(200, 160, at: 0)
    play.move(150, 160, at: 10)
    play.down(300, 130, at: 20, finger: 1)
    play.up(at: 60, finger: 1)
    play.move(20, 160, at: 70)
    play.run(until: 1000)
    #expect(play.panel.pages.position == 1)
    play.up(at: 1100)
    #expect(play.panel.shownPage == 1)
  }

  @Test("Only items on the shown page, or on every page, take fingers")
  func routing() {
    let play = Self.play()
    play.down(40, 60, at: 0)
    play.up(at: 400)
    play.down(300, 60, at: 500)
    play.up(at: 900)
    play.panel.set(page: 1)
    play.down(40, 60, at: 1000)
    play.up(at: 1400)
    play.tap(300, 60, at: 1500)
    play.panel.set(page: 2)
    play.down(40, 60, at: 2000)
    play.up(at: 2400)
    play.down(180, 60, at: 2500)
    #expect(
      play.happened().filter { $0.contains("began") || $0.contains("pressed") } == [
        "a began 50", "b began 50", "hush pressed", "all began 50",
      ])
  }

  @Test("A finger keeps its knob while another changes the page, and turns it unseen")
  func keepsKnob() {
    let play = Self.play()
    play.down(30, 60, at: 0)
    play.down(300, 130, at: 100, finger: 1)
    play.up(at: 160, finger: 1)
    play.run(until: 600)
    #expect(play.panel.shownPage == 1)
    play.move(60, 30, at: 700)
    play.move(90, 60, at: 900)
    #expect(play.panel.value(ofKnob: 0) > 60)
    play.cancel(at: 1500)
    #expect(play.happened().last?.hasPrefix("a cancelled") == true)
  }

  @Test("A press on a button that moves out of view is cancelled", arguments: [true, false])
  func buttonOutOfView(isMomentary: Bool) {
    var layout = Self.layout(Self.swipeOnly)
    if isMomentary { layout.buttons[0].kind = .momentary }
    let play = PlayedPanel(layout)
    play.panel.set(page: 1)
    play.down(300, 60, at: 0)
    play.down(300, 130, at: 50, finger: 1)
    play.up(at: 100, finger: 1)
    play.up(at: 1000)
    let events = play.happened().filter { $0.hasPrefix("hush") || $0.hasPrefix("b ") }
    #expect(
      events
        == (isMomentary
          ? ["hush pressed on", "b muted 0", "hush released", "b restored 50"]
          : ["hush pressed", "hush cancelled"]))
  }

  @Test("A knob on a hidden page follows its control")
  func remoteChangeOnHiddenPage() {
    let play = Self.play()
    play.panel.connect(.knob(1))
    play.panel.handleLevel(0.7, of: .knob(1), at: PlayedPanel.time(0))
    #expect(play.panel.value(ofKnob: 1) == 70)
    #expect(play.happened() == ["b remote 70"])
  }

  @Test(
    "Buttons show the next, the previous or a given page",
    arguments: [
      (.page(.next), 0, 1), (.page(.next), 2, 0), (.page(.previous), 0, 2),
      (.page(.previous), 2, 1), (.page(.index(2)), 0, 2),
    ] as [(ButtonLayout.Action, Int, Int)])
  func buttons(action: ButtonLayout.Action, from: Int, to: Int) {
    let play = Self.play(Self.swipeOnly, action)
    play.panel.set(page: from)
    play.tap(300, 130, at: 0)
    let isLit = action == .page(.index(to))
    #expect(
      play.happened() == [
        "go pressed", "go released\(isLit ? " on" : "")", "\(["one", "two", "three"][to]) shown",
      ])
    #expect(play.panel.viewState(ofButton: 1).isOn == isLit)
  }

  @Test("A button of the shown page is lit, and has no effect")
  func litButton() {
    let play = Self.play(Self.swipeOnly, .page(.index(0)))
    #expect(play.panel.viewState(ofButton: 1).isOn)
    play.tap(300, 130, at: 0)
    #expect(play.happened() == ["go pressed on", "go released on"])
    #expect(play.panel.nextWake == nil)
  }

  @Test("Tabs show their pages, without button events")
  func tabs() {
    let play = Self.play(Paging())
    play.tap(350, 180, at: 0)
    #expect(play.happened() == ["three shown"])
    play.tap(50, 180, at: 1000)
    #expect(play.happened() == ["one shown"])
    // Sliding off cancels the press, and does not swipe.
    play.down(350, 180, at: 2000)
    play.move(350, 60, at: 2010)
    play.move(50, 60, at: 2020)
    play.up(at: 2030)
    #expect(play.happened().isEmpty)
  }

  @Test("Without swipes and tabs, only buttons change the page")
  func onlyButtons() {
    var paging = Paging()
    paging.tabs = nil
    paging.isSwiped = false
    let play = Self.play(paging)
    Self.push(play, by: -150, in: 60)
    play.tap(350, 180, at: 1000)
    #expect(play.panel.shownPage == 0)
    play.tap(300, 130, at: 2000)
    #expect(play.panel.shownPage == 1)
  }

  @Test("A single page has neither tabs nor swipes")
  func onePage() {
    var layout = Self.layout(Paging())
    layout.pages.removeLast(2)
    let play = PlayedPanel(layout)
    Self.push(play, by: -150, in: 60)
    #expect(play.panel.pages.position == 0)
    #expect(play.panel.buttons.count == layout.buttons.count)
  }

  @Test("A page that a program shows stays as long as one that a finger shows")
  func remotePage() {
    var paging = Self.swipeOnly
    paging.homeMicroseconds = 30_000_000
    let play = Self.play(paging)
    let hour: Int64 = 3_600_000
    play.panel.showRemotely(page: 1, at: PlayedPanel.time(hour))
    play.run(until: hour + 29_900)
    #expect(play.panel.shownPage == 1)
    play.run(until: hour + 31_000)
    #expect(play.panel.shownPage == 0)
  }

  @Test("A panel left alone returns to its home page, but not while a finger holds it")
  func home() {
    var paging = Self.swipeOnly
    paging.homeMicroseconds = 30_000_000
    let play = Self.play(paging)
    #expect(play.panel.nextWake == nil)
    play.tap(300, 130, at: 0)
    play.down(180, 60, at: 10_000)
    play.run(until: 40_000)
    #expect(play.panel.shownPage == 1)
    play.up(at: 50_000)
    play.run(until: 79_999)
    #expect(play.panel.shownPage == 1)
    play.run(until: 80_000)
    #expect(play.panel.shownPage == 0)
    #expect(play.happened().last == "one shown")
    play.run(until: 90_000)
    #expect(play.panel.nextWake == nil)
  }

  @Test("A reload stays on the page with the same id")
  func reload() {
    let play = Self.play()
    play.panel.set(page: 1)
    var layout = Self.layout(Self.swipeOnly)
    layout.pages.swapAt(0, 1)
    let next = play.panel.successor(
      layout: layout, viewport: PlayedPanel.viewport(of: layout), at: PlayedPanel.time(100))
    #expect(next.shownPage == 0)
    layout.pages.remove(at: 0)
    let last = next.successor(
      layout: layout, viewport: PlayedPanel.viewport(of: layout), at: PlayedPanel.time(200))
    #expect(last.shownPage == 0)
    #expect(layout.pages[last.shownPage].id == "one")
  }

  @Test("A page's event is written as a line of JSON")
  func json() {
    let play = Self.play()
    let event = PanelEvent.page(PageEvent(time: PlayedPanel.time(1500), source: .finger, page: 1))
    #expect(
      event.json(of: play.panel.layout, origin: PlayedPanel.time(0))
        == #"{"t":1.500000,"page":"two","event":"shown","source":"finger"}"#)
  }
}
