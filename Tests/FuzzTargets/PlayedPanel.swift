import Gesture
import JSON
import Knobs
import Layout
import Panel
import Raster

/// A panel driven by steps made of bytes: touches, levels, time, other layouts.
///
/// Values must stay in their range, and sent levels in 0…1.
final class PlayedPanel {
  private(set) var panel: PanelController
  private(set) var drawing: DrawnPanel?
  private let layouts: [LayoutDocument]
  private(set) var time = Timestamp(microseconds: 1_000_000)

  /// Makes a panel of at least one layout, the first of which is shown; draws each step if
  /// `isDrawn`.
  init(_ layouts: [LayoutDocument], isDrawn: Bool) {
    self.layouts = layouts
    let size = PixelSize(width: 160, height: 100)
    panel = PanelController(
      layout: layouts[0], viewport: Viewport(panel: layouts[0].panel, displaySize: size))
    if isDrawn { drawing = DrawnPanel(panel) }
  }

  /// Plays all steps, then cancels all touches and waits until nothing moves.
  func play(_ input: inout FuzzInput) throws {
    try update()
    while !input.isAtEnd {
      step(&input)
      try update()
    }
    panel.cancelAllContacts(at: time)
    try comeToRest()
    try drawing?.checkWhole(panel)
  }

  private func step(_ input: inout FuzzInput) {
    let kind = input.byte()
    time = time.advanced(byMicroseconds: input.interval())
    let contact = ContactID(device: 0, slot: Int32(kind >> 4 & 3))
    switch kind & 15 {
    case 0...2: touch(.down(contact, position(&input)))
    case 3...7: touch(.moved(contact, position(&input)))
    case 8: touch(.up(contact))
    case 9: touch(.cancelled(contact))
    case 10: wait()
    case 11: change(&input)
    case 12: panel.handleLevel(input.fraction(), of: .knob(knob(&input)), at: time)
    case 13:
      if input.below(2) == 0 {
        panel.handleLoss(of: .knob(knob(&input)), at: time)
      } else {
        panel.connect(.knob(knob(&input)))
      }
    case 14:
      var frame = TouchFrame(time: time, changes: [])
      frame.widths = [ContactWidth(contact: contact, fractionOfDisplayWidth: input.fraction())]
      panel.handle(frame)
    default: panel.set(value: input.fraction() * 100, ofKnob: knob(&input))
    }
  }

  private func touch(_ change: ContactChange) {
    panel.handle(TouchFrame(time: time, changes: [change]))
  }

  private func position(_ input: inout FuzzInput) -> DisplayFraction {
    DisplayFraction(x: input.fraction(), y: input.fraction())
  }

  /// Returns the index of a knob, for layouts with at least one.
  private func knob(_ input: inout FuzzInput) -> Int {
    input.below(max(1, min(panel.layout.knobs.count, 256)))
  }

  /// Ticks like the event loop, but for no more than a few seconds.
  private func wait() {
    for _ in 0..<200 {
      guard let wake = panel.nextWake, wake <= time else { return }
      panel.tick(at: wake)
    }
    panel.tick(at: time)
  }

  /// Changes the layout, page or display, or cancels all touches as another console does.
  private func change(_ input: inout FuzzInput) {
    switch input.below(4) {
    case 0:
      panel = panel.successor(
        layout: layouts[input.below(layouts.count)], viewport: panel.viewport, at: time)
      if drawing != nil { drawing = DrawnPanel(panel) }
    case 1: panel.set(page: input.below(8))
    case 2:
      let size = PixelSize(width: 1 + input.below(200), height: 1 + input.below(200))
      panel = panel.successor(
        layout: panel.layout,
        viewport: Viewport(
          panel: panel.layout.panel, displaySize: size,
          orientation: Rotation.allCases[input.below(4)]), at: time)
      if drawing != nil { drawing = DrawnPanel(panel) }
    default: panel.cancelAllContacts(at: time)
    }
  }

  private func update() throws {
    for (index, knob) in panel.layout.knobs.enumerated() {
      let value = panel.value(ofKnob: index)
      try require(knob.scale.range.contains(value), "\(knob.id) is \(value) of \(knob.scale.range)")
    }
    for request in panel.controlRequests {
      guard let level = request.level else { continue }
      try require((0...1).contains(level), "a level of \(level) is sent")
    }
    for event in panel.events {
      let line = event.json(of: panel.layout, origin: Timestamp(microseconds: 0))
      try require(JSONValue(parsing: Array(line.utf8)) != nil, "an event is not JSON: \(line)")
    }
    panel.events.removeAll(keepingCapacity: true)
    panel.controlRequests.removeAll(keepingCapacity: true)
    try drawing?.update(panel)
  }

  private func comeToRest() throws {
    var ticks = 0
    while let wake = panel.nextWake {
      panel.tick(at: wake)
      try update()
      ticks += 1
      try require(ticks < 5_000, "it does not come to rest by \(wake)")
    }
    for index in panel.layout.knobs.indices {
      try require(!panel.viewState(ofKnob: index).isHeld, "a knob stays held")
    }
    for index in panel.layout.buttons.indices {
      try require(!panel.viewState(ofButton: index).isPressed, "a button stays pressed")
    }
  }
}
