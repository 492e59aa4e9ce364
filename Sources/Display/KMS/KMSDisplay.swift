public import Linux
public import Raster

/// Shows pictures on a screen of this machine, through kernel modesetting (drm-kms(7)).
///
///     present ─▶ idle ─commit─▶ flipping ─event─▶ idle          (`.ready`)
///                  │               └─no event─▶ modeset ─▶ idle
///                  └─busy─▶ retrying ─▶ …
///     any ─another console, no screen, no card─▶ paused ─▶ idle (`.paused`, `.changed`)
///
/// One flip is in flight at a time. The first picture and those after a pause are shown by a
/// modeset, which waits until they are visible: the display is ready again when `present` returns.
public final class KMSDisplay: Display {
  public private(set) var size: PixelSize
  public private(set) var orientation = Rotation.none
  public private(set) var physicalSize: PhysicalSize?
  public var isReady: Bool { phase == .idle }
  public var periodMicroseconds: Int64? { configuration?.periodMicroseconds }
  public var onEvent: (DisplayEvent) -> Void = { _ in }
  /// Told when another console comes to the front and when the panel's does again, so that input
  /// can be let go of; before `onEvent` hears of it.
  public var onConsoleChange: (_ isActive: Bool) -> Void = { _ in }

  /// Pictures that the kernel accepted.
  public private(set) var commitCount = 0
  /// Bytes that were copied into scan-out memory.
  public var byteCount: Int { oldByteCount + (configuration?.swapchain.byteCount ?? 0) }

  enum Phase: Equatable {
    case idle
    /// The event with this number in it ends the wait.
    case flipping(generation: UInt64)
    /// The commit will be tried again.
    case retrying
    /// Visible already, but sooner than a screen could show it.
    case pacing
    case paused
    case closed
  }

  let options: KMSOptions
  let loop: EventLoop
  let system: any CardSystem
  var console: Console?
  var card: Card?
  var configuration: Configuration? {
    willSet { oldByteCount += configuration?.swapchain.byteCount ?? 0 }
  }
  /// Closed until there is something to close.
  var phase = Phase.closed
  /// Counts flips and what makes flips obsolete, so that late events are known as such.
  var generation: UInt64 = 0
  var busyCount = 0
  var lastShownMicroseconds: Int64?
  /// When the picture that is being paced became visible.
  var pacedShownMicroseconds: Int64?
  private var oldByteCount = 0

  /// Rings if the event of a flip does not come.
  private(set) lazy var watchdog = loop.makeAlarm { [unowned self] in flipIsOverdue() }
  /// Rings when a commit or a pause is worth another try.
  private(set) lazy var retry = loop.makeAlarm { [unowned self] in tryAgain() }
  /// Rings when a screen would have shown the last picture.
  private(set) lazy var pacer = loop.makeAlarm { [unowned self] in becomeReady() }

  /// Finds a card and a screen, checks that pictures can be shown and puts the console aside; the
  /// first picture lights the screen.
  public static func open(
    _ options: KMSOptions, on loop: EventLoop
  ) throws(DisplayError) -> KMSDisplay {
    let system = try orThrow { () throws(SystemError) in try UdevCards() }
    return try KMSDisplay(options, on: loop, system: system) {
      options.console == .automatic ? LinuxVirtualTerminal.find() : nil
    }
  }

  init(
    _ options: KMSOptions, on loop: EventLoop, system: any CardSystem,
    findTerminal: () -> (any VirtualTerminal)?
  ) throws(DisplayError) {
    self.options = options
    self.loop = loop
    self.system = system
    size = PixelSize(width: 1024, height: 768)
    do {
      try configure()
    } catch {
      guard options.waitsForScreen, error.maySolveItself else { throw error }
      options.log("waiting: \(error)")
      phase = .paused
    }
    // Closures over an object cannot be made any more while it ends, so the alarms are made now.
    _ = (watchdog, retry, pacer)
    // Only now: where another program shows something, its console is left alone too.
    if let terminal = findTerminal() { takeConsole(terminal) }
    do throws(SystemError) {
      try system.watch(on: loop) { [unowned self] event in cardsChanged(event) }
    } catch {
      options.log("cables and cards are not watched: \(error)")
    }
  }

  deinit { close() }

  public func present(_ picture: PixelBuffer, damage: Damage, rotation: Rotation) {
    guard !damage.isEmpty, let configuration else { return }
    let swapchain = configuration.swapchain
    swapchain.note(damage, picture: picture.size, rotation: rotation)
    guard isReady, !swapchain.frameDamage.isEmpty else { return }
    let lights = configuration.needsModeset
    swapchain.copy(picture, rotation: rotation)
    submit()
    if lights, !configuration.needsModeset {
      // Some cards clear their memory while they are lit (Bochs, when it was off).
      swapchain.copyToLatest(picture, rotation: rotation)
    }
  }

  public func close() {
    guard phase != .closed else { return }
    finishFlip()
    phase = .closed
    for alarm in [watchdog, retry, pacer] { alarm.cancel() }
    system.unwatch()
    if let card { giveBack(card) }
    // Last, as the console draws itself as soon as nobody is master of the card.
    console?.close()
    console = nil
  }

  private func takeConsole(_ terminal: any VirtualTerminal) {
    do throws(SystemError) {
      let console = try Console(terminal, loop: loop)
      console.onRelease = { [unowned self] in leaveFront() }
      console.onAcquire = { [unowned self] in returnToFront() }
      self.console = console
    } catch {
      options.log("the text console is not put aside: \(error)")
    }
  }

  /// Takes over what the configuration says of the screen.
  func adopt(_ configuration: Configuration) {
    self.configuration = configuration
    size = configuration.attempt.mode.size
    orientation = configuration.pipeline.orientation
    physicalSize = PanelOrientation.physicalSize(
      of: configuration.pipeline.connector, mode: configuration.attempt.mode)
    phase = .idle
    options.log("showing on \(configuration.description)")
  }

  func countCommit() {
    commitCount += 1
  }
}
