internal import Display
internal import Glibc
internal import Linux

/// A connection to a compositor and the window on it, until either ends.
///
///     connect ─▶ globals known ─▶ names of outputs known ─▶ window ─▶ configured
final class Session {
  /// Called once, with the reason, when the session has ended; never from within its own methods.
  var onEnd: (WaylandEnd) -> Void = { _ in }
  /// Called with each event of the window.
  var onEvent: (DisplayEvent) -> Void = { _ in }

  /// The maximum number of outputs, and of seats; the rest are ignored.
  static let globalLimit = 32

  private let options: WaylandOptions
  private let loop: EventLoop
  private let touch: WaylandTouch

  // In the order in which they must be destroyed.
  private(set) var window: Window?
  private var seats: [SeatInput] = []
  private(set) var outputs: [Output] = []
  private(set) var globals = Globals()
  private var callback: WlCallback?
  private let registry: WlRegistry
  let connection: Connection

  /// Whether the compositor's presentation times use `CLOCK_MONOTONIC`.
  private var isMonotonic = false
  /// True from the loss of the last output until the next one; `isLossReported` is the last
  /// reported value.
  private var isWithoutOutput = false
  private var isLossReported = false
  private var end: WaylandEnd?
  private var endAlarm: Alarm?
  private var isWatching = false
  private var awaitsWritable = false

  init(options: WaylandOptions, loop: EventLoop, touch: WaylandTouch) throws(WaylandError) {
    self.options = options
    self.loop = loop
    self.touch = touch
    connection = try Connection(name: options.socket)
    registry = connection.makeRegistry()
    endAlarm = loop.makeAlarm { [unowned self] in
      if let end = self.end { self.onEnd(end) }
    }
    touch.cancelAll = { [weak self] in self?.seats.forEach { $0.cancelAll() } }
    registry.onEvent { [unowned self] event in self.handle(event) }
    callback = connection.sync { [unowned self] in self.globalsAreKnown() }
    try watch()
    flush()
  }

  deinit { close() }

  /// True while the window has a size and an output that can show it.
  var isShowing: Bool { window?.isConfigured == true && !isWithoutOutput }

  /// Closes the window and the connection.
  func close() {
    guard isWatching else { return }
    isWatching = false
    loop.unwatch(connection.descriptor)
    endAlarm?.cancel()
    for seat in seats { seat.removeDevices() }
    seats.removeAll()
    window = nil
    _ = try? connection.flush()
  }

  // MARK: Globals

  private func handle(_ event: WlRegistry.Event) {
    switch event {
    case .global(let name, let interface, let version):
      if globals.bind(interface, name, version, in: registry) { return }
      if interface == WlOutput.table.name, outputs.count < Self.globalLimit {
        addOutput(name, version)
      }
      if interface == WlSeat.table.name, seats.count < Self.globalLimit { addSeat(name, version) }
    case .globalRemove(let name): remove(name)
    }
  }

  private func addOutput(_ name: UInt32, _ version: UInt32) {
    // Version 4 added the name.
    let object = registry.bind(name: name, interface: WlOutput.self, version: min(version, 4))
    let output = Output(object, registryName: name)
    output.onDone = { [unowned self, unowned output] in
      window?.refreshGeometry()
      // A cable may have been reconnected: the compositor may have moved the window meanwhile.
      if output.name == options.output { window?.role.fill(output.object) }
      isWithoutOutput = false
    }
    if let manager = globals.outputNames { output.learnName(from: manager) }
    outputs.append(output)
  }

  private func addSeat(_ name: UInt32, _ version: UInt32) {
    // Version 5 added `wl_pointer.frame`.
    let object = registry.bind(name: name, interface: WlSeat.self, version: min(version, 5))
    seats.append(
      SeatInput(
        object, registryName: name, touch: touch,
        hidesPointer: options.isFullscreen || options.output != nil || options.layer != nil
      ) { [unowned self] in window })
  }

  private func remove(_ name: UInt32) {
    for seat in seats where seat.registryName == name { seat.removeDevices() }
    seats.removeAll { $0.registryName == name }
    guard outputs.contains(where: { $0.registryName == name }) else { return }
    outputs.removeAll { $0.registryName == name }
    window?.refreshGeometry()
    if outputs.isEmpty { isWithoutOutput = true }
  }

  /// Reports the changes of all events that arrived together, once.
  private func settle() {
    guard end == nil else { return }
    window?.settle()
    guard isWithoutOutput != isLossReported else { return }
    isLossReported = isWithoutOutput
    onEvent(isWithoutOutput ? .paused(reason: "the compositor has no output") : .changed)
  }

  private func globalsAreKnown() {
    do {
      try globals.check()
    } catch {
      return finish(.failed(error))
    }
    globals.shell?.onEvent { [unowned self] event in
      if case .ping(let serial) = event { self.globals.shell?.pong(serial: serial) }
    }
    globals.presentation?.onEvent { [unowned self] event in
      if case .clockId(let clock) = event { isMonotonic = clock == UInt32(CLOCK_MONOTONIC) }
    }
    if let manager = globals.outputNames {
      for output in outputs { output.learnName(from: manager) }
    }
    callback = connection.sync { [unowned self] in self.outputsAreKnown() }
  }

  private func outputsAreKnown() {
    callback = nil
    var target: Output?
    if let name = options.output {
      target = outputs.first { $0.name == name }
      if target == nil {
        let found = outputs.map(\.name)
        return finish(.failed(.noSuchOutput(named: name, found: found)))
      }
    }
    guard let compositor = globals.compositor, let memory = globals.memory,
      let shell = globals.shell
    else { return }
    let surface = compositor.createSurface()
    let role = makeRole(surface, shell: shell, target: target)
    let window = Window(
      surface: surface, role: role, globals: globals, memory: memory, options: options,
      outputs: { [unowned self] in outputs })
    window.onEvent = { [unowned self] in onEvent($0) }
    role.onClose = { [unowned self] in finish(.windowClosed) }
    self.window = window
    window.frames.isMonotonic = isMonotonic
  }

  private func makeRole(_ surface: WlSurface, shell: XdgWmBase, target: Output?)
    -> any ShellRole
  {
    if let layer = options.layer {
      if let layers = globals.layers {
        return LayerRole(surface: surface, shell: layers, layer: layer, output: target?.object)
      }
      options.log("the compositor does not support layers; the panel uses a window")
    }
    let role = ToplevelRole(surface: surface, globals: globals, shell: shell, options: options)
    if let target { role.fill(target.object) }
    return role
  }

  // MARK: The socket

  private func watch() throws(WaylandError) {
    do {
      try loop.watch(
        // While the compositor accepts no requests, nothing more is read from it.
        connection.descriptor, for: awaitsWritable ? .writable : .readable
      ) { [unowned self] _ in self.serve() }
      isWatching = true
    } catch {
      throw .system(error)
    }
  }

  /// Handles the compositor's events and sends the resulting requests.
  func serve() {
    guard end == nil else { return }
    do {
      try connection.readEvents()
    } catch {
      return finish(WaylandEnd(error))
    }
    for seat in seats { seat.finishFrames() }
    settle()
    flush()
  }

  /// Sends requests until the socket is full; the rest is sent once it is writable again.
  func flush() {
    guard end == nil else { return }
    do {
      let isFull = !(try connection.flush())
      guard isFull != awaitsWritable else { return }
      awaitsWritable = isFull
      try watch()
    } catch {
      finish(WaylandEnd(error))
    }
  }

  /// Ends the session on the loop's next turn.
  private func finish(_ end: WaylandEnd) {
    guard self.end == nil else { return }
    self.end = end
    loop.unwatch(connection.descriptor)
    endAlarm?.set(atMicroseconds: 0)
  }

  /// Serves the socket, without the loop, until the window is configured.
  ///
  /// - Throws: The reason why there is no window after that time.
  func waitForWindow(seconds: Int) throws(WaylandError) {
    let deadline = MonotonicClock.microseconds + Int64(seconds) * 1_000_000
    while window?.isConfigured != true {
      if let end {
        switch end {
        case .failed(let error): throw error
        case .windowClosed, .compositorExited: throw .connectionLost(code: 0)
        }
      }
      let left = deadline - MonotonicClock.microseconds
      guard left > 0 else { throw .noAnswer(seconds: seconds) }
      var interest = pollfd(
        fd: connection.descriptor,
        events: Int16(awaitsWritable ? POLLOUT : POLLIN), revents: 0)
      if poll(&interest, 1, Int32(left / 1000 + 1)) > 0 { serve() }
    }
  }
}
