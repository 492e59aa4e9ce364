internal import Gesture
internal import Layout
internal import Panel
internal import PanelDrawing
public import Raster

/// The cost of drawing a scenario.
public struct DrawMeasurement: Sendable {
  /// The scenario that was measured.
  public let scenario: DrawScenario
  /// The time from a new value of one knob to the last byte in a scan-out buffer.
  public let update: Spread
  /// The time from `invalidate()` to the last byte: everything that moves, drawn over the
  /// background.
  ///
  /// In a scenario that slides, from a new position of the pages.
  public let frame: Spread
  /// The mean number of pixels redrawn for an update.
  public let pixels: Double
  /// The mean number of bytes copied into the scan-out buffer for an update.
  public let bytes: Double

  /// Measures for about `seconds` seconds, half of them updates.
  public init(_ scenario: DrawScenario, seconds: Double, typesetter: any Typesetter) {
    self.scenario = scenario
    var panel = MeasuredPanel(scenario, typesetter)
    var walk = ValueWalk()
    // The first round draws every digit once and touches every memory page; the pixel and byte
    // counts are the same in every run.
    for _ in 0..<3 { panel.update(to: walk.next()) }
    panel.forgetCounts()
    for _ in 0..<ValueWalk.period { panel.update(to: walk.next()) }
    pixels = Double(panel.pixelCount) / Double(ValueWalk.period)
    bytes = Double(panel.byteCount) / Double(ValueWalk.period)
    let half = Int64(seconds * 0.5e9)
    let updates = Self.times(for: half) { panel.update(to: walk.next()) }
    panel.drawAll()
    let frames = Self.times(for: half) { panel.drawAll() }
    update = Spread(nanoseconds: updates, batch: ValueWalk.period)
    frame = Spread(nanoseconds: frames, batch: 20)
  }

  /// Returns the times of calls to `body`, at least one.
  private static func times(for duration: Int64, _ body: () -> Void) -> [Int64] {
    var times: [Int64] = []
    times.reserveCapacity(1 << 20)
    let overhead = Stopwatch.overheadNanoseconds
    let end = Stopwatch.nanoseconds + duration
    var now = Stopwatch.nanoseconds
    while times.isEmpty || (now < end && times.count < 1 << 20) {
      let start = Stopwatch.nanoseconds
      body()
      now = Stopwatch.nanoseconds
      times.append(max(now - start - overhead, 0))
    }
    return times
  }
}

/// A panel, its picture, and the scan-out buffers of a display.
private struct MeasuredPanel: ~Copyable {
  private let panel: PanelController
  private let picture: PanelPicture
  private let buffer: PixelBuffer
  private let rotation: Rotation
  private var scanouts: ScanoutRing
  private let isSliding: Bool
  /// The position of the pages, 0…1.
  private var slidePosition = 0.0
  private(set) var pixelCount = 0
  private(set) var byteCount = 0

  init(_ scenario: DrawScenario, _ typesetter: any Typesetter) {
    let layout = scenario.layout
    let viewport = Viewport(panel: layout.panel, displaySize: scenario.size)
    guard let buffer = PixelBuffer(size: viewport.pictureSize),
      let scanouts = ScanoutRing(size: scenario.size, format: scenario.format)
    else { preconditionFailure("the scenario's size cannot be drawn") }
    self.buffer = buffer
    self.scanouts = scanouts
    rotation = viewport.rotation
    picture = PanelPicture(
      layout: layout, viewport: viewport, typesetter: typesetter, pictures: MeasuredPictures())
    panel = PanelController(layout: layout, viewport: viewport)
    isSliding = scenario.isSliding
    if scenario.isHeld {
      let finger = ContactID(device: 0, slot: 0)
      // Off the middle, so that the knob is held, not about to be tapped.
      let position = viewport.displayFraction(
        designPoint: DesignPoint(
          x: layout.knobs[0].center.x + scenario.diameter * 0.3, y: layout.knobs[0].center.y))
      panel.handle(
        TouchFrame(time: Timestamp(microseconds: 0), changes: [.down(finger, position)]))
    }
  }

  mutating func forgetCounts() {
    pixelCount = 0
    byteCount = 0
  }

  mutating func update(to value: Double) {
    panel.set(value: value, ofKnob: 0)
    drawChanges()
  }

  mutating func drawAll() {
    if isSliding {
      // Never exactly on a page: a sliding finger is between two.
      slidePosition = slidePosition < 0.95 ? slidePosition + 0.013 : 0.013
      picture.set(pagePosition: slidePosition)
    } else {
      picture.invalidate()
    }
    drawChanges()
  }

  private mutating func drawChanges() {
    picture.update(from: panel)
    let damage = picture.draw(into: buffer)
    damage.forEach { pixelCount += $0.area }
    byteCount += scanouts.copy(buffer, damage: damage, rotation: rotation)
  }
}
