import Gesture
import Layout
import Pairs
import Testing

@testable import Panel

/// After earlier gestures, a gesture on pages acts as on a panel that showed that page from the
/// start.
@Suite struct PagePairTests {
  typealias Row = Pair<Way, Ending>

  /// What fingers do, until before the last one lifts.
  enum Way: String, CaseIterable, Sendable {
    case next, back, slowly, hardly, pastTheEnd, upAndDown, thereAndBack, tab, button, duringSlide
    case twoFingers, whilePushed, knob
  }

  /// How the first gesture ends.
  enum Ending: String, CaseIterable, Sendable {
    case lifted, later, cancelled, console, saved
  }

  private static func layout(isSaved: Bool = false) -> LayoutDocument {
    var paging = Paging()
    paging.tabs?.height = 30
    var layout = PageTests.layout(paging)
    if isSaved { layout.labels.removeAll() }
    return layout
  }

  private static func play(_ way: Way, on seen: SeenPanel) {
    func push(_ places: [Double], y: Double = 140, finger: Int = 0, wait: Int64 = 0) {
      seen.down(DesignPoint(x: places[0], y: y), finger: finger)
      for x in places.dropFirst() {
        seen.wait(wait)
        seen.move(DesignPoint(x: x, y: y), finger: finger)
      }
    }
    let button = DesignPoint(x: 300, y: 130)
    switch way {
    case .next: push([200, 180, 140, 90])
    case .back: push([100, 130, 170, 220])
    case .slowly: push([240, 200, 150, 100, 30], wait: 200)
    case .hardly: push([200, 194, 190])
    case .pastTheEnd: push([20, 80, 200, 240, 242], wait: 60)
    case .upAndDown:
      seen.down(DesignPoint(x: 200, y: 140))
      for y in [150.0, 120, 110] { seen.move(DesignPoint(x: 195, y: y)) }
      seen.move(DesignPoint(x: 20, y: 110))
    case .thereAndBack: push([240, 200, 100, 30, 100, 200, 230])
    case .tab: seen.down(DesignPoint(x: 350, y: 185))
    case .button: seen.down(button)
    case .duringSlide:
      seen.tap(button)
      seen.wait(100)
      push([200, 150, 100])
    case .twoFingers:
      push([200, 170, 150])
      push([100, 200, 300], finger: 1)
      seen.move(DesignPoint(x: 100, y: 140))
    case .whilePushed:
      push([200, 170, 150])
      seen.tap(button, finger: 1)
      seen.move(DesignPoint(x: 60, y: 140))
    case .knob:
      seen.down(DesignPoint(x: 200, y: 30))
      seen.tap(button, finger: 1)
      seen.move(DesignPoint(x: 220, y: 36))
    }
  }

  private static func end(_ ending: Ending, on seen: SeenPanel) {
    switch ending {
    case .lifted: seen.up()
    case .later:
      seen.wait(2000)
      seen.up()
    case .cancelled: seen.cancel()
    case .console: seen.happens { $0.cancelAllContacts(at: seen.time) }
    case .saved: seen.save(layout(isSaved: true))
    }
  }

  @Test(arguments: Row.all) func likeFresh(row: Row) {
    let used = SeenPanel(Self.layout())
    Self.play(row.first, on: used)
    Self.end(row.between, on: used)
    used.rest(until: 100_000)
    for knob in 0...2 { used.panel.set(value: 50, ofKnob: knob) }
    _ = used.seen()
    let fresh = used.fresh()
    for seen in [used, fresh] {
      Self.play(row.second, on: seen)
      seen.up()
      seen.wait(100)
      seen.up(1)
      seen.wait(5000)
    }
    #expect(used.panel.pagePosition == used.panel.pagePosition.rounded())
    if let difference = used.difference(from: fresh) { Issue.record("\(difference)") }
  }
}
