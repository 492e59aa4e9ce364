public import Display
public import Linux
public import Raster

/// The panel as a window of a Wayland compositor, fullscreen or not.
///
/// Pixels are output pixels: if the compositor scales, the buffers have the scaled size, and if the
/// output is rotated, so are the buffers, so that nothing is resampled.
public final class WaylandDisplay: DisplayOutput {
  /// "Wayland window".
  public let name = "Wayland window"
  /// Called with each event, on the event loop's thread.
  public var onEvent: (DisplayEvent) -> Void = { _ in }
  /// Called when the window has ended and is not reopened: with `reconnects`, only after an error
  /// that a new connection would repeat.
  public var onEnd: (WaylandEnd) -> Void = { _ in }
  /// The touch and mouse input on the window.
  public let touch = WaylandTouch()

  private let options: WaylandOptions
  private let loop: EventLoop
  private(set) var session: Session?
  private var reconnection: Alarm?
  private var backoff = Backoff(
    firstMicroseconds: 100_000, longestMicroseconds: 5_000_000)
  private var lastSize: PixelSize

  /// Connects and waits for the compositor to give the window a size.
  ///
  /// - Throws: The reason why there is no window.
  public static func open(_ options: WaylandOptions, on loop: EventLoop) throws(WaylandError)
    -> WaylandDisplay
  {
    let display = WaylandDisplay(options, loop)
    let session = try display.makeSession()
    try session.waitForWindow(seconds: options.timeoutSeconds)
    return display
  }

  /// Whether the environment names a compositor.
  public static var isOffered: Bool { Connection.socketName != nil }

  private init(_ options: WaylandOptions, _ loop: EventLoop) {
    self.options = options
    self.loop = loop
    lastSize = options.windowSize
    reconnection = loop.makeAlarm { [unowned self] in self.reconnect() }
  }

  deinit { close() }

  /// The pixel size of the window's buffers, before any output rotation.
  public var size: PixelSize { session?.window?.geometry.pixelSize ?? lastSize }
  /// Always `none`: the compositor's own rotation is applied to the buffers.
  public var orientation: Rotation { .none }
  /// True while the window is configured, no frame is pending and a buffer is free.
  public var isReady: Bool { session?.window?.isReady ?? false }
  /// True while the window is configured and the compositor has an output; each change comes with
  /// `.changed` or `.paused`.
  public var isShowing: Bool { session?.isShowing ?? false }

  /// The size of the output that the window fills; nil if it fills none or several.
  public var physicalSize: PhysicalSize? {
    guard options.isFullscreen || options.output != nil || options.layer != nil,
      let shown = session?.window?.shownOn, shown.count == 1
    else { return nil }
    return shown[0].physicalSize
  }

  /// Copies the damage to a free buffer and commits it; see `DisplayOutput.present`.
  public func present(_ picture: PixelBuffer, damage: Damage, rotation: Rotation) {
    session?.window?.present(picture, damage: damage, rotation: rotation)
    session?.flush()
  }

  /// Closes the window and the connection.
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
    session.onEnd = { [unowned self] in self.sessionEnded($0) }
    self.session = session
    return session
  }

  private func sessionEnded(_ end: WaylandEnd) {
    lastSize = size
    let reason: String
    switch end {
    case .windowClosed: reason = "the window was closed"
    case .compositorExited: reason = "the compositor is gone"
    case .failed(let error): reason = error.description
    }
    options.log(reason)
    guard options.reconnects, !end.isPersistent else {
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
    reconnection?.set(afterMicroseconds: backoff.nextMicroseconds())
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
  /// Whether a new connection would repeat the error.
  fileprivate var isPersistent: Bool {
    switch self {
    case .failed(.protocolError), .failed(.missingInterface): true
    default: false
    }
  }
}
