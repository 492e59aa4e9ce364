import Gesture
import GoldenPictures
import Knobs
import Layout
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// Messages, which somebody sends to the panel.
@Suite struct MessageTests {
  private static let layout: LayoutDocument = {
    var panel = PanelLayout(width: 800, height: 480)
    panel.pin = PIN("0471")
    // The large knob reaches below the message, which covers the upper 110 pixels.
    let large = KnobLayout(
      id: "a", center: DesignPoint(x: 400, y: 200), diameter: 300, scale: Scale(step: 1), value: 50)
    var locked = KnobLayout(
      id: "b", center: DesignPoint(x: 700, y: 400), diameter: 120, scale: Scale(step: 1), value: 50)
    locked.guards.lock = .pin
    return LayoutDocument(panel: panel, knobs: [large, locked])
  }()

  private let play = PlayedPanel(layout)

  private func send(
    _ text: String, _ severity: PanelMessage.Severity = .info, seconds: Int64? = nil,
    id: String? = nil, to play: PlayedPanel? = nil, at time: Int64
  ) {
    var message = PanelMessage(text)
    (message.severity, message.microseconds) = (severity, seconds.map { $0 * 1_000_000 })
    message.id = id
    (play ?? self.play).panel.handle(.show(message), at: PlayedPanel.time(time), from: .socket)
  }

  private var shown: String? { play.panel.message?.text }

  // MARK: Reading

  @Test(
    "A text, or a JSON object with more",
    arguments: [
      ("Dinner is ready", .show(PanelMessage("Dinner is ready"))),
      ("  two\nlines\u{7}", .show(PanelMessage("two lines"))), ("", .withdraw(id: nil)),
      (#"{"text": ""}"#, .withdraw(id: nil)),
      (#"{"text": " ", "id": "door"}"#, .withdraw(id: "door")),
      (" {\"text\": \"Fire\"}", .show(PanelMessage("Fire"))),
    ] as [(String, MessageRequest)])
  func reads(_ report: String, _ request: MessageRequest) throws {
    #expect(try MessageRequest(report: report) == request)
  }

  @Test func readsAllKeys() throws {
    var message = PanelMessage("Door open")
    (message.severity, message.microseconds) = (.warning, 30_000_000)
    (message.wakesScreen, message.id) = (true, "door")
    let report =
      #"{"text": "Door open", "severity": "warning", "seconds": 30, "wake": true, "id": "door"}"#
    #expect(try MessageRequest(report: report) == .show(message))
  }

  @Test(
    "Errors say what to write",
    arguments: [
      ("{", "this is no JSON object"), ("{}", "`text` is missing or not a string"),
      (#"{"text": 5}"#, "`text` is missing or not a string"),
      (String(repeating: "x", count: 241), "`text` is longer than 240 characters"),
      ("a" + String(repeating: "\u{301}", count: 600), "`text` is longer than 240 characters"),
      (#"{"text": "a", "severity": "loud"}"#, "`severity` must be one of: info, warning, alarm"),
      (#"{"text": "a", "seconds": 0}"#, "`seconds` must be a number from 1 to 86400"),
      (#"{"text": "a", "seconds": 1e300}"#, "`seconds` must be a number from 1 to 86400"),
      (#"{"text": "a", "seconds": "5"}"#, "`seconds` must be a number from 1 to 86400"),
      (#"{"text": "a", "wake": 1}"#, "`wake` must be true or false"),
      (#"{"text": "a", "id": ""}"#, "`id` must be a string of 1 to 64 characters"),
    ])
  func refuses(_ report: String, _ error: String) {
    let fault = #expect(throws: MessageRequest.Fault.self) { try MessageRequest(report: report) }
    #expect(fault?.message == error)
  }

  // MARK: Which one

  private typealias Severity = PanelMessage.Severity

  @Test(
    "The most severe message is shown, of several the newest; a tap shows the next",
    arguments: [
      ([(.info, nil), (.info, nil), (.info, nil)], [2, 1, 0]),
      ([(.alarm, nil), (.warning, nil), (.info, nil)], [0, 1, 2]),
      ([(.warning, nil), (.alarm, nil), (.warning, nil)], [1, 2, 0]),
      ([(.alarm, "a"), (.info, "b"), (.info, "a")], [2, 1]),
      (Array(repeating: (.info, nil), count: 9), [8, 7, 6, 5, 4, 3, 2, 1]),
      ([(.info, nil)] + Array(repeating: (.alarm, nil), count: 9), [9, 8, 7, 6, 5, 4, 3, 2]),
      (Array(repeating: (.alarm, nil), count: 8) + [(.info, nil)], [7, 6, 5, 4, 3, 2, 1, 0]),
    ] as [([(Severity, String?)], [Int])])
  private func order(_ messages: [(Severity, String?)], _ order: [Int]) {
    for (index, message) in messages.enumerated() {
      send("\(index)", message.0, id: message.1, at: Int64(index))
    }
    var found: [String?] = []
    for tap in 0..<12 {
      if let shown { found.append(shown) }
      play.tap(400, 50, at: 1000 + Int64(tap) * 500)
    }
    #expect(found == order.map { "\($0)" })
  }

  @Test("Each message is shown, acknowledged and reported once")
  func events() {
    send("one", at: 0)
    send("two", .alarm, at: 10)
    play.tap(400, 50, at: 100)
    play.tap(400, 50, at: 500)
    #expect(
      play.happened() == ["one shown", "two shown", "two acknowledged", "one acknowledged"])
    send("three", id: "x", at: 2000)
    play.panel.handle(.withdraw(id: "y"), at: PlayedPanel.time(2100), from: .socket)
    play.panel.handle(.withdraw(id: "x"), at: PlayedPanel.time(2200), from: .socket)
    #expect(play.happened() == ["three shown", "three withdrawn"])
    for index in 0..<9 { send("\(index)", at: 3000) }
    #expect(play.happened().contains("0 dropped"))
    play.panel.handle(.withdraw(id: nil), at: PlayedPanel.time(4000), from: .socket)
    #expect(shown == nil && play.panel.nextWake == nil)
  }

  @Test("The time of a message begins when it is shown, and goes on below another one")
  func time() {
    send("short", seconds: 10, at: 0)
    send("alarm", .alarm, seconds: 3, at: 1000)
    play.run(until: 3900)
    #expect(shown == "alarm")
    play.run(until: 4000)
    #expect(shown == "short")
    play.run(until: 9999)
    #expect(shown == "short")
    play.run(until: 10_000)
    #expect(shown == nil && play.panel.nextWake == nil)
    #expect(
      play.happened() == ["short shown", "alarm shown", "alarm expired", "short expired"])
  }

  // MARK: Fingers

  @Test("A message waits for a finger that turns a knob, at most five seconds")
  func waitsForFinger() {
    play.down(500, 200, at: 0)
    send("one", at: 100)
    play.move(500, 220, at: 200)
    play.run(until: 1000)
    #expect(shown == nil && play.panel.viewState(ofKnob: 0).isHeld)
    play.up(at: 1100)
    #expect(shown == "one")

    play.down(500, 200, at: 2000)
    send("two", .alarm, at: 2100)
    play.run(until: 7099)
    #expect(shown == "one")
    play.run(until: 7100)
    #expect(shown == "two" && play.panel.viewState(ofKnob: 0).isHeld)
    let value = play.panel.value(ofKnob: 0)
    play.move(480, 270, at: 7200)
    #expect(play.panel.value(ofKnob: 0) != value)
  }

  @Test("A finger on the message turns nothing; one that leaves it acknowledges nothing")
  func finger() {
    send("one", at: 0)
    play.down(400, 90, at: 100)
    play.move(430, 95, at: 200)
    #expect(!play.panel.viewState(ofKnob: 0).isHeld && play.panel.value(ofKnob: 0) == 50)
    play.move(400, 300, at: 300)
    play.up(at: 400)
    #expect(shown == "one")
    play.down(400, 90, at: 500)
    play.cancel(at: 600)
    play.up(at: 700)
    #expect(shown == "one")
    // A second finger turns the knob meanwhile.
    play.down(400, 90, at: 800)
    play.down(500, 200, at: 900, finger: 1)
    #expect(play.panel.viewState(ofKnob: 0).isHeld)
    play.up(at: 1000)
    #expect(shown == nil)
    play.tap(400, 90, at: 2000)
  }

  @Test("A message waits for the PIN pad, and for cleaning")
  func waitsForPad() {
    play.tap(700, 400, at: 0)
    #expect(play.panel.pinPad != nil)
    send("one", at: 500)
    #expect(shown == nil)
    // The pad closes by itself.
    play.run(until: 120_000)
    #expect(play.panel.pinPad == nil && shown == "one")
    play.tap(400, 50, at: 121_000)
    play.panel.clean(microseconds: 10_000_000, at: PlayedPanel.time(122_000))
    send("two", .alarm, at: 123_000)
    play.run(until: 131_999)
    #expect(shown == nil)
    play.run(until: 133_000)
    #expect(shown == "two")
  }

  @Test("The PIN pad above a message takes its touches")
  func padAbove() {
    send("one", at: 0)
    play.tap(700, 400, at: 500)
    #expect(play.panel.pinPad != nil)
    play.tap(400, 20, at: 1000)
    #expect(shown == "one")
  }

  @Test("A message that lights the screen requests it when it is shown")
  func wakes() {
    var message = PanelMessage("Door")
    message.wakesScreen = true
    play.down(500, 200, at: 0)
    play.panel.handle(.show(message), at: PlayedPanel.time(100), from: .control("mqtt"))
    #expect(play.panel.screenRequests == [])
    play.up(at: 200)
    #expect(play.panel.screenRequests == [.wake(.control("mqtt"))])
  }

  @Test("A message waits for the screen, unless it lights it; its time begins when it can be seen")
  func waitsForScreen() {
    func report(_ state: ScreenState, at time: Int64) {
      play.panel.report(ScreenEvent(time: PlayedPanel.time(time), source: .timer, state: state))
    }
    for (index, state) in [ScreenState.idle, .off].enumerated() {
      let start = Int64(index) * 100_000
      report(state, at: start)
      send("one", seconds: 10, at: start + 100)
      play.run(until: start + 60_000)
      #expect(shown == nil && play.panel.nextWake == nil)
      report(.lit, at: start + 60_000)
      #expect(shown == "one")
      play.run(until: start + 69_999)
      #expect(shown == "one")
      play.run(until: start + 70_000)
      #expect(shown == nil)
    }
    report(.dimmed, at: 200_000)
    send("two", at: 200_100)
    #expect(shown == "two")
    // One that is shown stays, and a waiting one does not hide it.
    report(.off, at: 201_000)
    send("three", .warning, at: 201_100)
    #expect(shown == "two" && play.panel.screenRequests == [])
    var message = PanelMessage("four")
    (message.severity, message.wakesScreen) = (.alarm, true)
    play.panel.handle(.show(message), at: PlayedPanel.time(202_000), from: .socket)
    #expect(shown == "four" && play.panel.screenRequests == [.wake(.socket)])
  }

  @Test("Another layout keeps the messages")
  func succession() {
    send("one", seconds: 10, at: 0)
    var layout = Self.layout
    layout.panel.width = 600
    let next = PlayedPanel(
      play.panel.successor(
        layout: layout, viewport: PlayedPanel.viewport(of: layout), at: PlayedPanel.time(100)))
    #expect(next.panel.message?.text == "one")
    next.run(until: 10_000)
    #expect(next.panel.message == nil)
  }

  // MARK: Drawing

  private static func picture(_ layout: LayoutDocument) -> (PanelPicture, PixelBuffer)? {
    PixelBuffer(size: layout.panel.naturalSize).map {
      (
        PanelPicture(
          layout: layout, viewport: PlayedPanel.viewport(of: layout),
          typesetter: BlockTypesetter()), $0
      )
    }
  }

  private static let long =
    "The kitchen will close in ten minutes, and the last orders are taken at the bar until then; "
    + "please bring your glasses back to the counter, and thank you for coming tonight, all of you."

  @Test(arguments: PanelLayout.themes) func looks(theme: ThemeName) throws {
    var layout = Self.layout
    layout.panel.theme = theme
    layout.panel.palette = .named(theme)
    let severities = PanelMessage.Severity.allCases
    let whole = try #require(PixelBuffer(size: PixelSize(width: 800, height: 3 * 120)))
    for (index, severity) in severities.enumerated() {
      let play = PlayedPanel(layout)
      send(index == 1 ? Self.long : "Dinner is ready", severity, to: play, at: 0)
      let (picture, frame) = try #require(Self.picture(layout))
      picture.update(from: play.panel)
      _ = picture.draw(into: frame)
      for y in 0..<120 {
        for x in 0..<800 {
          whole.pixels[(index * 120 + y) * whole.stride + x] = frame.pixels[y * frame.stride + x]
        }
      }
    }
    try expect(whole, equals: GoldenPicture("message-\(theme)"))
  }

  @Test("A round panel shows it in its middle")
  func round() throws {
    var layout = Self.layout
    layout.panel.shape = .round
    (layout.panel.width, layout.panel.height) = (480, 480)
    let play = PlayedPanel(layout)
    send("Dinner is ready", .warning, to: play, at: 0)
    let (picture, frame) = try #require(Self.picture(layout))
    picture.update(from: play.panel)
    _ = picture.draw(into: frame)
    try expect(frame, equals: GoldenPicture("message-round"))
  }

  @Test("What is redrawn under and after a message equals a whole picture")
  func increments() throws {
    let (picture, frame) = try #require(Self.picture(Self.layout))
    func drawn() -> [UInt32] {
      picture.update(from: play.panel)
      _ = picture.draw(into: frame)
      return Array(frame.pixels)
    }
    func whole() throws -> [UInt32] {
      let (fresh, other) = try #require(Self.picture(Self.layout))
      play.panel.viewChanges.markAll()
      fresh.update(from: play.panel)
      _ = fresh.draw(into: other)
      return Array(other.pixels)
    }
    let before = drawn()
    send("one", at: 0)
    #expect(try drawn() == whole())
    // The pointer and the arc of the knob move below it.
    play.panel.set(value: 42, ofKnob: 0)
    #expect(try drawn() == whole())
    send("two, which is longer", .alarm, at: 10)
    #expect(try drawn() == whole())
    play.panel.set(value: 50, ofKnob: 0)
    play.panel.handle(.withdraw(id: nil), at: PlayedPanel.time(20), from: .socket)
    #expect(drawn() == before)
  }
}
