internal import Gesture
internal import Layout
internal import LayoutFile
internal import Panel
internal import PanelDrawing
public import Raster

/// What ten fingers on ten knobs cost, from their samples to the last byte in a scan-out buffer.
///
/// The fingers turn to and fro, each at its own pace and each reported 120 times a second; a frame is
/// drawn for every second report, as on a display of 60 Hz.
public struct FingerMeasurement: Sendable {
  /// The processor's time for one sample of one finger, in microseconds.
  public struct Cost: Sendable {
    /// From the sample to the knob's new value.
    public internal(set) var panel = 0.0
    /// Drawing what changed, as a part of a frame.
    public internal(set) var drawing = 0.0
    /// Copying it into the next scan-out buffer.
    public internal(set) var scanout = 0.0

    /// All of it.
    public var total: Double { panel + drawing + scanout }
  }

  /// The theme of the knobs.
  public let theme: String
  /// In pixels.
  public let size: PixelSize
  /// The fingers, and the knobs under them.
  public static let fingerCount = 10
  /// Reports of each finger, in one second.
  public static let reportHertz = 120
  /// Samples of all fingers together.
  public private(set) var sampleCount = 0
  /// Frames in which something had changed.
  public private(set) var frameCount = 0
  /// Changes of values, of all knobs together.
  public private(set) var changeCount = 0
  /// The mean of all samples.
  public private(set) var cost = Cost()

  /// Plays `seconds` seconds of the fingers' time as fast as it goes.
  public init(theme: String, seconds: Double, typesetter: any Typesetter) {
    self.theme = theme
    let layout = Self.layout(theme)
    size = PixelSize(width: Int(layout.panel.width), height: Int(layout.panel.height))
    let viewport = Viewport(panel: layout.panel, displaySize: size)
    let panel = PanelController(layout: layout, viewport: viewport)
    let picture = PanelPicture(layout: layout, viewport: viewport, typesetter: typesetter)
    guard let frame = PixelBuffer(size: size),
      var scanouts = ScanoutRing(size: size, format: .xrgb8888)
    else { preconditionFailure("the size can be drawn") }
    defer { scanouts.free() }
    var times = (panel: Int64(0), drawing: Int64(0), scanout: Int64(0))
    var values = layout.knobs.indices.map { panel.value(ofKnob: $0) }
    // The first second sets every figure once and is not counted.
    let warmup = Self.reportHertz
    for report in 0..<warmup + max(Int(seconds * Double(Self.reportHertz)), 2) {
      let touch = Self.frame(report, on: layout)
      let begin = Stopwatch.threadNanoseconds
      panel.handle(touch)
      panel.events.removeAll(keepingCapacity: true)
      let handled = Stopwatch.threadNanoseconds
      for knob in values.indices where values[knob] != panel.value(ofKnob: knob) {
        values[knob] = panel.value(ofKnob: knob)
        if report >= warmup { changeCount += 1 }
      }
      if report >= warmup {
        times.panel += handled - begin
        sampleCount += Self.fingerCount
      }
      guard report % 2 == 1 else { continue }
      let due = Stopwatch.threadNanoseconds
      picture.update(from: panel)
      let damage = picture.draw(into: frame)
      let drawn = Stopwatch.threadNanoseconds
      _ = scanouts.copy(frame, damage: damage, rotation: viewport.rotation)
      let copied = Stopwatch.threadNanoseconds
      guard report >= warmup else { continue }
      times.drawing += drawn - due
      times.scanout += copied - drawn
      if !damage.isEmpty { frameCount += 1 }
    }
    func mean(_ nanoseconds: Int64) -> Double {
      Double(nanoseconds) / 1000 / Double(sampleCount)
    }
    cost = Cost(
      panel: mean(times.panel), drawing: mean(times.drawing), scanout: mean(times.scanout))
  }

  /// What all fingers report at once.
  private static func frame(_ report: Int, on layout: LayoutDocument) -> TouchFrame {
    let time = Double(report) / Double(reportHertz)
    let changes = layout.knobs.enumerated().map { finger, knob in
      // To and fro by 100° within 2 to 3 seconds.
      let phase = time * (2 + 0.1 * Double(finger)) + Double(finger)
      let angle = Direction(degrees: 100 * Double(Direction(radians: Float(phase)).sine))
      let reach = knob.diameter * 0.3
      let point = DisplayFraction(
        x: (knob.center.x + reach * Double(angle.sine)) / layout.panel.width,
        y: (knob.center.y - reach * Double(angle.cosine)) / layout.panel.height)
      let contact = ContactID(device: 0, slot: Int32(finger))
      return report == 0 ? ContactChange.down(contact, point) : .moved(contact, point)
    }
    return TouchFrame(
      time: Timestamp(microseconds: Int64(time * 1e6)), changes: changes)
  }

  /// Two rows of five.
  private static func layout(_ theme: String) -> LayoutDocument {
    var lines = ["version: 1", "panel: {size: [1280, 800], theme: \(theme)}", "knobs:"]
    for index in 0..<fingerCount {
      let (x, y) = (128 + index % 5 * 256, 200 + index / 5 * 400)
      lines.append(
        "  k\(index): {center: [\(x), \(y)], diameter: 200, name: Zone, unit: \"%\", value: 50, "
          + "step: 1}")
    }
    let outcome = LayoutReader.parse(
      bytes: Array((lines.joined(separator: "\n") + "\n").utf8), path: theme,
      language: .withoutBackEnds)
    guard let layout = outcome.layout else {
      preconditionFailure("the layout is one: \(outcome.text)")
    }
    return layout
  }
}
