internal import PanelApplication
internal import ArgumentParsing
internal import Backlight
internal import Display
internal import Diagnostics
internal import Layout
internal import LayoutFile
internal import Linux
internal import Logging
internal import Panel
internal import Program
internal import Text
internal import Touch
internal import Controls
internal import Wayland

struct RunCommand: Command {
  static let description = CommandDescription(
    name: "run",
    abstract: "Shows the panel and handles touches.",
    discussion: """
      In a Wayland session the panel is a window. Elsewhere it uses the display of this console \
      through the kernel (KMS) and the touchscreens of the seat through libinput. Touchscreens and \
      displays may be connected and removed at any time. SIGTERM and SIGINT end it and restore the \
      console.

      A running panel follows every save of its layout: knobs with the same id keep their values, \
      their controls and the fingers that turn them. Errors in a saved layout are reported on the \
      panel, which continues unchanged. SIGHUP reloads the layout even if it was not saved.

      The user needs the groups video, input and audio, or root; with seatd or systemd-logind only \
      the group audio.
      """)

  enum DisplayChoice: String, ArgumentValue, CaseIterable {
    case auto, drm, wayland, headless
  }

  static var parameters: [Parameter<Self>] {
    [.positional("layout", \.layout, help: "The layout file.")] + displayParameters
      + eventParameters + socketParameters
      + Parameter.group("Seat", \.seat, SeatArguments.parameters)
      + Parameter.group("Wayland", \.window, WindowArguments.parameters)
  }

  var layout = ""
  var display = DisplayChoice.auto
  var card: String?
  var output: String?
  var mode: ModeRequest?
  var touchDevices: [String] = []
  var legacyModesetting = false
  var noConsole = false
  var waitForScreen = false
  var keepsPicture = false
  var seat = SeatArguments()
  var window = WindowArguments()
  var events: String?
  var eventsLimit = ByteCount(mebibytes: 16)
  var withoutDisplay: String?
  var isPreviewed = false
  var waitForLayout = false
  var noCommands = false
  var noWatch = false
  var verbose = false
  var socket: String?
  var socketMode = FileMode(bits: 0o600)
  var state: String?

  func run() throws {
    do throws(SystemError) {
      try Output.beginBackgroundErrors()
    } catch {
      throw Problem("cannot start the thread for messages: \(error)")
    }
    let log = makeLog(verbose: verbose)
    HeapMemory.returnLargeBlocks()
    let loop = try EventLoop()
    // Only the kernel's console switching uses them.
    Signals.ignore([Signals.user1, Signals.user2])
    // Blocked before any library starts a thread, so that no thread receives them.
    let signals = try Signals([Signals.terminate, Signals.interrupt, Signals.hangUp])
    // Fonts are loaded on a thread while everything else is read and opened.
    let typesetter = Files.typesetter
    let first = try readLayout()
    // Opened before the display, so that its errors appear on the console.
    let eventLog = try openEvents(loop: loop, log: log)
    defer { eventLog?.close() }
    let none = PanelControls(on: loop, runsPrograms: !noCommands)
    // Threads open the controls while the display is opened and the picture is drawn.
    let opening = first.layout.map { PanelControls.Opening(for: $0, replacing: none) }
    let screen: any DisplayOutput
    do {
      screen = try openDisplay(for: first.panel ?? PanelLayout(), loop: loop, log: log)
    } catch let problem where problem is DisplayError || problem is WaylandError {
      if isPreviewed { try startPreview(because: problem) }
      guard let withoutDisplay, let layout = first.layout else { throw Problem("\(problem)") }
      eventLog?.close()
      return try playInstead(withoutDisplay, on: layout, because: problem)
    }
    // From here on, the display is closed and the console restored even after an error.
    defer { screen.close() }
    // Read again for this display, whose size defines a millimetre.
    let reading = LayoutReading(layout, for: DisplayMeasure(of: screen))
    let application = try makeApplication(
      showing: reading.result, on: screen, controls: opening, none, typesetter: typesetter,
      reported: first.text, events: eventLog, loop: loop, log: log)
    let reloader = Reloader(
      path: layout, reading: reading, application: application, watches: !noWatch)
    let state = keepState(of: application)
    defer { state?.close() }
    let server = try openSocket(application, reloader, log: log)
    defer { server?.close() }
    try loop.watch(signals.descriptor, for: .readable) { [unowned loop, unowned reloader] _ in
      while let signal = signals.next() {
        if signal == Signals.hangUp { reloader.reload() } else { loop.stop() }
      }
    }
    defer { loop.unwatch(signals.descriptor) }
    try withExtendedLifetime(reloader) { try run(application, on: screen, loop: loop, log: log) }
  }

  /// Reads the layout before a display is open and prints its diagnostics; a layout with errors is
  /// shown as a fault later.
  private func readLayout() throws -> LayoutReader.Outcome {
    let outcome: LayoutReader.Outcome
    do throws(WholeFile.Failure) {
      outcome = try Files.read(layout, for: nil)
    } catch {
      guard waitForLayout, error.isAbsence else { throw Problem(unreadable: error) }
      Output.error.print("knobpanel: waiting for \(layout)")
      return LayoutReader.Outcome()
    }
    if !outcome.text.isEmpty { Output.error.print(outcome.text) }
    return outcome
  }

  private func openEvents(loop: EventLoop, log: Logger) throws -> EventLog? {
    try events.map { target in
      try EventLog(
        target: target, origin: loop.now,
        utcOffsetMicroseconds: { WallClockTimer.utcMicroseconds - loop.nowMicroseconds },
        waiting: .thread, fileByteLimit: eventsLimit.bytes,
        report: { log.warning("\($0)") })
    }
  }

  /// Restores the saved state, and saves it from then on; returns nil if there is no file for it.
  private func keepState(of application: Application) -> StateFile? {
    let path = state ?? StateFile.standardPath
    guard let path, path != "none" else { return nil }
    return StateFile(path, application: application)
  }

  /// Opens the socket; returns nil if there is none, which is an error only if one was named.
  private func openSocket(
    _ application: Application, _ reloader: Reloader, log: Logger
  ) throws -> SocketServer? {
    guard socket != "none" else { return nil }
    let path = socket ?? SocketPath.standard
    SocketPath.makeFolder(of: path)
    do throws(SystemError) {
      return try SocketServer(
        path: path, mode: socketMode.bits, application: application, reloader: reloader,
        program: ProgramDescription.knobpanel.version)
    } catch {
      let isTaken = error.isAddressInUse
      let why = isTaken ? "\(path): another panel listens there" : "no socket: \(error)"
      guard socket == nil else {
        throw Problem(why, advice: "Name another path with --socket, or none for no socket.")
      }
      let notice = "\(why); programs cannot reach this panel; name a path with --socket"
      // Without a folder for it, as for a user without a session, no socket is expected.
      if isTaken { log.notice("\(notice)") } else { log.info("\(notice)") }
      return nil
    }
  }

  private func run(
    _ application: Application, on screen: any DisplayOutput, loop: EventLoop, log: Logger
  ) throws {
    var fault: WaylandError?
    if let window = screen as? WaylandDisplay {
      window.onEnd = { [unowned loop] end in
        if case .failed(let error) = end { fault = error }
        loop.stop()
      }
    }
    try application.run {
      if let libinput = application.touch as? LibinputSource {
        warn(ofMissingTouch: libinput, log: log)
      }
    }
    if let fault { throw Problem("\(fault)") }
  }

  private func openDisplay(for panel: PanelLayout, loop: EventLoop, log: Logger) throws
    -> any DisplayOutput
  {
    switch display {
    case .headless:
      return try Files.headlessDisplay(size: PanelScene.naturalSize(of: panel))
    case .wayland:
      return try openWindow(for: panel, loop: loop, log: log)
    case .auto where WaylandDisplay.isOffered:
      return try openWindow(for: panel, loop: loop, log: log)
    case .auto:
      do {
        return try openScreen(loop: loop, log: log)
      } catch DisplayError.busy(let card, let holders) {
        // A compositor probably holds the card; try to be its client.
        guard let window = try? openWindow(for: panel, loop: loop, log: log) else {
          throw DisplayError.busy(card: card, holders: holders)
        }
        return window
      }
    case .drm:
      return try openScreen(loop: loop, log: log)
    }
  }

  private func openWindow(
    for panel: PanelLayout, loop: EventLoop, log: Logger
  ) throws(WaylandError) -> WaylandDisplay {
    var options = window.options
    options.output = output
    options.windowSize = PanelScene.naturalSize(of: panel)
    options.log = { log.info("\($0)") }
    return try WaylandDisplay.open(options, on: loop)
  }

  private func openScreen(loop: EventLoop, log: Logger) throws -> any DisplayOutput {
    var options = KMSOptions()
    options.card = card
    options.connector = output
    options.mode = mode
    options.seat = seat.name
    options.session = try seat.openSession(on: loop, log: log)
    options.usesLegacyModesetting = legacyModesetting
    options.takesConsole = !noConsole
    options.waitsForScreen = waitForScreen
    if keepsPicture {
      // Devices that a seat service has opened are closed with the session.
      let manager = options.session == nil ? ServiceManager() : nil
      options.store = manager.map { DescriptorStore($0) }
      if manager == nil {
        log.notice(
          "--keep-picture has no effect: it needs systemd's Type=notify and --seat-backend direct")
      }
    }
    options.log = { log.info("\($0)") }
    options.warn = { log.warning("\($0)") }
    return try KMSDisplay.open(options, on: loop)
  }

  /// Creates the application with a layout, or with the fault of the layout file.
  private func makeApplication(
    showing result: Result<LayoutDocument, LayoutFault>, on screen: any DisplayOutput,
    controls opening: PanelControls.Opening?, _ none: PanelControls, typesetter: FontTypesetter,
    reported: String, events: EventLog?, loop: EventLoop, log: Logger
  ) throws -> Application {
    let scene: PanelScene
    var controls = none
    switch result {
    case .success(let layout):
      scene = try PanelScene(
        layout: layout, displaySize: screen.size, orientation: screen.orientation,
        typesetter: typesetter)
      controls = try Self.controls(for: layout, opening, none, log: log)
    case .failure(let fault):
      if fault.report != reported { fault.report(to: log) }
      scene = try PanelScene(
        fault: fault, displaySize: screen.size, orientation: screen.orientation,
        typesetter: typesetter)
    }
    return Application(
      loop: loop, scene: scene, display: screen,
      touch: try openTouch(of: screen, scene: scene, loop: loop, log: log),
      encoders: makeEncoders(of: screen, loop: loop, log: log), controls: controls,
      events: events,
      service: ServiceManager().map { ServiceReport($0, loop: loop, log: log) },
      backlightFolder: display == .headless ? nil : KernelBacklight.folder,
      monitorOptions: display == .headless ? nil : MonitorOptions(), runsPrograms: !noCommands,
      log: log)
  }

  /// Returns the controls of the first layout, which must all exist.
  ///
  /// At start, the user can fix a missing control; later the panel waits for it. Controls being
  /// opened for the layout as it was read first are kept if unchanged for this display.
  private static func controls(
    for layout: LayoutDocument, _ opening: PanelControls.Opening?, _ none: PanelControls,
    log: Logger
  ) throws -> PanelControls {
    do throws(LayoutFault) {
      let first = try opening?.finish(log: log) ?? none
      let controls = try PanelControls(for: layout, replacing: first, log: log)
      first.stop(exceptIn: controls)
      return controls
    } catch {
      throw Problem(
        "\(error.message) (line \(error.location?.line ?? 0))", advice: error.hint ?? "")
    }
  }

  private func openTouch(
    of screen: any DisplayOutput, scene: PanelScene, loop: EventLoop, log: Logger
  ) throws -> any TouchSource {
    if let window = screen as? WaylandDisplay {
      window.touch.dialAt = { [unowned scene] point in
        scene.panel.grip(at: point)
      }
      return window.touch
    }
    let libinput = LibinputSource(
      seat: seat.name, access: Self.access(of: screen),
      assignment: TouchAssignment(names: touchDevices), loop: loop)
    libinput.onLog = { level, text in log.report(level, text) }
    libinput.onDevice = { [unowned scene] in log.report($0, rotate: scene.layout.panel.rotate) }
    return libinput
  }

  /// How devices other than the display are opened: by its session, if it has one.
  private static func access(of screen: any DisplayOutput) -> DeviceAccess {
    (screen as? KMSDisplay)?.access ?? .direct
  }

  private func makeEncoders(
    of screen: any DisplayOutput, loop: EventLoop, log: Logger
  ) -> EncoderSource {
    let encoders = EncoderSource(seat: seat.name, access: Self.access(of: screen), loop: loop)
    encoders.onEvent = { log.report($0) }
    return encoders
  }

  /// Warns if there is no touch device; this is no error, since one may be plugged in at any time.
  private func warn(ofMissingTouch touch: LibinputSource, log: Logger) {
    if let error = touch.accessError {
      log.warning("\(error)")
    } else if touch.devices.isEmpty, !touch.leftAlone.isEmpty {
      log.warning(
        "no touch device of this display yet; others are ignored; assign one with --touch")
    } else if touch.devices.isEmpty {
      log.warning(
        "no touch device yet; the panel uses one as soon as it is connected")
    }
  }

  private func startPreview(because problem: any Error) throws -> Never {
    let preview = try ProgramBeside("knobpanel-preview")
    Output.error.print(
      "knobpanel: no display: \(problem)\n"
        + "knobpanel: showing it in a browser instead; open this address (Ctrl+C ends it):")
    try preview.become([layout])
  }

  private func playInstead(
    _ recording: String, on layout: LayoutDocument, because problem: any Error
  ) throws {
    let picture = "panel.png"
    Output.error.print("knobpanel: no display: \(problem)")
    Output.error.print("knobpanel: playing \(recording) instead; the last picture: \(picture)")
    try ReplayCommand.play(
      recording, on: layout, size: nil, events: events ?? "-", frame: picture, at: nil)
  }
}
