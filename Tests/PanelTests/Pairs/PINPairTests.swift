import Gesture
import Layout
import Pairs
import Testing

@testable import Panel

/// After earlier attempts, a PIN entry acts like the first one.
@Suite struct PINPairTests {
  typealias Row = Pair<Attempt, Ending>

  /// What opens the pad, and what is entered.
  enum Attempt: String, CaseIterable, Sendable {
    case right, forButton, forPage, wrong, fourWrong, fiveWrong, half, erased, givenUp, left, turned
    case slipped
  }

  /// What happens after the first attempt.
  enum Ending: String, CaseIterable, Sendable {
    case nothing, later, console, saved, touched
  }

  private static func play(_ attempt: Attempt, on seen: SeenPanel) {
    func enter(_ digits: String) {
      for digit in digits { tap(.digit(UInt8(String(digit)) ?? 0)) }
    }
    func center(_ key: PINPadLayout.Key) -> DesignPoint {
      let index = PINPadLayout.keys.firstIndex(of: key) ?? 0
      return PINPadLayout(seen.panel.layout.panel).center(ofKey: index)
    }
    func tap(_ key: PINPadLayout.Key) {
      seen.tap(center(key))
      seen.wait(40)
    }
    let knob = DesignPoint(x: 60, y: 40)
    switch attempt {
    case .forButton: seen.tap(DesignPoint(x: 240, y: 60))
    case .forPage: seen.tap(DesignPoint(x: 240, y: 120))
    case .turned:
      seen.down(knob)
      for x in [66.0, 72, 78, 84] { seen.move(DesignPoint(x: x, y: 44)) }
      seen.up()
    default: seen.tap(knob)
    }
    seen.wait(300)
    switch attempt {
    case .right, .forButton, .forPage, .turned: enter("0471")
    case .wrong: enter("1111")
    case .fourWrong: for _ in 0..<4 { enter("1111") }
    case .fiveWrong: for _ in 0..<6 { enter("1111") }
    case .half: enter("04")
    case .erased:
      enter("047")
      for _ in 0..<4 { tap(.erase) }
      enter("0471")
    case .givenUp:
      enter("04")
      tap(.cancel)
    case .left:
      enter("0")
      seen.wait(21_000)
    case .slipped:
      seen.down(center(.digit(4)))
      seen.move(center(.digit(5)))
      seen.down(center(.digit(6)), finger: 1)
      seen.cancel(1)
      seen.up()
      enter("0471")
    }
  }

  private static func end(_ ending: Ending, on seen: SeenPanel) {
    switch ending {
    case .nothing: break
    case .later: seen.wait(25_000)
    case .console: seen.happens { $0.cancelAllContacts(at: seen.time) }
    case .saved: seen.save(PINTests.layout { $0.labels = [] })
    case .touched:
      seen.down(DesignPoint(x: 160, y: 40))
      seen.move(DesignPoint(x: 170, y: 42))
      seen.up()
    }
  }

  /// Enters the right PIN, which resets earlier errors, and waits until the panel is locked again.
  private static func rest(_ seen: SeenPanel) {
    seen.rest(until: 200_000)
    play(.right, on: seen)
    seen.rest(until: 400_000)
    for knob in 0...1 { seen.panel.set(value: 50, ofKnob: knob) }
    _ = seen.seen()
  }

  @Test(arguments: Row.all) func likeFresh(row: Row) {
    let used = SeenPanel(PINTests.layout())
    Self.play(row.first, on: used)
    Self.end(row.between, on: used)
    Self.rest(used)
    #expect(used.panel.isPINLocked && used.panel.shownPage == 0)
    let fresh = used.fresh()
    for seen in [used, fresh] {
      Self.play(row.second, on: seen)
      Self.play(.right, on: seen)
      seen.wait(100_000)
    }
    if let difference = used.difference(from: fresh) { Issue.record("\(difference)") }
  }
}
