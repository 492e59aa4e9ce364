import Gesture
import JSON
import Layout
import Panel
import Raster
import Testing
import WebServer

@testable import Preview

/// What a browser is sent, and when.
@Suite struct BrowserTests {
  private var panel: PanelController
  private var frameRequests = 0

  init() {
    var layout = LayoutDocument(panel: PanelLayout())
    layout.knobs = [KnobLayout(id: "a", center: .init(x: 100, y: 100), diameter: 100)]
    panel = PanelController(
      layout: layout,
      viewport: Viewport(panel: layout.panel, displaySize: PixelSize(width: 800, height: 480)))
  }

  private func current(frame: UInt32 = 1) -> Browser.Current {
    Browser.Current(
      topics: [
        .hello: SocketMessage(text: "{\"type\": \"hello\"}"),
        .panel: SocketMessage(text: "{\"type\": \"panel\"}"),
      ],
      reading: PanelReading(of: panel), frame: frame)
  }

  private func send(_ browser: inout Browser, frame: UInt32 = 1) -> [String] {
    let messages = browser.messages(current(frame: frame)) { since in
      SharedFrame(
        sequence: frame, message: SocketMessage(binary: Array("frame after \(since ?? 0)".utf8)))
    }
    return messages.map { String(decoding: $0.payload, as: UTF8.self) }
  }

  @Test func newBrowsersReceiveEverythingInOrder() {
    var browser = Browser()
    let messages = send(&browser)
    #expect(messages.count == 4)
    #expect(messages[0].contains("hello"))
    #expect(messages[1].contains("\"panel\""))
    #expect(messages[2].contains("\"values\""))
    #expect(messages[3] == "frame after 0")
  }

  @Test func nothingIsSentBeforeTheLastMessagesAreWritten() {
    var browser = Browser()
    _ = send(&browser)
    browser.changed(.panel)
    #expect(send(&browser, frame: 2).isEmpty)
    browser.written()
    #expect(send(&browser, frame: 2).contains { $0.contains("\"panel\"") })
  }

  @Test func noFrameIsSentBeforeTheLastIsDrawn() {
    var browser = Browser()
    _ = send(&browser)
    browser.written()
    #expect(send(&browser, frame: 2).isEmpty)
    browser.drawn(7)
    #expect(send(&browser, frame: 3).isEmpty)
    browser.drawn(1)
    #expect(send(&browser, frame: 4) == ["frame after 1"])
  }

  @Test func unchangedStateIsNotSent() {
    var browser = Browser()
    _ = send(&browser)
    browser.written()
    browser.drawn(1)
    #expect(send(&browser).isEmpty)
    panel.set(value: 12, ofKnob: 0)
    let messages = send(&browser)
    #expect(messages.count == 1)
    #expect(messages[0].contains("[0, 12, \"12\""))
  }

  @Test func slowBrowsersLoseEventsAndGetTheirCount() {
    var browser = Browser()
    _ = send(&browser)
    for number in 0..<1000 { browser.add(["event \(number)"]) }
    browser.written()
    let messages = send(&browser)
    #expect(messages.count == 1)
    #expect(messages[0].contains("\"event 999\""))
    #expect(!messages[0].contains("\"event 799\""))
    #expect(messages[0].contains("\"dropped\": 800"))
    browser.written()
    #expect(send(&browser).isEmpty)
  }

  @Test func unreadAnswersHaveALimit() {
    var browser = Browser()
    _ = send(&browser)
    for _ in 0..<64 { browser.answer(["type": "saved"]) }
    #expect(!browser.hasTooManyAnswers)
    browser.answer(["type": "saved"])
    #expect(browser.hasTooManyAnswers)
    browser.written()
    #expect(send(&browser).count == 65)
    #expect(!browser.hasTooManyAnswers)
  }
}
