internal import Controls
internal import Diagnostics
internal import Display
internal import Gesture
internal import JSON
internal import Layout
internal import LayoutFile
package import Linux
package import Logging
internal import Panel
internal import PanelApplication
internal import PNG
internal import Program
internal import Raster
internal import Text
package import WebServer

/// The kiosk's panel, with browsers as its display and its touch input.
///
///     browsers ─▶ server ─▶ session ─▶ touch ───▶ application
///     browsers ◀─ server ◀─ session ◀─ display ◀─ application
///
/// Everything runs on one event loop except the server, which has a thread of its own.
package final class PreviewSession {
  let path: String
  let options: PreviewOptions
  let loop: EventLoop
  let log: Logger
  let display: BrowserDisplay
  let touch = BrowserTouch()
  let scene: PanelScene
  let application: Application
  let reloader: Reloader
  let events: BrowserEvents
  var browsers: [ClientID: Browser] = [:]
  /// The current messages that are sent in full.
  var topics: [Browser.Topic: SocketMessage] = [:]
  /// The overrides of the layout's settings.
  var choice = ViewChoice()
  /// Nil if knobs drive the controls of the layout.
  let targets: SimulatedTargets?
  /// The files of the layout; nil if they cannot be edited.
  var files: EditedFiles?
  /// The centres of knobs in these files, by path.
  var centers: [String: CenterText] = [:]
  /// The panel that was last described to the browsers.
  private var describedPanel: PanelController?
  private var server: HTTPServer?
  private var received: [ServerEvent] = []
  /// Messages of browsers that are not handled yet.
  private var inbox = Inbox()
  /// Fires in the next turn of the loop if messages or frames are left.
  private var nextTurn: Alarm?
  /// The view requested last, and when it may be shown.
  private var wantedView: ViewChoice?
  private var viewAlarm: Alarm?
  private var nextViewMicroseconds: Int64 = 0
  private var haveTargetsChanged = false
  private let pictures: SharedPicture<[UInt8]>
  /// The files that the layout may open; nil if only its author can edit it.
  let scope: FileScope?

  /// The maximum number of messages in one turn of the loop, and of bytes before the last of them.
  static let turnMessageLimit = 64
  static let turnByteLimit = 65_536
  /// The maximum number of pictures encoded for browsers in one turn of the loop.
  static let turnFrameLimit = 4

  /// Reads the layout and creates its panel.
  ///
  /// - Parameters:
  ///   - path: The layout file.
  ///   - options: What browsers may do.
  ///   - loop: The event loop of the panel.
  ///   - log: The log for messages.
  /// - Throws: `Problem` if there is no such file, or a control of it does not exist.
  package init(
    path: String, options: PreviewOptions, loop: EventLoop, log: Logger
  ) throws {
    self.path = path
    self.options = options
    self.loop = loop
    self.log = log
    let first = try Files.outcome(path)
    if !first.text.isEmpty { Output.error.print(first.text) }
    let size = PanelScene.naturalSize(of: first.panel ?? PanelLayout())
    guard let display = BrowserDisplay(size: size, loop: loop) else {
      throw Problem("a picture of \(size.width)x\(size.height) pixels cannot be drawn")
    }
    self.display = display
    let reading = LayoutReading(path, for: DisplayMeasure(of: display))
    let targets = options.isLive ? nil : SimulatedTargets(loop: loop)
    self.targets = targets
    scope = options.isEditable ? FileScope(layout: path, naming: reading.files) : nil
    var controls =
      targets.map { targets in PanelControls(make: targets.makeControl) }
      ?? PanelControls(on: loop, runsPrograms: options.runsPrograms)
    switch reading.result {
    case .success(let layout):
      controls = try PanelControls(for: layout, replacing: controls, log: log)
      scene = try PanelScene(layout: layout, displaySize: size, typesetter: Files.typesetter)
    case .failure(let fault):
      scene = try PanelScene(fault: fault, displaySize: size, typesetter: Files.typesetter)
    }
    events = BrowserEvents(origin: loop.now)
    application = Application(
      loop: loop, scene: scene, display: display, touch: touch, controls: controls,
      // A preview leaves the brightness of its machine alone.
      events: events, backlightFolder: nil, runsPrograms: options.runsPrograms, log: log)
    reloader = Reloader(
      path: path, reading: reading, application: application, watches: true, scope: scope)
    pictures = SharedPicture(loop: loop) { [display, scene] in
      let picture = PixelBuffer(copying: display.frames.contents)
      if scene.layout.panel.shape == .round {
        picture?.blacken(outsideEllipseIn: scene.panel.viewport.panelOnDisplay)
      }
      return picture
    } make: { picture in
      do throws(PNGError) {
        return .success(try PNGPicture.encode(picture))
      } catch {
        return .failure(Problem("the picture cannot be encoded: \(error)"))
      }
    }
    nextTurn = loop.makeAlarm { [unowned self] in handleMessages() }
    viewAlarm = loop.makeAlarm { [unowned self] in showWantedView() }
    publish(reading, reloader.fault)
    reloader.onReading = { [unowned self] in read($0, $1) }
    targets?.onChange = { [unowned self] in haveTargetsChanged = true }
    change(
      .hello,
      to: [
        "type": "hello", "version": .string(options.version),
        "layout": .string(LayoutFault.name(ofPath: path)), "edit": .bool(options.isEditable),
        "live": .bool(options.isLive),
        "themes": .array(PanelLayout.themes.map { .string($0.rawValue) }),
        "known": options.isEditable ? options.knownValuesJSON : [:],
      ])
  }

  /// Runs until the loop is stopped.
  ///
  /// - Parameter server: The server of the browsers.
  /// - Throws: The error of the event loop.
  package func run(_ server: HTTPServer) throws {
    self.server = server
    try loop.watch(server.events.descriptor, for: .readable) { [unowned self] _ in
      server.events.take(into: &received)
      for event in received { handle(event, of: server) }
      received.removeAll()
      // Messages that are left wait for the next turn, even if other events come first.
      if nextTurn?.deadlineMicroseconds == nil { handleMessages() }
    }
    defer { loop.unwatch(server.events.descriptor) }
    try application.run { [unowned self] in
      let settle = loop.afterEvents
      loop.afterEvents = { [unowned self] in
        settle()
        publishChanges()
      }
    }
  }
}

// MARK: The server

extension PreviewSession {
  private func handle(_ event: ServerEvent, of server: HTTPServer) {
    switch event {
    case .connected(let client): browsers[client] = Browser()
    case .written(let client): browsers[client]?.written()
    case .disconnected(let client):
      browsers[client] = nil
      inbox.remove(client)
      touch.remove(device: Int32(truncatingIfNeeded: client.number), at: loop.now)
    case .requested(let download, _): sendPicture(as: download, by: server)
    case .received(let client, let bytes): receive(bytes, of: client)
    }
  }

  /// Queues a message of a browser.
  func receive(_ message: [UInt8], of client: ClientID) { inbox.append(message, of: client) }

  /// Handles as many queued messages as fit into a turn of the loop.
  func handleMessages() {
    var byteCount = 0
    for _ in 0..<Self.turnMessageLimit {
      guard byteCount < Self.turnByteLimit, let (client, bytes) = inbox.next() else { break }
      byteCount += bytes.count
      server?.handled(1, of: client)
      guard let message = BrowserMessage(bytes) else {
        refuse(client, "the page sent a message that this version of the preview does not support")
        continue
      }
      handle(message, of: client)
      if message.readsFiles { break }
    }
    if !inbox.isEmpty { nextTurn?.set(afterMicroseconds: 0) }
  }

  /// Sends each browser the changes that it lacks; called after each round of events.
  private func publishChanges() {
    let lines = events.take()
    guard !browsers.isEmpty, let server else { return }
    if scene.panel !== describedPanel {
      describedPanel = scene.panel
      describePanel()
    }
    if haveTargetsChanged { publishTargets() }
    let current = Browser.Current(
      topics: topics, reading: PanelReading(of: scene.panel), frame: display.frames.sequence)
    let encodedCount = display.frames.encodedCount
    var isBehind = false
    for client in browsers.keys {
      guard var browser = browsers.removeValue(forKey: client) else { continue }
      if !lines.isEmpty { browser.add(lines) }
      let messages = browser.messages(current) { since in
        guard display.frames.encodedCount - encodedCount < Self.turnFrameLimit else {
          isBehind = true
          return nil
        }
        do {
          return try display.message(since: since)
        } catch {
          log.error("a frame cannot be encoded: \(error)")
          return nil
        }
      }
      if !messages.isEmpty { server.send(messages, to: client) }
      if browser.hasTooManyAnswers { server.disconnect(client) }
      browsers[client] = browser
    }
    if isBehind { nextTurn?.set(afterMicroseconds: 0) }
  }

  func change(_ topic: Browser.Topic, to message: JSONValue) {
    topics[topic] = SocketMessage(text: message.line)
    for client in browsers.keys { browsers[client]?.changed(topic) }
  }

  func answer(_ client: ClientID, _ message: JSONValue) { browsers[client]?.answer(message) }

  func refuse(_ client: ClientID, _ reason: String) {
    answer(client, ["type": "refused", "name": .null, "message": .string(reason)])
  }

  private func describePanel() {
    change(
      .panel,
      to: PanelMessage.json(
        of: scene.panel, title: LayoutFault.name(ofPath: path), choice: choice,
        isSimulated: targets != nil, controlNames: application.controlNames,
        fileName: { name(ofFile: $0) },
        isMovable: { centers[$0.file]?.hasCenter(at: $0.location) ?? false }))
    publishTargets()
  }

  /// Returns the page's name for a file.
  func name(ofFile path: String) -> String {
    files?.name(of: path) ?? LayoutFault.name(ofPath: path)
  }

  /// Returns a message with the page's names for files, so that it does not disclose their paths.
  func named(_ text: String, files: [String]) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let path = files.first(where: { line.hasPrefix($0 + ":") }) else { return String(line) }
      return name(ofFile: path) + line.dropFirst(path.count)
    }
    return lines.joined(separator: "\n")
  }

  private func publishTargets() {
    haveTargetsChanged = false
    if let targets { change(.simulation, to: targets.json(of: scene.layout)) }
  }

  /// Sends a picture of the visible part of the display.
  private func sendPicture(as download: DownloadID, by server: HTTPServer) {
    pictures.ask(for: self) { [log] answer in
      switch answer {
      case .success(let bytes):
        server.answer(download, with: WebPage(type: "image/png", bytes: bytes))
      case .failure(let problem):
        log.error("\(problem.message)")
        server.answer(download, with: nil)
      }
    }
  }
}

// MARK: The layout

extension PreviewSession {
  /// Handles a new reading of the layout.
  private func read(_ reading: LayoutReading, _ fault: LayoutFault?) {
    publish(reading, fault)
    fitDisplay()
  }

  /// Sends the errors and warnings of the files, and the files themselves if they can be edited.
  private func publish(_ reading: LayoutReading, _ fault: LayoutFault?) {
    if options.isEditable { publishFiles(reading.layoutFiles) }
    var text = reading.warnings
    if let fault {
      text = fault.report.isEmpty ? fault.line + "\n" : fault.report
      if fault.report.isEmpty, let hint = fault.hint { text += "  hint: \(hint)\n" }
    }
    change(
      .errors,
      to: [
        "type": "errors", "text": .string(named(text, files: reading.layoutFiles)),
        "blocking": .bool(fault != nil),
        "list": DiagnosticPrinter.list(reading.diagnostics, fileName: name(ofFile:)),
      ])
  }

  /// Shows the layout as a browser requests; only the last of several requests takes effect.
  ///
  /// A picture of another size takes time in proportion to its pixels, so other work is done before
  /// the next one.
  func show(_ choice: ViewChoice) {
    wantedView = choice
    viewAlarm?.set(atMicroseconds: max(loop.nowMicroseconds, nextViewMicroseconds))
  }

  private func showWantedView() {
    guard let wanted = wantedView else { return }
    wantedView = nil
    choice = wanted
    var preferences = LayoutPreferences()
    preferences.theme = choice.theme.flatMap(ThemeName.init(rawValue:))
    preferences.rotate = choice.rotation?.rawValue
    preferences.shape = choice.isRound.map { $0 ? .round : .rectangle }
    reloader.preferences = preferences
    fitDisplay()
    describePanel()
    nextViewMicroseconds =
      loop.nowMicroseconds + Self.viewPauseMicroseconds
      + Int64(display.size.width * display.size.height / Self.pixelsPerMicrosecond)
  }

  /// The minimum time between two views, and the pixels for which it grows by a microsecond.
  private static let viewPauseMicroseconds: Int64 = 50_000
  private static let pixelsPerMicrosecond = 16

  /// Gives the display the chosen size, or the layout's.
  private func fitDisplay() {
    let size = choice.size ?? PanelScene.naturalSize(of: scene.layout.panel)
    let physicalSize = choice.diagonalInches.map { PhysicalSize(diagonalInches: $0, of: size) }
    if !display.change(size: size, physicalSize: physicalSize) {
      log.error("a picture of \(size.width)x\(size.height) pixels cannot be drawn")
    }
  }
}
