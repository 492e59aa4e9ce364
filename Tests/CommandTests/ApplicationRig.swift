import Controls
import Backlight
import Display
import Foundation
import FakeLogind
import Gesture
import Knobs
import Layout
import LayoutFile
import Linux
import Logging
import Panel
import Program
import Raster
import TestPatience
import Testing
import Touch

@testable import PanelApplication
@testable import knobpanel

/// A fake display that calls its test during each frame.
final class FakeDisplay: DisplayOutput {
  var size = PixelSize(width: 200, height: 100)
  var orientation = Rotation.none
  var physicalSize: PhysicalSize?
  var isReady = true
  var isShowing = true
  var isWaiting = false
  var showsEarlierPicture = false
  var periodMicroseconds: Int64?
  var onEvent: (DisplayEvent) -> Void = { _ in }
  /// Called in each `present`, with the number of earlier calls.
  var whilePresenting: (Int) -> Void = { _ in }
  /// The damaged area of each frame, in pixels.
  private(set) var areas: [Int] = []
  private(set) var isClosed = false
  var canStandBy = false
  private(set) var standByCount = 0
  private(set) var resumeCount = 0
  /// The pixel in the middle of the last picture.
  private(set) var middle: UInt32 = 0
  /// The last picture, row by row.
  private(set) var pixels: [UInt32] = []

  func present(_ picture: PixelBuffer, damage: Damage, rotation: Rotation) {
    areas.append((0..<damage.count).reduce(0) { $0 + damage[$1].area })
    middle = picture.pixels[picture.size.height / 2 * picture.stride + picture.size.width / 2]
    pixels = (0..<picture.size.height).flatMap { row in
      (0..<picture.size.width).map { picture.pixels[row * picture.stride + $0] }
    }
    whilePresenting(areas.count - 1)
  }

  func standBy() { standByCount += 1 }
  func resumeAfterSuspend() { resumeCount += 1 }

  func close() { isClosed = true }
}

/// A touch source that a test drives.
final class FakeTouch: TouchSource {
  var onFrame: (TouchFrame) -> Void = { _ in }
  var calls: [String] = []
  var hasEnded = false
  /// How many times `resume` fails from now on.
  var failures = 0

  func start() { calls.append("start") }
  func suspend() { calls.append("suspend") }
  func resume() throws(TouchError) {
    calls.append("resume")
    guard failures == 0 else {
      failures -= 1
      throw .library(call: "libinput_resume")
    }
  }
}

/// A control that is online at once unless it is called "late", and records its calls.
final class FakeControl: Control {
  let name: String
  var onEvent: (ControlEvent) -> Void = { _ in }
  var calls: [String] = []
  /// Called in each `set`.
  var whileSetting: () -> Void = {}
  /// Called in `stop`, as if an event arrived at the last moment.
  var whileStopping: () -> Void = {}

  init(_ name: String) { self.name = name }

  func open() {}
  func start() { if name != "late" { onEvent(.level(0.2)) } }
  func set(level: Double, isFinal: Bool) {
    calls.append("\((level * 100).rounded() / 100)\(isFinal ? "." : "")")
    whileSetting()
  }
  func stop() {
    calls.append("stop")
    whileStopping()
  }
}

struct FakeSettings: ControlSettings {
  var name: String
}

/// Typesets nothing.
private final class BlankTypesetter: Typesetter {
  func mask(for text: String, style: TextStyle) -> TextMask {
    TextMask(
      size: PixelSize(width: 0, height: 0), coverage: [], originX: 0, originY: 0, advance: 0)
  }

  func capHeight(of style: TextStyle) -> Float { 0 }
}

/// An application in which only the event loop is real, on a manual clock.
final class ApplicationRig {
  static let finger = ContactID(device: 0, slot: 0)

  let clock = ManualClock()
  let loop: EventLoop
  let display = FakeDisplay()
  let touch = FakeTouch()
  let scene: PanelScene
  let application: Application
  /// The controls made, by the names in their settings.
  private(set) var controls: [String: FakeControl] = [:]
  let log: Logger
  /// The messages logged as warnings or errors.
  let warnings = Warnings()
  private let events = FileManager.default.temporaryDirectory
    .appendingPathComponent("events-\(UUID().uuidString)")

  /// Makes a row of knobs `names` of radius 40, 100 pixels apart, each with a control of its name.
  init(
    _ names: [String] = ["left", "right"], manager: ServiceManager? = nil,
    screen: ScreenLayout = ScreenLayout(), backlightFolder: String = "/nonexistent",
    logindOptions: LogindOptions = FakeLogind.nowhere, monitorOptions: MonitorOptions? = nil,
    _ change: (FakeDisplay) -> Void = { _ in }
  ) throws {
    change(display)
    loop = try EventLoop(clock: clock)
    log = Logger(label: "test") { [warnings] _ in WarningHandler(warnings: warnings) }
    var layout = Self.layout(names)
    layout.panel.screen = screen
    scene = try PanelScene(
      layout: layout, displaySize: display.size, typesetter: BlankTypesetter())
    var made: [String: FakeControl] = [:]
    let none = PanelControls { wanted in
      guard let name = (wanted.control.settings as? FakeSettings)?.name else { return nil }
      let control = FakeControl(name)
      made[name] = control
      return control
    }
    let controls = try PanelControls(for: layout, replacing: none, log: log)
    application = Application(
      loop: loop, scene: scene, display: display, touch: touch, controls: controls,
      events: try EventLog(
        target: events.path, origin: Timestamp(microseconds: 0), waiting: .caller,
        report: { Issue.record("\($0)") }),
      service: manager.map { [loop, log] in ServiceReport($0, loop: loop, log: log) },
      backlightFolder: backlightFolder, logindOptions: logindOptions,
      monitorOptions: monitorOptions,
      log: log)
    self.controls = made
  }

  static func layout(_ names: [String]) -> LayoutDocument {
    let knobs = names.enumerated().map { index, name in
      KnobLayout(
        id: name, center: DesignPoint(x: 50 + 100 * Double(index), y: 50), diameter: 80,
        scale: Scale(step: 1), control: .backEnd(FakeSettings(name: name)))
    }
    return LayoutDocument(panel: PanelLayout(width: 200, height: 100), knobs: knobs)
  }

  /// Runs a body with an application that shows a layout, and with the control of one of its items.
  ///
  /// - Parameters:
  ///   - item: The item; `change` gives it a control of `lateSettings`.
  ///   - knobs: The names of the knobs.
  ///   - change: Completes the layout.
  ///   - body: What is tested.
  /// - Throws: What the body throws, or if the application does not start.
  static func with(
    _ item: ControlItem, knobs: [String] = [], _ change: (inout LayoutDocument) -> Void,
    _ body: (ApplicationRig, FakeControl) throws -> Void
  ) throws {
    let rig = try ApplicationRig([])
    try rig.application.start()
    defer { rig.application.stop() }
    var layout = layout(knobs)
    change(&layout)
    try rig.round { try? rig.application.show(layout) }
    try body(rig, try #require(rig.application.controls[item] as? FakeControl))
  }

  /// A control that is made when a layout is shown.
  static let lateSettings = ControlLayout.backEnd(FakeSettings(name: "late"))

  /// Runs a round of the loop with these touch changes, a millisecond after the last one.
  func touch(_ changes: ContactChange...) throws {
    clock.microseconds += 1000
    try round { [touch, loop] in touch.onFrame(TouchFrame(time: loop.now, changes: changes)) }
  }

  /// Runs a round of the loop in which `body` is called.
  func round(_ body: @escaping () -> Void) throws {
    let alarm = loop.makeAlarm(handler: body)
    alarm.set(atMicroseconds: 0)
    try loop.runOnce(timeoutMilliseconds: 0)
    alarm.cancel()
  }

  /// Advances the clock and runs all rounds that become due.
  func pass(milliseconds: Int64) throws {
    try loop.advance(byMicroseconds: milliseconds * 1000)
  }

  /// Runs the loop, without advancing time, until threads or other programs have met a condition.
  func run(
    sourceLocation: SourceLocation = #_sourceLocation, until isSo: () throws -> Bool
  ) throws {
    try Patience.run(loop, state: happened(), sourceLocation: sourceLocation, until: isSo)
  }

  /// Runs a round of the loop if one is due, and returns whether one was.
  func roundIfAny() throws -> Bool {
    let count = loop.wakeUpCount
    try loop.runOnce(timeoutMilliseconds: 0)
    return loop.wakeUpCount > count
  }

  deinit { try? FileManager.default.removeItem(at: events) }

  /// The lines of all events so far.
  var eventLines: [String] {
    let text = (try? String(contentsOf: events, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// The events of knobs so far, such as "left changed 20".
  func happened() -> [String] {
    eventLines.compactMap { line in
      guard let event = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let knob = event["knob"] as? String, let kind = event["event"] as? String,
        let value = event["value"] as? Double
      else { return nil }
      return "\(knob) \(kind) \(value.formatted())"
    }
  }

  /// Returns the display position at this angle around the middle of a knob, in degrees.
  func at(_ degrees: Double, knob: Int = 0) -> DisplayFraction {
    let radians = degrees * .pi / 180
    let x = 50 + 100 * Double(knob) + 30 * sin(radians)
    return DisplayFraction(x: x / 200, y: (50 - 30 * cos(radians)) / 100)
  }
}

/// The lines of a log, shared by reference.
final class Warnings: @unchecked Sendable {
  var lines: [String] = []
}

/// A log handler that keeps warnings and errors.
private struct WarningHandler: LogHandler {
  let warnings: Warnings
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.warning

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { warnings.lines.append("\(event.message)") }
}
