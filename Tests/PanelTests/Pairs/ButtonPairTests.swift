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
    case lifted, cancelled, lost, console, saved
  }

  private static func layout(isSaved: Bool = false) -> LayoutDocument {
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
        id: "\(index)", center: DesignPoint(x: 40 + 75 * Double(index), y: isSaved ? 180 : 160),
        width: 60, height: 40, action: action.0, kind: action.1)
    }
    for index in 1...2 { buttons[index].choice = "scene" }
    buttons[3].only = .lower
    buttons[6].lock = .hold
    return LayoutDocument(
      panel: PanelLayout(width: 800, height: 240), knobs: knobs, buttons: buttons)
  }

  private static func play(_ press: Press, on seen: SeenPanel) {
    let place = seen.panel.layout.buttons[press.button].center
    let beside = DesignPoint(x: place.x, y: place.y + 55)
    seen.down(press == .turn ? seen.ring(0) : place)
    switch press {
    case .hold: seen.wait(1200)
    case .holdBack:
      seen.wait(700)
      seen.move(beside)
      seen.move(place)
      seen.wait(700)
    case .slideOff: seen.move(beside)
    case .slideBack:
      seen.move(beside)
      seen.move(place)
    case .twoFingers:
      seen.tap(place, finger: 1)
      seen.tap(seen.panel.layout.buttons[5].center, finger: 1)
    case .remote: seen.happens { try? $0.pressRemotely(button: 4, at: seen.time) }
    case .turn: for degrees in [5.0, 10, 20, 30] { seen.move(seen.ring(degrees)) }
    default: seen.wait(40)
    }
  }

  private static func end(_ ending: Ending, on seen: SeenPanel) {
    switch ending {
    case .lifted: seen.up()
    case .cancelled: seen.cancel()
    case .lost: for knob in 0...1 { seen.happens { $0.handleLoss(ofKnob: knob, at: seen.time) } }
    case .console: seen.happens { $0.cancelAllContacts(at: seen.time) }
    case .saved: seen.save(layout(isSaved: true))
    }
  }

  /// Turns off what is on, and gives the knobs values that no button sets.
  private static func rest(_ seen: SeenPanel) {
    seen.rest(until: 100_000, levels: [0.37, 0.61])
    if seen.panel.isOn(button: 5) { seen.tap(seen.panel.layout.buttons[5].center) }
    seen.panel.handleLevel(0, of: .button(7), at: seen.time)
    seen.rest(until: 200_000, levels: [0.37, 0.61])
  }

  @Test(arguments: Row.all) func likeFresh(row: Row) {
    let used = SeenPanel(Self.layout())
    for knob in 0...1 {
      used.panel.connect(knob: knob)
      used.panel.handleLevel(0.4, ofKnob: knob, at: used.time)
    }
    Self.play(row.first, on: used)
    Self.end(row.between, on: used)
    Self.rest(used)
    let fresh = used.fresh()
    fresh.panel.handleLevel(0, of: .button(7), at: fresh.time)
    _ = fresh.seen()
    for seen in [used, fresh] {
      Self.play(row.second, on: seen)
      seen.up()
      seen.wait(700)
      // Once more: a toggle is undone, and other buttons reveal state of the previous press.
      seen.tap(seen.panel.layout.buttons[row.second.button].center)
      seen.wait(5000)
    }
    if let difference = used.difference(from: fresh) { Issue.record("\(difference)") }
  }
}
