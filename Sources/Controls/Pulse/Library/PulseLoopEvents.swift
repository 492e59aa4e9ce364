internal import CPulse
internal import Glibc
internal import Linux

/// An event of libpulse's main loop, which exists until libpulse frees it.
class PulseEvent {
  /// The pointer that libpulse has of an event.
  typealias Pointer = OpaquePointer
  typealias Destroyer =
    @convention(c) (
      UnsafeMutablePointer<pa_mainloop_api>?, Pointer?, UnsafeMutableRawPointer?
    ) -> Void

  /// Nil once libpulse has freed the event.
  fileprivate(set) weak var main: PulseMainLoop?
  let data: UnsafeMutableRawPointer?
  var destroy: Destroyer?

  fileprivate init(_ main: PulseMainLoop, _ data: UnsafeMutableRawPointer?) {
    (self.main, self.data) = (main, data)
  }

  static func of(_ pointer: Pointer?) -> PulseEvent? {
    pointer.map {
      Unmanaged<PulseEvent>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue()
    }
  }

  var pointer: Pointer { Pointer(Unmanaged.passUnretained(self).toOpaque()) }

  /// Returns the pointer for libpulse, with which it owns the event.
  func handOver() -> Pointer { Pointer(Unmanaged.passRetained(self).toOpaque()) }

  /// Ends the event, which libpulse no longer owns; does nothing if it has ended.
  func free() {
    guard let main else { return }
    self.main = nil
    stop(main)
    destroy?(main.api, pointer, data)
    Unmanaged.passUnretained(self).release()
  }

  fileprivate func stop(_ main: PulseMainLoop) {}
}

/// An I/O event of libpulse on a descriptor (pa_io_event).
final class PulseIOEvent: PulseEvent {
  let descriptor: Int32
  var flags: pa_io_event_flags_t {
    didSet { main?.update(descriptor) }
  }
  let callback: pa_io_event_cb_t

  init(
    _ main: PulseMainLoop, _ descriptor: Int32, _ flags: pa_io_event_flags_t,
    _ callback: @escaping pa_io_event_cb_t, _ data: UnsafeMutableRawPointer?
  ) {
    (self.descriptor, self.flags, self.callback) = (descriptor, flags, callback)
    super.init(main, data)
  }

  func waits(for flag: pa_io_event_flags_t) -> Bool { flags.rawValue & flag.rawValue != 0 }

  override fileprivate func stop(_ main: PulseMainLoop) { main.remove(self) }
}

/// A timer of libpulse (pa_time_event).
final class PulseTimeEvent: PulseEvent {
  private var alarm: Alarm?
  private var time = timeval()

  init(
    _ main: PulseMainLoop, _ callback: @escaping pa_time_event_cb_t,
    _ data: UnsafeMutableRawPointer?
  ) {
    super.init(main, data)
    alarm = main.eventLoop.makeAlarm { [unowned self] in
      guard let api = self.main?.api else { return }
      let event = self
      withUnsafePointer(to: event.time) { callback(api, event.pointer, $0, data) }
    }
  }

  /// Sets the wall-clock time (gettimeofday(2)) of the call; nil for none.
  func schedule(at time: UnsafePointer<timeval>?) {
    guard let time = time?.pointee else {
      alarm?.set(atMicroseconds: nil)
      return
    }
    self.time = time
    var now = timeval()
    gettimeofday(&now, nil)
    let wait = (time.tv_sec - now.tv_sec) * 1_000_000 + (time.tv_usec - now.tv_usec)
    alarm?.set(afterMicroseconds: Int64(wait))
  }

  override fileprivate func stop(_ main: PulseMainLoop) { alarm?.cancel() }
}

/// A call to libpulse in each round of the loop while enabled (pa_defer_event).
final class PulseDeferredEvent: PulseEvent {
  private var alarm: Alarm?
  /// Initially true.
  var isEnabled = true {
    // A time in the past: the next round.
    didSet { alarm?.set(atMicroseconds: isEnabled ? 0 : nil) }
  }

  init(
    _ main: PulseMainLoop, _ callback: @escaping pa_defer_event_cb_t,
    _ data: UnsafeMutableRawPointer?
  ) {
    super.init(main, data)
    alarm = main.eventLoop.makeAlarm { [unowned self] in
      guard let api = self.main?.api, isEnabled else { return }
      let event = self
      callback(api, event.pointer, data)
      if event.main != nil, event.isEnabled { event.alarm?.set(atMicroseconds: 0) }
    }
    alarm?.set(atMicroseconds: 0)
  }

  override fileprivate func stop(_ main: PulseMainLoop) { alarm?.cancel() }
}
