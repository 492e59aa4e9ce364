import CAllocationCount
import Gesture
import Knobs
import Layout
import Panel
import Raster

/// Fingers that are down allocate no memory, whatever the knob does: on a panel that is not drawn,
/// a finger wanders over the first knob.
struct TouchedKnobs {
  private let panel: PanelController
  private let frames: [TouchFrame]

  /// A knob of each turn mode, with and without guards, and a master with its members.
  static func counts() -> [(name: String, allocations: UInt64)] {
    var counts: [(name: String, allocations: UInt64)] = []
    for mode in TurnMode.allCases {
      for isGuarded in [false, true] {
        let knobs = TouchedKnobs([knob(mode, isGuarded: isGuarded)])
        counts.append(("turn: \(mode), guarded: \(isGuarded)", knobs.allocations()))
      }
      let clicking = TouchedKnobs([steppedKnob(mode)], clicks: true)
      counts.append(("turn: \(mode), clicking", clicking.allocations()))
    }
    for clicks in [false, true] {
      let group = TouchedKnobs(group(), connected: [1, 2, 3], clicks: clicks)
      counts.append(("a master, clicking: \(clicks)", group.allocations()))
    }
    return counts
  }

  private static func knob(_ mode: TurnMode, isGuarded: Bool) -> KnobLayout {
    var knob = KnobLayout(
      id: "knob", center: DesignPoint(x: 240, y: 240), diameter: 200, value: 20, turn: mode)
    if isGuarded {
      knob.guards.maximumRisePerSecond = 50
      knob.guards.ceiling = 90
      knob.report.perSecond = 20
      knob.magnets = [Magnet(value: 50, width: 2)]
      knob.feel.fine = 4
    }
    return knob
  }

  private static func steppedKnob(_ mode: TurnMode) -> KnobLayout {
    var knob = knob(mode, isGuarded: false)
    knob.scale.step = 1
    knob.magnets = [Magnet(value: 50, width: 2)]
    knob.guards.limit = 80
    return knob
  }

  /// A master with its members, which have limits and controls.
  private static func group() -> [KnobLayout] {
    var master = KnobLayout(id: "all", center: DesignPoint(x: 240, y: 240), diameter: 200)
    master.control = .group(GroupLayout(members: ["a", "b", "c"]))
    return [master]
      + ["a", "b", "c"].enumerated().map { index, id in
        var knob = KnobLayout(
          id: id, center: DesignPoint(x: 80 + 160 * Double(index), y: 440), diameter: 60,
          scale: Scale(step: 1), value: 30 + 20 * Double(index))
        knob.guards.maximumRisePerSecond = 90
        return knob
      }
  }

  private init(_ knobs: [KnobLayout], connected: [Int] = [], clicks: Bool = false) {
    var design = PanelLayout(width: 480, height: 480)
    design.clicks.isOn = clicks
    let layout = LayoutDocument(panel: design, knobs: knobs)
    panel = PanelController(
      layout: layout,
      viewport: Viewport(panel: layout.panel, displaySize: PixelSize(width: 480, height: 480)))
    for knob in connected {
      panel.connect(.knob(knob))
      panel.handleLevel(0.3, of: .knob(knob), at: Timestamp(microseconds: 0))
    }
    let contact = ContactID(device: 0, slot: 0)
    frames =
      [
        TouchFrame(
          time: Timestamp(microseconds: 0),
          changes: [.down(contact, DisplayFraction(x: 0.5, y: 0.35))])
      ]
      + (0..<400).map { step in
        let position = DisplayFraction(
          x: 0.5 + 0.2 * Double((step * 3) % 200 - 100) / 100,
          y: 0.35 + 0.1 * Double((step * 7) % 100 - 50) / 50)
        return TouchFrame(
          time: Timestamp(microseconds: 10_000 * Int64(step + 1)),
          changes: [.moved(contact, position)])
      }
  }

  /// Allocations of the last 300 frames.
  private func allocations() -> UInt64 {
    play(0..<101)
    let before = allocation_count()
    play(101..<frames.count)
    return allocation_count() - before
  }

  private func play(_ range: Range<Int>) {
    for index in range {
      panel.handle(frames[index])
      panel.events.removeAll(keepingCapacity: true)
      panel.controlRequests.removeAll(keepingCapacity: true)
      panel.feedback = []
    }
  }
}
