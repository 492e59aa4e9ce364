internal import ArgumentParser
internal import Display
internal import Gesture
internal import Glibc
internal import JSON
internal import Layout
internal import Linux
internal import Logging
internal import Raster
internal import Touch

extension BenchCommand {
  struct Reload: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reload",
      abstract: "How long after a save the panel shows it.",
      discussion: """
        A layout is saved again and again beside a running panel of its own, without a display. \
        Measured is from each save to the frame that shows it, less the pause in which an editor \
        may go on saving.
        """)

    @Flag(help: "As JSON instead of a line for people.")
    var json = false

    @Option(help: "Knobs of the layout, at most 1024.")
    var knobs = 64

    @Option(help: "How often it is saved.")
    var saves = 100

    func validate() throws {
      guard (1...1024).contains(knobs) else {
        throw ValidationError("--knobs must be from 1 to 1024")
      }
      guard (1...100_000).contains(saves) else {
        throw ValidationError("--saves must be from 1 to 100000")
      }
    }

    func run() throws {
      let times = try ReloadRun(knobs: knobs, saves: saves).run().sorted()
      let p50 = times[times.count / 2] / 1000
      let p99 = times[min(times.count * 99 / 100, times.count - 1)] / 1000
      let pause = Double(Settling.pauseMicroseconds) / 1000
      if json {
        let object: [(String, JSONValue)] = [
          ("knobs", .number(Double(knobs))), ("saves", .number(Double(saves))),
          ("pauseMilliseconds", .number(pause)), ("p50Milliseconds", .number(p50)),
          ("p99Milliseconds", .number(p99)),
        ]
        Output.standard.print(JSONValue.object(object).text)
      } else {
        let figures = [p50, p99].map { "\(JSONText.number($0, decimals: 1)) ms" }
        Output.standard.print(
          "save to frame, \(knobs) knobs: p50 \(figures[0]), p99 \(figures[1]) "
            + "after a pause of \(JSONText.number(pause)) ms")
      }
    }
  }
}

/// A panel of its own whose layout is saved whenever the last save is seen.
private final class ReloadRun {
  private let knobs: Int
  private let saves: Int
  private let folder: String
  private let loop: EventLoop
  private var savedAt: Int64?
  private var times: [Double] = []
  private var next: Alarm?

  init(knobs: Int, saves: Int) throws {
    self.knobs = knobs
    self.saves = saves
    loop = try EventLoop()
    var template = Array("/tmp/knobpanel-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Problem("no folder can be made in /tmp", advice: "Make room there.")
    }
    folder = template.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
  }

  deinit {
    for name in ["panel.yaml", "new"] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  /// Microseconds of each save.
  func run() throws -> [Double] {
    try save()
    let path = "\(folder)/panel.yaml"
    let screen = ObservedDisplay(try Files.headlessDisplay(size: .init(width: 1280, height: 800)))
    var log = Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }
    log.logLevel = .critical
    let layout = try LayoutReading(path, for: screen).result.get()
    let kiosk = Application(
      loop: loop,
      stage: try Stage(layout: layout, displaySize: screen.size, typesetter: Files.typesetter),
      display: screen, touch: NoTouch(), controls: KnobControls { _ in nil }, events: nil, log: log)
    let reloader = Reloader(
      path: path, files: [path], kiosk: kiosk, loop: loop, watches: true, log: log)
    screen.onPresent = { [unowned self] in isShown() }
    next = loop.makeAlarm { [unowned self] in
      do { try save() } catch { loop.stop() }
    }
    try withExtendedLifetime(reloader) { try kiosk.run { isShown() } }
    guard times.count == saves else { throw Problem("\(path) could not be saved any more") }
    return times
  }

  /// A frame has been presented: that of the last save, if one was made since the last frame.
  private func isShown() {
    let now = MonotonicClock.microseconds
    if let savedAt { times.append(Double(now - savedAt - Settling.pauseMicroseconds)) }
    savedAt = nil
    if times.count == saves { loop.stop() } else { next?.set(atMicroseconds: now + 10_000) }
  }

  private func save() throws {
    do {
      let file = try FileDescriptor.open(
        "\(folder)/new", flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
      guard Output(descriptor: file.number).write(Array(text.utf8)) else {
        throw Problem("\(folder)/new cannot be written")
      }
    }
    savedAt = next == nil ? nil : MonotonicClock.microseconds
    rename("\(folder)/new", "\(folder)/panel.yaml")
  }

  /// A panel in which one knob is as large as often as it was saved.
  private var text: String {
    let columns = Int(Double(knobs).squareRoot().rounded(.up))
    let (width, height) = (1280.0 / Double(columns), 800.0 / Double(columns))
    var text = "version: 1\npanel: {size: [1280, 800]}\nknobs:\n"
    for knob in 0..<knobs {
      let x = (Double(knob % columns) + 0.5) * width
      let y = (Double(knob / columns) + 0.5) * height
      let diameter = height * 0.7 + (knob == 0 ? Double(times.count % 2) : 0)
      text += """
          knob-\(knob): {name: Room \(knob), center: [\(x), \(y)], diameter: \(diameter), \
        unit: "%", step: 1, default: 20, value: \(knob % 100)}

        """
    }
    return text
  }
}

/// Memory in place of a screen, that says when it was given a picture.
private final class ObservedDisplay: Display {
  var onPresent: () -> Void = {}
  private let screen: HeadlessDisplay

  init(_ screen: HeadlessDisplay) {
    self.screen = screen
  }

  var size: PixelSize { screen.size }
  var orientation: Rotation { screen.orientation }
  var physicalSize: PhysicalSize? { screen.physicalSize }
  var isReady: Bool { screen.isReady }
  var onEvent: (DisplayEvent) -> Void {
    get { screen.onEvent }
    set { screen.onEvent = newValue }
  }

  func present(_ picture: PixelBuffer, damage: Damage, rotation: Rotation) {
    screen.present(picture, damage: damage, rotation: rotation)
    onPresent()
  }

  func close() { screen.close() }
}

private final class NoTouch: TouchSource {
  var onFrame: (TouchFrame) -> Void = { _ in }

  func start() {}
  func suspend() {}
  func resume() {}
}
