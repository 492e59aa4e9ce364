public import Linux
public import Raster

/// Shows pictures on a screen of this machine, through kernel modesetting (drm-kms(7)).
///
///     present ─▶ idle ─commit─▶ flipping ─event─▶ idle          (`.ready`)
///                  │               └─no event─▶ modeset ─▶ idle
///                  └─busy─▶ retrying ─▶ …
///     any ─another console, no screen, no card, nothing accepted─▶ paused ─▶ idle
///                                                        (`.paused`, `.changed`)
///
/// A pause ends when the console is active again or when a card or screen is connected. If no event
/// announces that its cause is gone, the display retries, with increasing delays.
///
/// One flip is pending at a time. The first picture, and the first one after a pause, is shown by a
/// modeset, which waits until it is visible: the display is ready again when `present` returns.
public final class KMSDisplay: DisplayOutput {
  /// The current mode's size in pixels, or the last mode's while there is none.
  public private(set) var size: PixelSize
  /// The connector's name, such as HDMI-A-1.
  public var name: String { connectorName ?? "no screen" }
  public var connectorName: String? { configuration?.pipeline.connector.name }
  /// From the connector's "panel orientation" property.
  public private(set) var orientation = Rotation.none
  /// As reported by the screen; nil if it does not fit the mode.
  public private(set) var physicalSize: PhysicalSize?
  /// True while no commit is pending and the display is not paused.
  public var isReady: Bool { phase == .idle }
  /// True until the first picture on a card that an earlier run left open.
  public var showsEarlierPicture: Bool {
    commitCount == 0 && phase == .idle && card?.device.isTakenOver == true
  }
  /// True until the card refuses to disable the output.
  public internal(set) var canStandBy = true
  /// True during a pause, including one at startup.
  public var isWaiting: Bool { phase == .paused }
  /// True from the first picture of a configuration until a pause or the end of the configuration.
  public internal(set) var isShowing = false
  /// The current mode's refresh period; nil while there is no mode.
  public var periodMicroseconds: Int64? { configuration?.periodMicroseconds }
  /// The scan-out configuration: output, card, mode, modesetting method, pixel format, buffers and
  /// their pitch; nil while there is no screen.
  public var scanoutDescription: String? {
    guard let configuration else { return nil }
    let (size, pitch) = (configuration.attempt.mode.size, configuration.swapchain.pitch)
    let hertz = 1e6 / Double(max(configuration.periodMicroseconds, 1))
    return "\(configuration.description) of \(pitch * size.height) bytes, pitch \(pitch) bytes, "
      + "\((hertz * 100).rounded() / 100) Hz"
  }
  /// How the seat's devices are opened, including input devices.
  public var access: DeviceAccess { options.session?.access ?? .direct }
  /// Called with each event, on the event loop's thread.
  public var onEvent: (DisplayEvent) -> Void = { _ in }

  /// The number of pictures that the kernel accepted.
  public internal(set) var commitCount = 0
  /// Bytes copied to scan-out memory.
  public var byteCount: Int { oldByteCount + (configuration?.swapchain.byteCount ?? 0) }

  enum Phase: Equatable {
    case idle
    /// The event with this generation ends the wait.
    case flipping(generation: UInt64)
    /// The commit will be retried.
    case retrying
    /// The picture is visible, but sooner than a real screen would have shown it.
    case pacing
    case paused
    case closed
  }

  let options: KMSOptions
  let loop: EventLoop
  let system: any CardSystem
  let findTerminal: () -> (any VirtualTerminal)?
  var console: Console?
  var card: Card?
  var configuration: Configuration? {
    willSet {
      oldByteCount += configuration?.swapchain.byteCount ?? 0
      isShowing = false
    }
  }
  /// Closed until a configuration is found.
  var phase = Phase.closed
  /// Counts flips and everything that invalidates a pending flip, so that late events can be
  /// recognised.
  var generation: UInt64 = 0
  var busyCount = 0
  /// The delay before the next attempt to end a pause; reset by each success.
  var recovery = Backoff()
  /// Whether the card failed since the last picture; if so, it is reopened after a delay.
  var hasLostCard = false
  /// Whether the last search for a configuration is worth repeating although nothing is plugged in.
  var isSearchWorthRepeating = false
  /// The holders of busy cards: looked up once per pause, because that reads all of `/proc`.
  var knownHolders: [String: [String]] = [:]
  /// The lines logged since the last success, so that repeated attempts do not fill the log.
  var logged: Set<String> = []
  var lastShownMicroseconds: Int64?
  /// When the picture of phase `pacing` became visible.
  var pacedShownMicroseconds: Int64?
  private var oldByteCount = 0
  private(set) var isPresenting = false
  /// Events caused by `present`, until the loop's next turn.
  private var pendingEvents: [DisplayEvent] = []

  /// Fires if a flip's event does not arrive.
  private(set) lazy var watchdog = loop.makeAlarm { [unowned self] in flipIsOverdue() }
  /// Fires when it is time to retry a commit or to try to end a pause.
  private(set) lazy var retry = loop.makeAlarm { [unowned self] in tryAgain() }
  /// Fires when a real screen would have shown the last picture.
  private(set) lazy var pacer = loop.makeAlarm { [unowned self] in becomeReady() }

  /// Fires on the loop's next turn when events are pending.
  private lazy var delivery = loop.makeAlarm { [unowned self] in deliverEvents() }

  /// Finds a card and a screen, checks that pictures can be shown and takes over the console; the
  /// first picture enables the screen.
  ///
  /// - Throws: The reason why no picture can be shown.
  public static func open(
    _ options: KMSOptions, on loop: EventLoop
  ) throws(DisplayError) -> KMSDisplay {
    let access = options.session?.access ?? .direct
    let system = try orThrow { () throws(SystemError) in
      try UdevCards(access: access, store: options.store)
    }
    return try KMSDisplay(options, on: loop, system: system) {
      options.takesConsole ? LinuxVirtualTerminal.find() : nil
    }
  }

  init(
    _ options: KMSOptions, on loop: EventLoop, system: any CardSystem,
    findTerminal: @escaping () -> (any VirtualTerminal)?
  ) throws(DisplayError) {
    self.options = options
    self.loop = loop
    self.system = system
    self.findTerminal = findTerminal
    size = PixelSize(width: 1024, height: 768)
    do {
      if isConsoleActive { try configure() } else { phase = .paused }
    } catch {
      guard options.waitsForScreen, error.isTransient else { throw error }
      logOnce("waiting: \(error)")
      phase = .paused
    }
    // `deinit` uses the alarms and cannot create them, as they capture `self`.
    _ = (watchdog, retry, pacer, delivery)
    // Only after a card was found: if another program is showing, its console is left alone.
    if let session = options.session {
      session.onChange = { [unowned self] in sessionChanged($0) }
    } else if let terminal = findTerminal() {
      takeConsole(terminal)
    }
    do throws(SystemError) {
      try system.watch(on: loop) { [unowned self] event in cardsChanged(event) }
    } catch {
      options.warn("changes of cards and cables are not watched: \(error)")
    }
  }

  deinit { close() }

  /// Copies the damage to the back buffer and commits it; see `DisplayOutput.present`.
  public func present(_ picture: PixelBuffer, damage: Damage, rotation: Rotation) {
    guard !damage.isEmpty, let configuration else { return }
    let swapchain = configuration.swapchain
    swapchain.note(damage, picture: picture.size, rotation: rotation)
    guard isReady, !swapchain.frameDamage.isEmpty else { return }
    isPresenting = true
    defer { isPresenting = false }
    let isModeset = configuration.needsModeset
    swapchain.copy(picture, rotation: rotation)
    submit()
    if isModeset, !configuration.needsModeset {
      // Some cards clear their memory when they are enabled (Bochs, if it was off).
      swapchain.copyToLatest(picture, rotation: rotation)
    }
  }

  /// Restores what the card and the console showed before, or leaves the picture if there is a
  /// store.
  public func close() {
    guard phase != .closed else { return }
    finishFlip()
    let canLeavePicture = options.store != nil && isShowing && isConsoleActive
    phase = .closed
    isShowing = false
    pendingEvents = []
    for alarm in [watchdog, retry, pacer, delivery] { alarm.cancel() }
    system.unwatch()
    if let card, canLeavePicture {
      leavePicture(on: card)
      console?.close(restoring: false)
    } else {
      if let card { restoreAndRelease(card) }
      // Last: the kernel draws the console as soon as the card has no DRM master.
      console?.close()
    }
    console = nil
    options.session?.onChange = { _ in }
    options.session?.close()
  }

  private func takeConsole(_ terminal: any VirtualTerminal) {
    do throws(SystemError) {
      let console = try Console(terminal, loop: loop, restoresAfterCrash: options.store == nil)
      console.willRelease = { [unowned self] in consoleWillRelease() }
      console.didRelease = { [unowned self] in consoleDidRelease() }
      console.didNotRelease = { [unowned self] in consoleDidNotRelease() }
      console.didAcquire = { [unowned self] in consoleDidAcquire() }
      console.onTrouble = options.warn
      self.console = console
    } catch {
      options.log("the text console could not be taken over: \(error)")
    }
  }

  /// Uses the configuration, with its size and orientation.
  func adopt(_ configuration: Configuration) {
    self.configuration = configuration
    size = configuration.attempt.mode.size
    orientation = configuration.pipeline.orientation
    physicalSize = configuration.pipeline.connector.physicalSize(in: configuration.attempt.mode)
    phase = .idle
    logOnce("showing on \(configuration.description)")
  }

  /// Logs a line unless the same line was logged since the last success.
  func logOnce(_ line: String) {
    // Far more than one search logs; beyond it, lines count as new again.
    if logged.count >= 1024 { logged.removeAll() }
    if logged.insert(line).inserted { options.log(line) }
  }

  // MARK: Events

  /// Calls `onEvent`: on the loop's next turn if `present` caused the event, otherwise immediately.
  ///
  /// The caller of `present` has already handled its events and would wait for the next one while
  /// the screen stays black.
  func raise(_ event: DisplayEvent) {
    pendingEvents.append(event)
    if isPresenting { delivery.set(atMicroseconds: 0) } else { deliverEvents() }
  }

  func deliverEvents() {
    delivery.set(atMicroseconds: nil)
    // A handler may cause further events.
    while !pendingEvents.isEmpty { onEvent(pendingEvents.removeFirst()) }
  }
}
