import Gesture
import Layout
import Pairs
import Testing

@testable import Panel

/// After earlier gestures, a gesture on pages acts as on a panel that showed that page from the
/// start.
@Suite struct PagePairTests {
  typealias Row = Pair<Move, Ending>

  /// What fingers do, until before the last one lifts.
  enum Move: String, CaseIterable, Sendable {
    case next, back, slowly, barely, pastTheEnd, upAndDown, thereAndBack, tab, button, duringSlide
    case twoFingers, whilePushed, knob
  }

  /// How the first gesture ends.
  enum Ending: String, CaseIterable, Sendable {
    case lifted, later, cancelled, console, reloaded
  }

  private static func layout(isReloaded: Bool = false) -> LayoutDocument {
    var paging = Paging()
    paging.tabs?.height = 30
    var layout = PageTests.layout(paging)
    if isReloaded { layout.labels.removeAll() }
    return layout
  }

  private static func play(_ move: Move, on rig: RecordingRig) {
    func push(_ positions: [Double], y: Double = 140, finger: Int = 0, wait: Int64 = 0) {
      rig.down(DesignPoint(x: positions[0], y: y), finger: finger)
      for x in positions.dropFirst() {
        rig.wait(wait)
        rig.move(DesignPoint(x: x, y: y), finger: finger)
      }
    }
    let button = DesignPoint(x: 300, y: 130)
    switch move {
    case .next: push([200, 180, 140, 90])
    case .back: push([100, 130, 170, 220])
    case .slowly: push([240, 200, 150, 100, 30], wait: 200)
    case .barely: push([200, 194, 190])
    case .pastTheEnd: push([20, 80, 200, 240, 242], wait: 60)
    case .upAndDown:
      rig.down(DesignPoint(x: 200, y: 140))
      for y in [150.0, 120, 110] { rig.move(DesignPoint(x: 195, y: y)) }
      rig.move(DesignPoint(x: 20, y: 110))
    case .thereAndBack: push([240, 200, 100, 30, 100, 200, 230])
    case .tab: rig.down(DesignPoint(x: 350, y: 185))
    case .button: rig.down(button)
    case .duringSlide:
      rig.tap(button)
      rig.wait(100)
      push([200, 150, 100])
    case .twoFingers:
      push([200, 170, 150])
      push([100, 200, 300], finger: 1)
      rig.move(DesignPoint(x: 100, y: 140))
    case .whilePushed:
      push([200, 170, 150])
      rig.tap(button, finger: 1)
      rig.move(DesignPoint(x: 60, y: 140))
    case .knob:
      rig.down(DesignPoint(x: 200, y: 30))
      rig.tap(button, finger: 1)
      rig.move(DesignPoint(x: 220, y: 36))
    }
  }

  private static func end(_ ending: Ending, on rig: RecordingRig) {
    switch ending {
    case .lifted: rig.up()
    case .later:
      rig.wait(2000)
      rig.up()
    case .cancelled: rig.cancel()
    case .console: rig.perform { $0.cancelAllContacts(at: rig.time) }
    case .reloaded: rig.reload(layout(isReloaded: true))
    }
  }

  @Test(arguments: Row.all) func behavesLikeFresh(row: Row) {
    let used = RecordingRig(Self.layout())
    Self.play(row.first, on: used)
    Self.end(row.between, on: used)
    used.rest(until: 100_000)
    for knob in 0...2 { used.panel.set(value: 50, ofKnob: knob) }
    _ = used.newRecords()
    let fresh = used.fresh()
    for rig in [used, fresh] {
      Self.play(row.second, on: rig)
      rig.up()
      rig.wait(100)
      rig.up(1)
      rig.wait(5000)
    }
    #expect(used.panel.pagePosition == used.panel.pagePosition.rounded())
    if let difference = used.difference(from: fresh) { Issue.record("\(difference)") }
  }
}
