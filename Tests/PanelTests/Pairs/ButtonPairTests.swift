import Gesture
import Knobs
import Layout
import Pairs
import Testing

@testable import Panel

/// After another press, however it ended, a press acts like the first one on a panel with the same
/// values.
@Suite struct ButtonPairTests {
  typealias Row = Pair<Press, Ending>

  /// What fingers do to buttons, until before the last one lifts.
  enum Press: String, CaseIterable, Sendable {
    case mute, first, second, lower, whilePressed, add, hold, holdBriefly, holdBack, slideOff
    case slideBack, send, reset, twoFingers, remote, turn, clean

    /// The index of the button it is about.
    var button: Int {
      switch self {
      case .mute, .slideOff, .slideBack, .remote: 0
      case .first, .turn: 1
      case .second, .twoFingers: 2
      case .lower: 3
      case .whilePressed: 4
      case .add: 5
      case .hold, .holdBriefly, .holdBack: 6
      case .send: 7
      case .reset: 8
      case .clean: 9
      }
    }
  }

  /// How the first press ends.
  enum Ending: String, CaseIterable, Sendable {
    case lifted, cancelled, lost, console, reloaded
  }

  private static func layout(isReloaded: Bool = false) -> LayoutDocument {
    let knobs = ["a", "b"].enumerated().map { index, id in
      KnobLayout(
        id: id, center: DesignPoint(x: 60 + 100 * Double(index), y: 60), diameter: 80,
        scale: Scale(step: 1), value: 40, defaultValue: 20,
        control: .backEnd(TestSettings(name: id)))
    }
    func targets(_ a: Double, _ b: Double) -> [ButtonLayout.Target] {
      [.init(knob: 0, value: a), .init(knob: 1, value: b)]
    }
    let actions: [(ButtonLayout.Action, ButtonLayout.Kind)] = [
      (.mute([0, 1]), .toggle), (.preset(targets(30, 70)), .toggle),
      (.preset(targets(55, 70)), .toggle), (.preset(targets(50, 50)), .toggle),
      (.preset(targets(10, 90)), .momentary), (.change(targets(5, -5)), .toggle),
      (.change(targets(-7, 7)), .momentary),
      (.send(.backEnd(TestSettings(name: "lamp"))), .toggle), (.reset([0, 1]), .push),
      (.panel(.clean(microseconds: 1_500_000)), .push),
    ]
    var buttons = actions.enumerated().map { index, action in
      ButtonLayout(
        id: "\(index)", center: DesignPoint(x: 40 + 75 * Double(index), y: isReloaded ? 180 : 160),
        width: 60, height: 40, action: action.0, kind: action.1)
    }
    for index in 1...2 { buttons[index].choice = "scene" }
    buttons[3].only = .lower
    buttons[6].lock = .hold
    return LayoutDocument(
      panel: PanelLayout(width: 800, height: 240), knobs: knobs, buttons: buttons)
  }

  private static func play(_ press: Press, on rig: RecordingRig) {
    let center = rig.panel.layout.buttons[press.button].center
    let beside = DesignPoint(x: center.x, y: center.y + 55)
    rig.down(press == .turn ? rig.ring(0) : center)
    switch press {
    case .hold: rig.wait(1200)
    case .holdBack:
      rig.wait(700)
      rig.move(beside)
      rig.move(center)
      rig.wait(700)
    case .slideOff: rig.move(beside)
    case .slideBack:
      rig.move(beside)
      rig.move(center)
    case .twoFingers:
      rig.tap(center, finger: 1)
      rig.tap(rig.panel.layout.buttons[5].center, finger: 1)
    case .remote: rig.perform { try? $0.pressRemotely(button: 4, at: rig.time) }
    case .turn: for degrees in [5.0, 10, 20, 30] { rig.move(rig.ring(degrees)) }
    default: rig.wait(40)
    }
  }

  private static func end(_ ending: Ending, on rig: RecordingRig) {
    switch ending {
    case .lifted: rig.up()
    case .cancelled: rig.cancel()
    case .lost: for knob in 0...1 { rig.perform { $0.handleLoss(of: .knob(knob), at: rig.time) } }
    case .console: rig.perform { $0.cancelAllContacts(at: rig.time) }
    case .reloaded: rig.reload(layout(isReloaded: true))
    }
  }

  /// Turns off what is on, and gives the knobs values that no button sets.
  private static func rest(_ rig: RecordingRig) {
    rig.rest(until: 100_000, levels: [0.37, 0.61])
    if rig.panel.isOn(button: 5) { rig.tap(rig.panel.layout.buttons[5].center) }
    rig.panel.handleLevel(0, of: .button(7), at: rig.time)
    rig.rest(until: 200_000, levels: [0.37, 0.61])
  }

  @Test(arguments: Row.all) func behavesLikeFresh(row: Row) {
    let used = RecordingRig(Self.layout())
    for knob in 0...1 {
      used.panel.connect(.knob(knob))
      used.panel.handleLevel(0.4, of: .knob(knob), at: used.time)
    }
    Self.play(row.first, on: used)
    Self.end(row.between, on: used)
    Self.rest(used)
    let fresh = used.fresh()
    fresh.panel.handleLevel(0, of: .button(7), at: fresh.time)
    _ = fresh.newRecords()
    for rig in [used, fresh] {
      Self.play(row.second, on: rig)
      rig.up()
      rig.wait(700)
      // Once more: a toggle is undone, and other buttons reveal state of the previous press.
      rig.tap(rig.panel.layout.buttons[row.second.button].center)
      rig.wait(5000)
    }
    if let difference = used.difference(from: fresh) { Issue.record("\(difference)") }
  }
}
