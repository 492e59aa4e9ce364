import CAllocationCount
import Gesture
import Knobs
import Diagnostics
import Layout
import Panel
import Raster
import Testing

/// Fingers cost no memory once they are down, whatever the knob is asked to do.
@Suite struct TouchAllocationTests {
  @Test(
    "a touch frame allocates nothing in steady state",
    arguments: TurnMode.allCases, [true, false])
  func steadyState(mode: TurnMode, isGuarded: Bool) {
    var knob = KnobLayout(
      id: "knob", center: DesignPoint(x: 240, y: 240), diameter: 200, value: 20, turn: mode)
    if isGuarded {
      knob.guards.maximumRisePerSecond = 50
      knob.guards.ceiling = 90
      knob.report.perSecond = 20
      knob.magnets = [Magnet(value: 50, width: 2)]
      knob.feel.fine = 4
    }
    #expect(Self.allocations(of: [knob]) == 0)
  }

  @Test("nor does a master with its members, their limits and their controls")
  func group() {
    var master = KnobLayout(id: "all", center: DesignPoint(x: 240, y: 240), diameter: 200)
    master.control = .group(GroupLayout(members: ["a", "b", "c"]))
    let members = ["a", "b", "c"].enumerated().map { index, id in
      var knob = KnobLayout(
        id: id, center: DesignPoint(x: 80 + 160 * Double(index), y: 440), diameter: 60,
        scale: Scale(step: 1), value: 30 + 20 * Double(index))
      knob.guards.maximumRisePerSecond = 90
      return knob
    }
    #expect(Self.allocations(of: [master] + members, connected: [1, 2, 3]) == 0)
  }

  /// Allocations of 300 frames of a finger that wanders over the first knob.
  private static func allocations(of knobs: [KnobLayout], connected: [Int] = []) -> UInt64 {
    let layout = LayoutDocument(panel: PanelLayout(width: 480, height: 480), knobs: knobs)
    let panel = PanelController(
      layout: layout,
      viewport: Viewport(panel: layout.panel, displaySize: PixelSize(width: 480, height: 480)))
    for knob in connected {
      panel.connect(knob: knob)
      panel.handleLevel(0.3, ofKnob: knob, at: Timestamp(microseconds: 0))
    }
    let contact = ContactID(device: 0, slot: 0)
    // A finger that wanders over all of the knob, made before anything is counted.
    let frames = (0..<400).map { step in
      let place = DisplayFraction(
        x: 0.5 + 0.2 * Double((step * 3) % 200 - 100) / 100,
        y: 0.35 + 0.1 * Double((step * 7) % 100 - 50) / 50)
      return TouchFrame(
        time: Timestamp(microseconds: 10_000 * Int64(step + 1)), changes: [.moved(contact, place)])
    }
    panel.handle(
      TouchFrame(
        time: Timestamp(microseconds: 0),
        changes: [.down(contact, DisplayFraction(x: 0.5, y: 0.35))]))
    func play(from start: Int, to end: Int) {
      var step = start
      while step < end {
        panel.handle(frames[step])
        panel.events.removeAll(keepingCapacity: true)
        panel.controlRequests.removeAll(keepingCapacity: true)
        step += 1
      }
    }
    play(from: 0, to: 100)
    let before = allocation_count()
    play(from: 100, to: 400)
    return allocation_count() - before
  }
}
