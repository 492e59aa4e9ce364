import Gesture
import Knobs
import Layout
import Testing

@testable import Panel

/// Changes over a time, which programs request; the case table is at `KnobController+Ramp`.
@Suite struct RampTests {
  private struct Settings: ControlSettings {
    static let backEnd = "amp"
    var name = "amp"
  }

  private let panel: PanelController

  init() {
    var knob = KnobLayout(
      id: "amp", center: DesignPoint(x: 200, y: 200), diameter: 100,
      scale: Scale(range: 0...100, step: 1), control: .backEnd(Settings()))
    knob.guards.limit = 60
    var other = KnobLayout(id: "dim", center: DesignPoint(x: 500, y: 200), diameter: 100)
    other.encoder = EncoderLayout(input: EncoderInput(device: "Knob", axis: .dial))
    var layout = LayoutDocument(panel: PanelLayout(), knobs: [knob, other])
    layout.buttons = [
      ButtonLayout(
        id: "low", center: DesignPoint(x: 500, y: 400), width: 80, height: 40,
        action: .preset([.init(knob: 0, value: 5)]))
    ]
    panel = PanelController(
      layout: layout,
      viewport: Viewport(panel: layout.panel, displaySize: layout.panel.naturalSize))
    panel.connect(.knob(0))
    panel.handleLevel(0.2, of: .knob(0), at: time(0))
    clear()
  }

  private func time(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64((seconds * 1e6).rounded()))
  }

  private func clear() {
    panel.events.removeAll()
    panel.controlRequests.removeAll()
  }

  private func run(until seconds: Double) {
    while let wake = panel.nextWake, wake <= time(seconds) { panel.tick(at: wake) }
  }

  private func start(_ value: Double, seconds: Double) throws {
    try panel.setRemotely(
      value, ofKnob: 0, over: Int64(seconds * 1e6), at: time(0), from: .homeAssistant)
  }

  @Test("It moves evenly, requests each value once, and ends with a final request")
  func even() throws {
    try start(40, seconds: 2)
    #expect(panel.rampTarget(ofKnob: 0) == 40)
    #expect(panel.value(ofKnob: 0) == 20)
    run(until: 1)
    #expect(abs(panel.value(ofKnob: 0) - 30) <= 1)
    run(until: 10)
    #expect(panel.value(ofKnob: 0) == 40)
    #expect(panel.rampTarget(ofKnob: 0) == nil && panel.nextWake == nil)
    let levels = panel.controlRequests.compactMap(\.level)
    #expect(levels == levels.sorted() && levels.last == 0.4 && levels.count == 21)
    #expect(panel.controlRequests.map(\.isFinal) == Array(repeating: false, count: 20) + [true])
    let events = panel.events.compactMap(\.knob)
    #expect(events.allSatisfy { $0.kind == .remote && $0.source == .homeAssistant })
    #expect(events.count == 20)
  }

  @Test("It ends at the limit, and nothing on the way is louder")
  func limit() throws {
    #expect(
      try panel.setRemotely(90, ofKnob: 0, over: 1_000_000, at: time(0), from: .socket) == 60)
    run(until: 5)
    #expect(panel.value(ofKnob: 0) == 60)
    #expect(panel.controlRequests.compactMap(\.level).max() == 0.6)
  }

  @Test("A master stops where the limit of a member keeps it back")
  func master() throws {
    var layout = panel.layout
    var master = KnobLayout(id: "all", center: DesignPoint(x: 350, y: 400), diameter: 100)
    master.control = .group(GroupLayout(members: ["amp"], shows: .loudest))
    layout.knobs.append(master)
    let panel = PanelController(layout: layout, viewport: panel.viewport)
    panel.handleLevel(0.2, of: .knob(0), at: time(0))
    try panel.setRemotely(100, ofKnob: 2, over: 2_000_000, at: time(0))
    while let wake = panel.nextWake, wake <= time(5) { panel.tick(at: wake) }
    #expect(panel.value(ofKnob: 0) == 60 && panel.rampTarget(ofKnob: 2) == nil)
    #expect(abs(panel.value(ofKnob: 2) - 60) <= 1)
    let levels = panel.controlRequests.filter { $0.knob == 0 }.compactMap(\.level)
    #expect(levels == levels.sorted() && levels.last == 0.6)
    #expect(panel.controlRequests.last { $0.knob == 0 }?.isFinal == true)
  }

  @Test("An hour causes at most 501 wake-ups")
  func long() throws {
    try start(60, seconds: 3600)
    var count = 0
    while let wake = panel.nextWake {
      panel.tick(at: wake)
      count += 1
    }
    #expect(count <= 501 && panel.value(ofKnob: 0) == 60)
  }

  @Test("A finger stops it where it is, and turns on from there")
  func finger() throws {
    try start(60, seconds: 4)
    run(until: 2)
    let value = panel.value(ofKnob: 0)
    clear()
    let point = panel.viewport.displayFraction(designPoint: DesignPoint(x: 200, y: 170))
    panel.handle(
      TouchFrame(time: time(2), changes: [.down(ContactID(device: 0, slot: 0), point)]))
    #expect(panel.rampTarget(ofKnob: 0) == nil)
    #expect(panel.controlRequests == [ControlRequest(knob: 0, level: value / 100, isFinal: true)])
    run(until: 4)
    #expect(panel.value(ofKnob: 0) == value)
  }

  @Test("A button, a program and another value of the target replace it")
  func replaced() throws {
    for body in [
      { try panel.pressRemotely(button: 0, at: time(1)) },
      { try panel.setRemotely(5, ofKnob: 0, at: time(1)) },
      { panel.handleLevel(0.05, of: .knob(0), at: time(1)) },
    ] {
      try panel.setRemotely(20, ofKnob: 0, at: time(0))
      try start(60, seconds: 4)
      run(until: 0.9)
      try body()
      run(until: 10)
      #expect(panel.value(ofKnob: 0) == 5)
    }
  }

  @Test("It ends with the loss of the target, and requests nothing")
  func loss() throws {
    try start(60, seconds: 4)
    run(until: 1)
    clear()
    panel.handleLoss(of: .knob(0), at: time(1))
    run(until: 10)
    #expect(panel.rampTarget(ofKnob: 0) == nil && panel.controlRequests.isEmpty)
  }

  @Test(
    "It continues on another layout, and stops if the knob has another range there",
    arguments: [false, true])
  func layouts(isOther: Bool) throws {
    try start(60, seconds: 4)
    run(until: 1)
    let value = panel.value(ofKnob: 0)
    var layout = panel.layout
    layout.knobs[0].name = "new"
    if isOther { layout.knobs[0].scale = Scale(range: 0...200, step: 1) }
    let next = panel.successor(layout: layout, viewport: panel.viewport, at: time(1))
    while let wake = next.nextWake, wake <= time(10) { next.tick(at: wake) }
    #expect(next.value(ofKnob: 0) == (isOther ? 2 * value : 60))
    #expect(next.controlRequests.last?.isFinal == true)
  }

  @Test(
    "Each event names its cause",
    arguments: ["finger", "encoder", "timer", "socket", "homeassistant", "amp", "layout"])
  func sources(_ name: String) throws {
    switch name {
    case "finger":
      let point = panel.viewport.displayFraction(designPoint: DesignPoint(x: 500, y: 400))
      let contact = ContactID(device: 0, slot: 0)
      panel.handle(TouchFrame(time: time(1), changes: [.down(contact, point)]))
      panel.handle(TouchFrame(time: time(1.1), changes: [.up(contact)]))
    case "encoder":
      panel.handle(.turned(counts: 1), ofKnob: 1, at: time(1))
      run(until: 3)
    case "timer":
      panel.clean(microseconds: 1_000_000, at: time(1))
      panel.events.removeAll()
      run(until: 3)
    case "socket": try panel.pressRemotely(button: 0, at: time(1))
    case "homeassistant": try panel.pressRemotely(button: 0, at: time(1), from: .homeAssistant)
    case "amp": panel.handleLevel(0.4, of: .knob(0), at: time(1))
    default:
      var layout = panel.layout
      layout.knobs[1].value = 50
      let next = panel.successor(layout: layout, viewport: panel.viewport, at: time(1))
      panel.events = next.events
    }
    #expect(!panel.events.isEmpty)
    for event in panel.events {
      let line = event.json(of: panel.layout, origin: time(0))
      #expect(line.hasSuffix(",\"source\":\"\(name)\"}"), "\(line)")
    }
  }

  @Test("A level that waited for the end of a touch has the target as its source")
  func pendingSource() throws {
    let point = panel.viewport.displayFraction(designPoint: DesignPoint(x: 200, y: 170))
    let contact = ContactID(device: 0, slot: 0)
    panel.handle(TouchFrame(time: time(1), changes: [.down(contact, point)]))
    run(until: 1.5)
    panel.handleLevel(0.4, of: .knob(0), at: time(2))
    run(until: 2.5)
    panel.handle(TouchFrame(time: time(3), changes: [.up(contact)]))
    let events = panel.events.compactMap(\.knob)
    #expect(events.map(\.kind).suffix(2) == [.ended, .remote])
    #expect(events.map(\.source).suffix(2) == [.finger, .control("amp")])
  }
}
