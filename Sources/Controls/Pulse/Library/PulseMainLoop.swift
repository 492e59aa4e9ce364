internal import CPulse
internal import Linux

/// libpulse's main loop on an event loop (pa_mainloop_api), so that it needs no thread of its own.
///
/// Must outlive the contexts that use it; the event loop must outlive this object. libpulse's event
/// structs are Swift objects here, which exist until libpulse frees them.
final class PulseMainLoop: CallbackReceiver {
  /// The API table for creating contexts.
  let api: UnsafeMutablePointer<pa_mainloop_api>
  /// The event loop of all events.
  let eventLoop: EventLoop
  /// By descriptor: libpulse has two events for one descriptor while it connects.
  private var watched: [Int32: [PulseIOEvent]] = [:]

  init(loop: EventLoop) {
    eventLoop = loop
    api = .allocate(capacity: 1)
    api.initialize(to: pa_mainloop_api())
    api.pointee.userdata = pointer
    installIO()
    installTimes()
    installDeferred()
    api.pointee.quit = { _, _ in }
  }

  deinit {
    for descriptor in watched.keys { eventLoop.unwatch(descriptor) }
    api.deallocate()
  }

  private static func owner(of api: UnsafeMutablePointer<pa_mainloop_api>?) -> PulseMainLoop? {
    of(api?.pointee.userdata)
  }

  // MARK: Descriptors

  private func installIO() {
    api.pointee.io_new = { api, descriptor, flags, callback, data in
      guard let main = PulseMainLoop.owner(of: api), let callback else { return nil }
      let event = PulseIOEvent(main, descriptor, flags, callback, data)
      main.watched[descriptor, default: []].append(event)
      main.update(descriptor)
      return event.handOver()
    }
    api.pointee.io_enable = { (PulseEvent.of($0) as? PulseIOEvent)?.flags = $1 }
    api.pointee.io_free = { PulseEvent.of($0)?.free() }
    api.pointee.io_set_destroy = { PulseEvent.of($0)?.destroy = $1 }
  }

  /// Stops watching for an event.
  func remove(_ event: PulseIOEvent) {
    watched[event.descriptor]?.removeAll { $0 === event }
    update(event.descriptor)
  }

  /// Watches a descriptor for everything its events wait for.
  func update(_ descriptor: Int32) {
    var readiness: Readiness = []
    for event in watched[descriptor] ?? [] {
      if event.waits(for: PA_IO_EVENT_INPUT) { readiness.insert(.readable) }
      if event.waits(for: PA_IO_EVENT_OUTPUT) { readiness.insert(.writable) }
    }
    if watched[descriptor]?.isEmpty == true { watched[descriptor] = nil }
    // epoll reports hang-ups even if they are not requested, repeatedly.
    guard !readiness.isEmpty else { return eventLoop.unwatch(descriptor) }
    // Fails only if the kernel is out of memory; the missing answer is then detected.
    try? eventLoop.watch(descriptor, for: readiness) { [unowned self] readiness in
      dispatch(descriptor, readiness)
    }
  }

  private func dispatch(_ descriptor: Int32, _ readiness: Readiness) {
    var flags: UInt32 = 0
    if readiness.contains(.readable) { flags |= PA_IO_EVENT_INPUT.rawValue }
    if readiness.contains(.writable) { flags |= PA_IO_EVENT_OUTPUT.rawValue }
    if !readiness.isDisjoint(with: .failed) {
      flags |= PA_IO_EVENT_HANGUP.rawValue | PA_IO_EVENT_ERROR.rawValue
    }
    withExtendedLifetime(self) {
      for event in watched[descriptor] ?? [] where event.main != nil {
        event.callback(
          api, event.pointer, descriptor, pa_io_event_flags_t(rawValue: flags), event.data)
      }
    }
  }

  // MARK: Times and deferred calls

  private func installTimes() {
    api.pointee.time_new = { api, time, callback, data in
      guard let main = PulseMainLoop.owner(of: api), let callback else { return nil }
      let event = PulseTimeEvent(main, callback, data)
      event.schedule(at: time)
      return event.handOver()
    }
    api.pointee.time_restart = { (PulseEvent.of($0) as? PulseTimeEvent)?.schedule(at: $1) }
    api.pointee.time_free = { PulseEvent.of($0)?.free() }
    api.pointee.time_set_destroy = { PulseEvent.of($0)?.destroy = $1 }
  }

  private func installDeferred() {
    api.pointee.defer_new = { api, callback, data in
      guard let main = PulseMainLoop.owner(of: api), let callback else { return nil }
      return PulseDeferredEvent(main, callback, data).handOver()
    }
    api.pointee.defer_enable = { (PulseEvent.of($0) as? PulseDeferredEvent)?.isEnabled = $1 != 0 }
    api.pointee.defer_free = { PulseEvent.of($0)?.free() }
    api.pointee.defer_set_destroy = { PulseEvent.of($0)?.destroy = $1 }
  }
}
