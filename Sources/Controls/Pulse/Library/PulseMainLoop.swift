internal import CPulse
internal import Linux

/// libpulse's main loop on an event loop (pa_mainloop_api), so that it needs no thread of its own.
///
/// Must outlive the contexts that use it; the event loop must outlive this object. libpulse's event
/// structs are Swift objects here, which exist until libpulse frees them.
final class PulseMainLoop {
  /// The API table for creating contexts.
  let api: UnsafeMutablePointer<pa_mainloop_api>
  private let loop: EventLoop
  /// By descriptor: libpulse has two events for one descriptor while it connects.
  private var watched: [Int32: [PulseIOEvent]] = [:]

  init(loop: EventLoop) {
    self.loop = loop
    api = .allocate(capacity: 1)
    api.initialize(to: pa_mainloop_api())
    api.pointee.userdata = Unmanaged.passUnretained(self).toOpaque()
    installIO()
    installTimes()
    installDeferred()
    api.pointee.quit = { _, _ in }
  }

  deinit {
    for descriptor in watched.keys { loop.unwatch(descriptor) }
    api.deallocate()
  }

  fileprivate static func of(_ api: UnsafeMutablePointer<pa_mainloop_api>?) -> PulseMainLoop? {
    guard let data = api?.pointee.userdata else { return nil }
    return Unmanaged<PulseMainLoop>.fromOpaque(data).takeUnretainedValue()
  }

  /// The event loop of all events.
  var eventLoop: EventLoop { loop }

  // MARK: Descriptors

  private func installIO() {
    api.pointee.io_new = { api, descriptor, flags, callback, data in
      guard let main = PulseMainLoop.of(api), let callback else { return nil }
      let event = PulseIOEvent(main, descriptor, flags, callback, data)
      main.watched[descriptor, default: []].append(event)
      main.update(descriptor)
      return OpaquePointer(Unmanaged.passRetained(event).toOpaque())
    }
    api.pointee.io_enable = { pointer, flags in
      guard let event = PulseIOEvent.of(pointer) else { return }
      event.flags = flags
      event.main?.update(event.descriptor)
    }
    api.pointee.io_free = { pointer in
      guard let event = PulseIOEvent.of(pointer), let main = event.main else { return }
      event.main = nil
      main.watched[event.descriptor]?.removeAll { $0 === event }
      main.update(event.descriptor)
      event.destroy?(main.api, pointer, event.data)
      Unmanaged.passUnretained(event).release()
    }
    api.pointee.io_set_destroy = { pointer, destroy in PulseIOEvent.of(pointer)?.destroy = destroy }
  }

  /// Watches a descriptor for everything its events wait for.
  private func update(_ descriptor: Int32) {
    var readiness: Readiness = []
    for event in watched[descriptor] ?? [] {
      if event.waits(for: PA_IO_EVENT_INPUT) { readiness.insert(.readable) }
      if event.waits(for: PA_IO_EVENT_OUTPUT) { readiness.insert(.writable) }
    }
    if watched[descriptor]?.isEmpty == true { watched[descriptor] = nil }
    // epoll reports hang-ups even if they are not requested, repeatedly.
    guard !readiness.isEmpty else { return loop.unwatch(descriptor) }
    // Fails only if the kernel is out of memory; the missing answer is then detected.
    try? loop.watch(descriptor, for: readiness) { [unowned self] readiness in
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

  // MARK: Times

  private func installTimes() {
    api.pointee.time_new = { api, time, callback, data in
      guard let main = PulseMainLoop.of(api), let callback else { return nil }
      let event = PulseTimeEvent(main, callback, data)
      event.schedule(at: time)
      return OpaquePointer(Unmanaged.passRetained(event).toOpaque())
    }
    api.pointee.time_restart = { pointer, time in PulseTimeEvent.of(pointer)?.schedule(at: time) }
    api.pointee.time_free = { pointer in
      guard let event = PulseTimeEvent.of(pointer), let api = event.end() else { return }
      event.destroy?(api, pointer, event.data)
      Unmanaged.passUnretained(event).release()
    }
    api.pointee.time_set_destroy = { pointer, destroy in
      PulseTimeEvent.of(pointer)?.destroy = destroy
    }
  }

  // MARK: Deferred calls

  private func installDeferred() {
    api.pointee.defer_new = { api, callback, data in
      guard let main = PulseMainLoop.of(api), let callback else { return nil }
      let event = PulseDeferredEvent(main, callback, data)
      event.enable(true)
      return OpaquePointer(Unmanaged.passRetained(event).toOpaque())
    }
    api.pointee.defer_enable = { pointer, isEnabled in
      PulseDeferredEvent.of(pointer)?.enable(isEnabled != 0)
    }
    api.pointee.defer_free = { pointer in
      guard let event = PulseDeferredEvent.of(pointer), let api = event.end() else { return }
      event.destroy?(api, pointer, event.data)
      Unmanaged.passUnretained(event).release()
    }
    api.pointee.defer_set_destroy = { pointer, destroy in
      PulseDeferredEvent.of(pointer)?.destroy = destroy
    }
  }
}
