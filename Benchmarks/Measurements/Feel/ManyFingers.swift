internal import Gesture
internal import Layout
internal import Panel
internal import Raster

/// Several simultaneous fingers on the real panel: two on one knob, ten on ten.
enum ManyFingers {
  static func rows() -> [FeelTable.Row] {
    [
      row("two fingers on one knob", fingers: 2, knobs: 1),
      row("ten fingers on ten knobs", fingers: 10, knobs: 10),
    ]
  }

  /// Returns the angle of a finger; each turns at its own speed.
  private static func degrees(_ index: Int, _ time: Double) -> Double {
    (index % 2 == 0 ? 45 : -50) * time + 7 * Double(index)
  }

  private static func row(_ name: String, fingers: Int, knobs: Int) -> FeelTable.Row {
    let panel = panel(knobs: knobs)
    var result = Measurement()
    for report in 0...200 {
      let time = Double(report) / 100
      let changes = (0..<fingers).map { finger in
        let offset = polar(degrees(finger, time), 60)
        let center = panel.layout.knobs[finger % knobs].center
        let point = DisplayFraction(
          x: (center.x + offset.x) / panel.layout.panel.width,
          y: (center.y + offset.y) / panel.layout.panel.height)
        let contact = ContactID(device: 0, slot: Int32(finger))
        return report == 0 ? ContactChange.down(contact, point) : .moved(contact, point)
      }
      panel.handle(
        TouchFrame(time: Timestamp(microseconds: Int64(report) * 10_000), changes: changes))
      panel.events.removeAll(keepingCapacity: true)
      guard report > 1 else { continue }
      for knob in 0..<knobs {
        let expected = 50 + (degrees(knob, time) - degrees(knob, 0)) / 2.7
        let error = abs(panel.value(ofKnob: knob) - expected)
        result.largestError = max(result.largestError, error)
        result.meanError += error / Double(199 * knobs)
        if report == 200 { result.finalError = max(result.finalError, error) }
      }
    }
    return FeelTable.Row(
      path: name, turn: TurnMode.relative.rawValue, rate: 100, isClean: true,
      knob: FeelTable.ours, measurement: result,
      resolutionMilliseconds: 10)
  }

  private static func panel(knobs: Int) -> PanelController {
    let layout = LayoutDocument(
      panel: PanelLayout(width: 200 * Double(knobs), height: 480),
      knobs: (0..<knobs).map { index in
        KnobLayout(
          id: "\(index)", center: DesignPoint(x: 100 + 200 * Double(index), y: 240), diameter: 180,
          value: 50)
      })
    let size = PixelSize(width: 200 * knobs, height: 480)
    return PanelController(
      layout: layout, viewport: Viewport(panel: layout.panel, displaySize: size))
  }
}
