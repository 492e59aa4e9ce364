import Gesture
import Knobs
import Layout
import Testing

@testable import Panel

/// What programs can do to the panel.
@Suite struct RemoteTests {
  private struct Settings: ControlSettings {
    var name = "amp"
    var isReadOnly = false
  }

  private func panel(
    isConnected: Bool = true, _ change: (inout LayoutDocument) -> Void = { _ in }
  ) -> PanelController {
    let knob = KnobLayout(
      id: "amp", center: DesignPoint(x: 200, y: 200), diameter: 100,
      control: .backEnd(Settings()))
    var button = ButtonLayout(
      id: "low", center: DesignPoint(x: 500, y: 100), width: 80, height: 40,
      action: .preset([.init(knob: 0, value: 10)]))
    button.page = 0
    var layout = LayoutDocument(panel: PanelLayout(), knobs: [knob], buttons: [button])
    layout.pages = [PageLayout(id: "one"), PageLayout(id: "two")]
    change(&layout)
    let panel = PanelController(
      layout: layout,
      viewport: Viewport(panel: layout.panel, displaySize: layout.panel.naturalSize))
    panel.connect(.knob(0))
    if isConnected { panel.handleLevel(0.4, of: .knob(0), at: Timestamp(microseconds: 0)) }
    panel.events.removeAll()
    panel.controlRequests.removeAll()
    return panel
  }

  private let time = Timestamp(microseconds: 1000)

  @Test("A value is shown, reported and requested")
  func value() throws {
    let panel = panel()
    #expect(try panel.setRemotely(42, ofKnob: 0, at: time) == 42)
    #expect(panel.events.compactMap(\.knob).map(\.kind) == [.remote])
    #expect(panel.controlRequests == [ControlRequest(knob: 0, level: 0.42, isFinal: true)])
  }

  @Test("Steps, range and limit apply, but not a lock")
  func limits() throws {
    let panel = panel { layout in
      layout.knobs[0].scale = Scale(range: 0...100, step: 5)
      layout.knobs[0].guards.limit = 60
      layout.knobs[0].guards.lock = .tap
    }
    #expect(try panel.setRemotely(43, ofKnob: 0, at: time) == 45)
    #expect(try panel.setRemotely(500, ofKnob: 0, at: time) == 60)
  }

  @Test("Setting the same value causes no event")
  func sameValue() throws {
    let panel = panel()
    try panel.setRemotely(40, ofKnob: 0, at: time)
    #expect(panel.events.isEmpty)
  }

  @Test("A refusal gives its reason")
  func refusals() {
    func refusal(_ panel: PanelController) -> RemoteRefusal? {
      do throws(RemoteRefusal) {
        try panel.setRemotely(1, ofKnob: 0, at: time)
        return nil
      } catch { return error }
    }
    #expect(refusal(panel(isConnected: false)) == .unknown)
    let lost = panel()
    lost.handleLoss(of: .knob(0), at: time)
    #expect(refusal(lost) == .offline)
    #expect(refusal(panel { $0.knobs[0].isEnabled = false }) == .disabled)
    #expect(
      refusal(panel { $0.knobs[0].control = .backEnd(Settings(isReadOnly: true)) }) == .readOnly)
    let held = panel()
    let position = held.viewport.displayFraction(designPoint: DesignPoint(x: 200, y: 170))
    held.handle(
      TouchFrame(time: time, changes: [.down(ContactID(device: 0, slot: 0), position)]))
    #expect(refusal(held) == .held)
  }

  @Test("A press acts like a finger's press")
  func press() throws {
    let panel = panel()
    try panel.pressRemotely(button: 0, at: time)
    #expect(panel.value(ofKnob: 0) == 10)
    let kinds = panel.events.compactMap { event -> ButtonEvent.Kind? in
      if case .button(let button) = event { button.kind } else { nil }
    }
    #expect(kinds == [.pressed, .released])
  }

  @Test("A momentary button acts and restores")
  func momentary() throws {
    let panel = panel { $0.buttons[0].kind = .momentary }
    try panel.pressRemotely(button: 0, at: time)
    #expect(panel.value(ofKnob: 0) == 40)
    #expect(panel.controlRequests.compactMap(\.level) == [0.1, 0.4])
  }

  @Test("A disabled button, and one whose knobs cannot move, refuse presses")
  func refusingButtons() {
    #expect(throws: RemoteRefusal.disabled) {
      try panel { $0.buttons[0].isEnabled = false }.pressRemotely(button: 0, at: time)
    }
    #expect(throws: RemoteRefusal.unknown) {
      try panel(isConnected: false).pressRemotely(button: 0, at: time)
    }
  }

  @Test("A page is shown, with an event; one that does not exist is ignored")
  func pages() {
    let panel = panel()
    panel.showRemotely(page: 1, at: time)
    panel.showRemotely(page: 7, at: time)
    #expect(panel.shownPage == 1)
    #expect(panel.events == [.page(PageEvent(time: time, source: .socket, page: 1))])
  }

  @Test("Events report when targets go offline and return, and name a wheel's sector")
  func events() {
    let panel = panel { layout in
      layout.knobs[0].travel = .sectors(["Radio", "CD", "TV"])
      layout.knobs[0].scale = Scale(range: 0...2, step: 1)
    }
    panel.handleLevel(1, of: .knob(0), at: time)
    panel.report(ControlStateEvent(time: time, item: .knob(0), reason: "no \"answer\""))
    panel.report(
      ControlStateEvent(time: time, item: .knob(0), reason: "no value", isReachable: true))
    panel.report(ControlStateEvent(time: time, item: .knob(0), reason: nil))
    let lines = panel.events.map {
      $0.json(of: panel.layout, origin: Timestamp(microseconds: 0))
    }
    #expect(lines.contains { $0.contains("\"value\":2,\"name\":\"TV\"") })
    #expect(
      lines.suffix(3) == [
        #"{"t":0.001000,"knob":"amp","event":"offline","reason":"no \"answer\"","source":"control"}"#,
        #"{"t":0.001000,"knob":"amp","event":"unknown","reason":"no value","source":"control"}"#,
        #"{"t":0.001000,"knob":"amp","event":"online","source":"control"}"#,
      ])
  }
}
