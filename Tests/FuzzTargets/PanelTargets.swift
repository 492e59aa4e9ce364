import Layout
import LayoutFile

extension FuzzTarget {
  /// Touches on panels with every kind of knob and button, without drawing.
  static let touch = FuzzTarget(name: "touch", longestInput: 1200) { bytes in
    var input = FuzzInput(bytes)
    let first = input.below(PanelLayouts.all.count)
    let layouts = Array(PanelLayouts.all[first...] + PanelLayouts.all[..<first])
    try PlayedPanel(layouts, isDrawn: false).play(&input)
  }

  /// The text of a layout up to the first zero, then touches on its panel, with drawing.
  static let panel = FuzzTarget(name: "panel", longestInput: 1500) { bytes in
    let text = Array(bytes.prefix { $0 != 0 })
    let outcome = LayoutText.read(text)
    // More knobs only cost time.
    guard let layout = outcome.layout, layout.knobs.count <= 40 else { return }
    var input = FuzzInput(bytes.dropFirst(text.count + 1))
    try PlayedPanel([layout], isDrawn: true).play(&input)
  }
}

/// Layouts with one of everything, 160 × 100 design pixels in size.
enum PanelLayouts {
  static let all = texts.map { text in
    let outcome = LayoutText.read(Array(text.utf8))
    guard let layout = outcome.layout else { preconditionFailure(outcome.text) }
    return layout
  }

  private static let texts = [
    """
    version: 1
    panel: {size: [160, 100], home: 30}
    pages:
      one: {}
      two: {knobs: {d: {center: [40, 75], diameter: 30, range: [0.1, 20], taper: log, turn: absolute}}}
    knobs:
      a: {center: [40, 30], diameter: 50, value: 40, default: 25, taps: {tap: mute}}
      b: {center: [100, 30], diameter: 40, range: [-12, 12], step: 0.5, turn: vertical, fine: 4,
        magnets: [{value: 0, width: 1}]}
      c: {center: [140, 30], diameter: 30, sectors: [x, y, z], inertia: true}
    buttons:
      m: {center: [80, 70], size: [20, 20], mute: [a, b]}
      r: {center: [105, 70], size: [20, 20], reset: [a]}
      p: {center: [130, 70], size: [20, 20], preset: {a: 60, c: y}, kind: momentary}
      n: {center: [150, 70], size: [16, 20], page: next}
    """,
    """
    version: 1
    panel: {size: [160, 100]}
    knobs:
      all: {center: [40, 50], diameter: 60, control: {group: {members: [a, b, c]}}}
      a: {center: [90, 30], diameter: 30, value: 30, step: 1,
        guards: {ceiling: 80, max_rise_per_second: 50, slide_away: 80, second_finger: true}}
      b: {center: [130, 30], diameter: 30, value: 60, turns: 3, turn: both, report: {per_second: 20}}
      c: {center: [110, 75], diameter: 30, value: 90, guards: {lock: true, palm: 20, stuck: 5}}
    """,
    """
    version: 1
    panel: {size: [160, 100]}
    knobs:
      a: {center: [50, 50], diameter: 80, endless: true, taps: {tap: {nudge: 5}, repeat: true}}
      b: {center: [120, 50], diameter: 60, sweep: [-60, 120], cancel: restore, hold: 0.3,
        look: {swap: 2}}
    """,
  ]
}
