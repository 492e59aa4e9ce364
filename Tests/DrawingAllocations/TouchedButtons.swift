import CAllocationCount
import Gesture
import Knobs
import Layout
import Panel
import Raster

/// Buttons of every kind on a panel that is not drawn; each is pressed, left, entered again and
/// released.
struct TouchedButtons {
  private let panel: PanelController
  private let frames: [TouchFrame]

  /// With `choice`, all buttons but the momentary ones belong to it; with `lock`, all have it.
  init(choice: String? = nil, lock: Lock? = nil) {
    let knobs = (0..<3).map { index in
      var knob = KnobLayout(
        id: "\(index)", center: DesignPoint(x: 50 + 70 * Double(index), y: 60), diameter: 60,
        defaultValue: 25)
      knob.value = 40
      return knob
    }
    let preset = ButtonLayout.Action.preset([.init(knob: 0, value: 60), .init(knob: 2, value: 1)])
    let actions: [(ButtonLayout.Action, ButtonLayout.Kind?)] = [
      (.mute([0]), nil), (.mute([0, 1, 2]), nil), (.mute([0, 1]), .momentary),
      (.reset([0, 1]), nil), (preset, .toggle), (preset, .momentary),
    ]
    let buttons = actions.enumerated().map { index, action in
      var button = ButtonLayout(
        id: "button \(index)", center: DesignPoint(x: 20 + 40 * Double(index), y: 160), width: 30,
        height: 30, action: action.0, kind: action.1)
      if button.kind != .momentary { button.choice = choice }
      button.lock = lock
      return button
    }
    let layout = LayoutDocument(
      panel: PanelLayout(width: 240, height: 180), knobs: knobs, buttons: buttons)
    panel = PanelController(
      layout: layout,
      viewport: Viewport(panel: layout.panel, displaySize: PixelSize(width: 240, height: 180)))
    let contact = ContactID(device: 0, slot: 0)
    // Long enough for buttons that have to be held.
    let interval: Int64 = lock == nil ? 250_000 : 1_200_000
    frames = (0..<240).map { step in
      let button = buttons[step / 4 % buttons.count]
      let drag = step % 4 == 1 ? 90.0 : 0
      let position = DisplayFraction(x: button.center.x / 240, y: (button.center.y - drag) / 180)
      let change: ContactChange =
        switch step % 4 {
        case 0: .down(contact, position)
        case 3: .up(contact)
        default: .moved(contact, position)
        }
      return TouchFrame(
        time: Timestamp(microseconds: Int64(step) * interval), changes: [change])
    }
  }

  /// Allocations of the second round.
  func allocations() -> UInt64 {
    play()
    let before = allocation_count()
    play()
    return allocation_count() - before
  }

  private func play() {
    for frame in frames {
      panel.handle(frame)
      panel.events.removeAll(keepingCapacity: true)
      panel.controlRequests.removeAll(keepingCapacity: true)
    }
  }
}
