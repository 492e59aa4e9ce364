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
    case right, forButton, forPage, wrong, fourWrong, fiveWrong, half, erased, abandoned, timedOut
    case turned, slidOff
  }

  /// What happens after the first attempt.
  enum Ending: String, CaseIterable, Sendable {
    case nothing, later, console, reloaded, touched
  }

  private static func play(_ attempt: Attempt, on rig: RecordingRig) {
    func enter(_ digits: String) {
      for digit in digits { tap(.digit(UInt8(String(digit)) ?? 0)) }
    }
    func center(_ key: PINPadLayout.Key) -> DesignPoint {
      let index = PINPadLayout.keys.firstIndex(of: key) ?? 0
      return PINPadLayout(rig.panel.layout.panel).center(ofKey: index)
    }
    func tap(_ key: PINPadLayout.Key) {
      rig.tap(center(key))
      rig.wait(40)
    }
    let knob = DesignPoint(x: 60, y: 40)
    switch attempt {
    case .forButton: rig.tap(DesignPoint(x: 240, y: 60))
    case .forPage: rig.tap(DesignPoint(x: 240, y: 120))
    case .turned:
      rig.down(knob)
      for x in [66.0, 72, 78, 84] { rig.move(DesignPoint(x: x, y: 44)) }
      rig.up()
    default: rig.tap(knob)
    }
    rig.wait(300)
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
    case .abandoned:
      enter("04")
      tap(.cancel)
    case .timedOut:
      enter("0")
      rig.wait(21_000)
    case .slidOff:
      rig.down(center(.digit(4)))
      rig.move(center(.digit(5)))
      rig.down(center(.digit(6)), finger: 1)
      rig.cancel(1)
      rig.up()
      enter("0471")
    }
  }

  private static func end(_ ending: Ending, on rig: RecordingRig) {
    switch ending {
    case .nothing: break
    case .later: rig.wait(25_000)
    case .console: rig.perform { $0.cancelAllContacts(at: rig.time) }
    case .reloaded: rig.reload(PINTests.layout { $0.labels = [] })
    case .touched:
      rig.down(DesignPoint(x: 160, y: 40))
      rig.move(DesignPoint(x: 170, y: 42))
      rig.up()
    }
  }

  /// Enters the right PIN, which resets earlier errors, and waits until the panel is locked again.
  private static func rest(_ rig: RecordingRig) {
    rig.rest(until: 200_000)
    play(.right, on: rig)
    rig.rest(until: 400_000)
    for knob in 0...1 { rig.panel.set(value: 50, ofKnob: knob) }
    _ = rig.newRecords()
  }

  @Test(arguments: Row.all) func behavesLikeFresh(row: Row) {
    let used = RecordingRig(PINTests.layout())
    Self.play(row.first, on: used)
    Self.end(row.between, on: used)
    Self.rest(used)
    #expect(used.panel.isPINLocked && used.panel.shownPage == 0)
    let fresh = used.fresh()
    for rig in [used, fresh] {
      Self.play(row.second, on: rig)
      Self.play(.right, on: rig)
      rig.wait(100_000)
    }
    if let difference = used.difference(from: fresh) { Issue.record("\(difference)") }
  }
}
