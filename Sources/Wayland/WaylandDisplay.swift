public import Display
public import Linux
public import Raster

/// The panel as a window of a Wayland compositor, full screen or not.
///
/// Pixels are those of the output: where the compositor scales, the buffers are of the scaled size,
/// and where it turns its output, buffers are turned alike, so that nothing is resampled.
public final class WaylandDisplay: Display {
  public var onEvent: (DisplayEvent) -> Void = { _ in }
  /// The window is gone for good: with `reconnects` only after a fault that would come again.
  public var onEnd: (WaylandEnd) -> Void = { _ in }
  /// The fingers and the mouse on the window.
  public let touch = WaylandTouch()

  private let options: WaylandOptions
  private let loop: EventLoop
  private(set) var session: Session?
  private var reconnection: Alarm?
  private var backoff = Backoff(
    firstMicroseconds: 100_000, longestMicroseconds: 5_000_000)
  private var lastSize: PixelSize

  /// Connects and waits for the compositor to give the window a size.
  public static func open(_ options: WaylandOptions, on loop: EventLoop) throws(WaylandError)
    -> WaylandDisplay
  {
    let display = WaylandDisplay(options, loop)
    let session = try display.makeSession()
    try session.waitForWindow(seconds: options.patienceSeconds)
    return display
  }

  /// True if the environment names a compositor.
  public static var isOffered: Bool { Connection.socketName != nil }

  private init(_ options: WaylandOptions, _ loop: EventLoop) {
    self.options = options
    self.loop = loop
    lastSize = options.windowSize
    reconnection = loop.makeAlarm { [unowned self] in self.reconnect() }
  }

  deinit { close() }

  public var size: PixelSize { session?.window?.geometry.pixelSize ?? lastSize }
  /// The compositor turns what is shown by itself.
  public var orientation: Rotation { .none }
  public var isReady: Bool { session?.window?.isReady ?? false }

  /// Of the one output that it fills.
  public var physicalSize: PhysicalSize? {
    guard options.isFullscreen || options.output != nil || options.layer != nil,
      let shown = session?.window?.shownOn, shown.count == 1
    else { return nil }
    return shown[0].physicalSize
  }

  public func present(_ picture: PixelBuffer, damage: Damage, rotation: Rotation) {
    session?.window?.present(picture, damage: damage, rotation: rotation)
    session?.flush()
  }

  public func close() {
    reconnection?.cancel()
    reconnection = nil
    session?.close()
    session = nil
  }

  // MARK: Sessions

  @discardableResult
  private func makeSession() throws(WaylandError) -> Session {
    let session = try Session(options: options, loop: loop, touch: touch)
    session.onEvent = { [unowned self] event in
      if case .changed = event { backoff.reset() }
      onEvent(event)
    }
    session.onEnd = { [unowned self] in self.handle($0) }
    self.session = session
    return session
  }

  private func handle(_ end: WaylandEnd) {
    lastSize = size
    let reason: String
    switch end {
    case .windowClosed: reason = "the window was closed"
    case .compositorExited: reason = "the compositor is gone"
    case .failed(let error): reason = error.description
    }
    options.log(reason)
    guard options.reconnects, !end.comesAgain else {
      close()
      onEnd(end)
      return
    }
    session?.close()
    session = nil
    onEvent(.paused(reason: reason))
    wait()
  }

  private func wait() {
    let delay = backoff.nextMicroseconds()
    reconnection?.set(atMicroseconds: MonotonicClock.microseconds + delay)
  }

  private func reconnect() {
    do throws(WaylandError) {
      try makeSession()
    } catch {
      wait()
    }
  }
}

extension WaylandEnd {
  /// True for faults of this program or the compositor, which time does not mend.
  fileprivate var comesAgain: Bool {
    switch self {
    case .failed(.protocolError), .failed(.missingInterface): true
    default: false
    }
  }
}
