import Gesture
import Knobs
import Layout
import Testing

@testable import Panel

/// Knobs with several targets, and encoders that follow the page.
@Suite struct FollowerTests {
  private struct Settings: ControlSettings {
    static let backEnd = "osc"
    var name: String
  }

  private func time(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64(seconds * 1e6))
  }

  private func panel(_ change: (inout LayoutDocument) -> Void = { _ in }) -> PanelController {
    let control = FollowedSettings(Settings(name: "a"), followers: [Settings(name: "b")])
    var knob = KnobLayout(
      id: "k", center: DesignPoint(x: 200, y: 200), diameter: 100, control: .backEnd(control))
    knob.guards.limit = 60
    var layout = LayoutDocument(panel: PanelLayout(), knobs: [knob])
    change(&layout)
    let panel = PanelController(
      layout: layout,
      viewport: Viewport(panel: layout.panel, displaySize: layout.panel.naturalSize))
    panel.connect(.knob(0))
    return panel
  }

  @Test("Followers get what the first reports, but not its first level, and no more than the limit")
  func follow() {
    let panel = panel()
    panel.handleLevel(0.4, of: .knob(0), at: time(0))
    #expect(panel.controlRequests.isEmpty)
    panel.handleLevel(0.5, of: .knob(0), at: time(1))
    #expect(panel.controlRequests == [ControlRequest(.knob(0), .follow(0.5))])
    panel.handleLevel(0.9, of: .knob(0), at: time(2))
    #expect(panel.controlRequests.last == ControlRequest(.knob(0), .follow(0.6)))
    // The target may be louder than the limit; the panel shows that.
    #expect(panel.value(ofKnob: 0) == 90)
    panel.handleLoss(of: .knob(0), at: time(3))
    panel.controlRequests.removeAll()
    panel.handleLevel(0.2, of: .knob(0), at: time(4))
    #expect(panel.controlRequests.isEmpty)
  }

  @Test("A level that arrives under a finger is followed when the finger lifts, if it did not turn")
  func pending() {
    let panel = panel()
    panel.handleLevel(0.4, of: .knob(0), at: time(0))
    let point = panel.viewport.displayFraction(designPoint: DesignPoint(x: 200, y: 170))
    let contact = ContactID(device: 0, slot: 0)
    panel.handle(TouchFrame(time: time(1), changes: [.down(contact, point)]))
    panel.tick(at: time(1.5))
    panel.handleLevel(0.5, of: .knob(0), at: time(2))
    #expect(panel.controlRequests.isEmpty)
    panel.handle(TouchFrame(time: time(3), changes: [.up(contact)]))
    #expect(panel.controlRequests == [ControlRequest(.knob(0), .follow(0.5))])
  }

  @Test("A knob with one target requests nothing when it reports")
  func single() {
    let panel = panel { $0.knobs[0].control = .backEnd(Settings(name: "a")) }
    panel.handleLevel(0.4, of: .knob(0), at: time(0))
    panel.handleLevel(0.5, of: .knob(0), at: time(1))
    #expect(panel.controlRequests.isEmpty)
  }

  @Test("The source of its events is the back end of the first")
  func source() {
    let panel = panel()
    panel.handleLevel(0.4, of: .knob(0), at: time(0))
    #expect(panel.events.compactMap(\.knob).map(\.source) == [.control("osc")])
  }

  @Test("An encoder that follows the page turns only the knob of the shown page")
  func encoder() {
    var knobs = (0..<2).map { index in
      KnobLayout(
        id: "k\(index)", center: DesignPoint(x: 200, y: 200), diameter: 100,
        scale: Scale(range: 0...100, step: 1))
    }
    for index in knobs.indices {
      knobs[index].page = index
      knobs[index].encoder = EncoderLayout(input: EncoderInput(device: "Knob", axis: .dial))
      knobs[index].encoder?.followsPage = true
    }
    var layout = LayoutDocument(panel: PanelLayout(), knobs: knobs)
    layout.pages = [PageLayout(id: "one"), PageLayout(id: "two")]
    let panel = PanelController(
      layout: layout,
      viewport: Viewport(panel: layout.panel, displaySize: layout.panel.naturalSize))
    for (round, page) in [0, 1, 0].enumerated() {
      panel.set(page: page)
      for knob in knobs.indices {
        panel.handle(.turned(counts: 3), ofKnob: knob, at: time(Double(round + 1)))
      }
    }
    #expect(knobs.indices.map(panel.value(ofKnob:)) == [6, 3])
  }
}
