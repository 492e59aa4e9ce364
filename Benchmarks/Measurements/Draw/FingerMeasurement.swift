internal import Gesture
public import Layout
internal import LayoutFile
internal import Panel
internal import PanelDrawing
public import Raster
internal import Touch

/// The cost of ten fingers on ten knobs, from touchscreen events to the last byte in a scan-out
/// buffer.
///
/// The recording has fingers that turn back and forth, each reported 120 times a second. A frame is
/// drawn for every second report, as on a 60 Hz display.
public struct FingerMeasurement: Sendable {
  /// The CPU time for one sample of one finger, in microseconds.
  public struct Cost: Sendable {
    /// From the recording's kernel events to the panel's touch frame.
    public internal(set) var touch = 0.0
    /// From there to the knob's new value.
    public internal(set) var panel = 0.0
    /// Drawing the changes, as a share of a frame.
    public internal(set) var drawing = 0.0
    /// Copying the changes into the next scan-out buffer.
    public internal(set) var scanout = 0.0

    /// The sum of all parts.
    public var total: Double { touch + panel + drawing + scanout }
  }

  /// The theme of the knobs.
  public let theme: ThemeName
  /// In pixels.
  public let size: PixelSize
  /// The number of fingers, and of the knobs under them.
  public static let fingerCount = 10
  /// Reports per second of each finger.
  public static let reportHertz = FingerRecording.reportHertz
  /// The number of samples, of all fingers together.
  public private(set) var sampleCount = 0
  /// The number of frames with changes.
  public private(set) var frameCount = 0
  /// The number of value changes, of all knobs together.
  public private(set) var changeCount = 0
  /// The mean of all samples.
  public private(set) var cost = Cost()

  /// Plays `seconds` seconds of the recording as fast as possible.
  public init(theme: ThemeName, seconds: Double, typesetter: any Typesetter) {
    self.theme = theme
    let layout = Self.layout(theme)
    size = PixelSize(width: Int(layout.panel.width), height: Int(layout.panel.height))
    let viewport = Viewport(panel: layout.panel, displaySize: size)
    let panel = PanelController(layout: layout, viewport: viewport)
    let picture = PanelPicture(layout: layout, viewport: viewport, typesetter: typesetter)
    let text = FingerRecording(on: layout, seconds: max(seconds, 0.1)).text
    guard let frame = PixelBuffer(size: size),
      var scanouts = ScanoutRing(size: size, format: .xrgb8888),
      let recording = try? Recording(bytes: Array(text.utf8), path: "fingers.evemu")
    else { preconditionFailure("the size cannot be drawn, or the recording is invalid") }
    var times = (touch: Int64(0), panel: Int64(0), drawing: Int64(0), scanout: Int64(0))
    var values = layout.knobs.indices.map { panel.value(ofKnob: $0) }
    var player = recording.frames
    var touch = TouchFrame(time: Timestamp(microseconds: 0), changes: [])
    var report = 0
    while true {
      let start = Stopwatch.threadNanoseconds
      guard player.next(into: &touch), !Self.isEnd(touch) else { break }
      let begin = Stopwatch.threadNanoseconds
      panel.handle(touch)
      panel.events.removeAll(keepingCapacity: true)
      let handled = Stopwatch.threadNanoseconds
      let isCounted = touch.time.microseconds >= FingerRecording.warmupMicroseconds
      for knob in values.indices where values[knob] != panel.value(ofKnob: knob) {
        values[knob] = panel.value(ofKnob: knob)
        if isCounted { changeCount += 1 }
      }
      if isCounted {
        times.touch += begin - start
        times.panel += handled - begin
        sampleCount += Self.fingerCount
      }
      report += 1
      guard report.isMultiple(of: 2) else { continue }
      let due = Stopwatch.threadNanoseconds
      picture.update(from: panel)
      let damage = picture.draw(into: frame)
      let drawn = Stopwatch.threadNanoseconds
      _ = scanouts.copy(frame, damage: damage, rotation: viewport.rotation)
      let copied = Stopwatch.threadNanoseconds
      guard isCounted else { continue }
      times.drawing += drawn - due
      times.scanout += copied - drawn
      if !damage.isEmpty { frameCount += 1 }
    }
    func mean(_ nanoseconds: Int64) -> Double {
      Double(nanoseconds) / 1000 / Double(sampleCount)
    }
    cost = Cost(
      touch: mean(times.touch), panel: mean(times.panel), drawing: mean(times.drawing),
      scanout: mean(times.scanout))
  }

  /// Returns whether the recording has ended, which it does with the fingers down.
  private static func isEnd(_ frame: TouchFrame) -> Bool {
    frame.changes.contains { if case .cancelled = $0 { true } else { false } }
  }

  /// Returns a layout of two rows of five knobs.
  private static func layout(_ theme: ThemeName) -> LayoutDocument {
    var lines = ["version: 1", "panel: {size: [1280, 800], theme: \(theme)}", "knobs:"]
    for index in 0..<fingerCount {
      let (x, y) = (128 + index % 5 * 256, 200 + index / 5 * 400)
      lines.append(
        "  k\(index): {center: [\(x), \(y)], diameter: 200, name: Zone, unit: \"%\", value: 50, "
          + "step: 1}")
    }
    let outcome = LayoutReader.parse(
      bytes: Array((lines.joined(separator: "\n") + "\n").utf8), path: theme.rawValue,
      language: .withoutBackEnds)
    guard let layout = outcome.layout else {
      preconditionFailure("the layout has errors: \(outcome.text)")
    }
    return layout
  }
}
