import Gesture
import Knobs
import Layout
import Panel
import Raster
import Touch

extension FuzzTarget {
  /// A recording of evemu or libinput-record, and its replay on a panel.
  static let recording = FuzzTarget(name: "recording", longestInput: 3000) { bytes in
    guard let recording = try read(bytes) else { return }
    try require(recording.events.count <= bytes.count / 8, "more events than lines")
    for warning in recording.warnings {
      try require(!warning.utf8.contains(0x0A), "a warning of two lines")
    }
    let frames = Array(recording.frames)
    try require(frames == Array(recording.frames), "two replays differ")
    try checkContacts(frames)
    for layout in PanelLayouts.all { try replay(frames, on: layout) }
  }

  /// Returns nil for bytes that are not a recording, whose error must be one line.
  private static func read(_ bytes: [UInt8]) throws -> Recording? {
    do {
      return try Recording(bytes: bytes, path: "fuzz")
    } catch {
      try require(!error.description.utf8.contains(0x0A), "an error of two lines")
      return nil
    }
  }

  /// Checks that each contact goes down, moves and ends, in this order.
  static func checkContacts(_ frames: [TouchFrame]) throws {
    var down: Set<ContactID> = []
    for change in frames.flatMap(\.changes) {
      switch change {
      case .down(let contact, let point):
        try require(down.insert(contact).inserted, "\(contact) is down twice")
        try require(point.x.isFinite && point.y.isFinite, "\(point) is not a position")
      case .moved(let contact, let point):
        try require(down.contains(contact), "\(contact) moves and is not down")
        try require(point.x.isFinite && point.y.isFinite, "\(point) is not a position")
      case .up(let contact), .cancelled(let contact):
        try require(down.remove(contact) != nil, "\(contact) ends and is not down")
      }
    }
    try require(down.isEmpty, "contacts stay down")
  }

  /// Plays the frames as `knobpanel replay` does; the panel must come to rest.
  private static func replay(_ frames: [TouchFrame], on layout: LayoutDocument) throws {
    let panel = PanelController(
      layout: layout,
      viewport: Viewport(panel: layout.panel, displaySize: PixelSize(width: 160, height: 100)))
    var ticks = 0
    for frame in frames {
      while let wake = panel.nextWake, wake <= frame.time, ticks < 20_000 {
        panel.tick(at: wake)
        ticks += 1
      }
      panel.handle(frame)
      for (index, knob) in layout.knobs.enumerated() {
        let value = panel.value(ofKnob: index)
        try require(knob.scale.range.contains(value), "\(value) is not in \(knob.scale.range)")
      }
    }
    while let wake = panel.nextWake {
      panel.tick(at: wake)
      ticks += 1
      try require(ticks < 40_000, "the replay does not end at \(wake)")
    }
  }
}
