internal import CPulse
internal import Glibc
internal import Linux

/// An I/O event of libpulse on a descriptor (pa_io_event).
final class PulseIOEvent {
  /// Nil once libpulse has freed the event.
  weak var main: PulseMainLoop?
  let descriptor: Int32
  var flags: pa_io_event_flags_t
  let callback: pa_io_event_cb_t
  let data: UnsafeMutableRawPointer?
  var destroy: pa_io_event_destroy_cb_t?

  init(
    _ main: PulseMainLoop, _ descriptor: Int32, _ flags: pa_io_event_flags_t,
    _ callback: @escaping pa_io_event_cb_t, _ data: UnsafeMutableRawPointer?
  ) {
    self.main = main
    self.descriptor = descriptor
    self.flags = flags
    self.callback = callback
    self.data = data
  }

  static func of(_ pointer: OpaquePointer?) -> PulseIOEvent? {
    guard let pointer else { return nil }
    return Unmanaged<PulseIOEvent>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
  }

  var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  func waits(for flag: pa_io_event_flags_t) -> Bool { flags.rawValue & flag.rawValue != 0 }
}

/// A timer of libpulse (pa_time_event).
final class PulseTimeEvent {
  private weak var main: PulseMainLoop?
  private var alarm: Alarm?
  private var time = timeval()
  let data: UnsafeMutableRawPointer?
  var destroy: pa_time_event_destroy_cb_t?

  init(
    _ main: PulseMainLoop, _ callback: @escaping pa_time_event_cb_t,
    _ data: UnsafeMutableRawPointer?
  ) {
    self.main = main
    self.data = data
    alarm = main.eventLoop.makeAlarm { [unowned self] in
      guard let api = self.main?.api else { return }
      let event = self
      withUnsafePointer(to: event.time) { callback(api, event.pointer, $0, data) }
    }
  }

  static func of(_ pointer: OpaquePointer?) -> PulseTimeEvent? {
    guard let pointer else { return nil }
    return Unmanaged<PulseTimeEvent>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
  }

  private var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

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

  /// Ends the event; returns nil if it has already ended.
  func end() -> UnsafeMutablePointer<pa_mainloop_api>? {
    alarm?.cancel()
    alarm = nil
    defer { main = nil }
    return main?.api
  }
}

/// A call to libpulse in each round of the loop while enabled (pa_defer_event).
final class PulseDeferredEvent {
  private weak var main: PulseMainLoop?
  private var alarm: Alarm?
  private var isEnabled = false
  let data: UnsafeMutableRawPointer?
  var destroy: pa_defer_event_destroy_cb_t?

  init(
    _ main: PulseMainLoop, _ callback: @escaping pa_defer_event_cb_t,
    _ data: UnsafeMutableRawPointer?
  ) {
    self.main = main
    self.data = data
    alarm = main.eventLoop.makeAlarm { [unowned self] in
      guard let api = self.main?.api, isEnabled else { return }
      let event = self
      callback(api, event.pointer, data)
      event.enable(event.isEnabled)
    }
  }

  static func of(_ pointer: OpaquePointer?) -> PulseDeferredEvent? {
    guard let pointer else { return nil }
    return Unmanaged<PulseDeferredEvent>.fromOpaque(UnsafeRawPointer(pointer))
      .takeUnretainedValue()
  }

  private var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  func enable(_ isEnabled: Bool) {
    self.isEnabled = isEnabled
    // A time in the past: the next round.
    alarm?.set(atMicroseconds: isEnabled ? 0 : nil)
  }

  /// Ends the event; returns nil if it has already ended.
  func end() -> UnsafeMutablePointer<pa_mainloop_api>? {
    alarm?.cancel()
    alarm = nil
    isEnabled = false
    defer { main = nil }
    return main?.api
  }
}
