internal import CLinux
internal import Glibc

/// What an event loop waits for on a descriptor.
public struct Readiness: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  public static let readable = Readiness(rawValue: EPOLLIN.rawValue)
  public static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
  public static let priority = Readiness(rawValue: EPOLLPRI.rawValue)
  /// Reported whether asked for or not.
  public static let failed = Readiness(rawValue: EPOLLERR.rawValue | EPOLLHUP.rawValue)
}

/// Waits on descriptors and alarms and calls who asked, all on one thread (epoll(7)).
///
/// An edge of the house that owns descriptors gets the loop and watches them itself.
/// After each round of events `afterEvents` runs once, so that everything that arrived together
/// causes at most one redraw. Not for use from a second thread.
public final class EventLoop {
  public typealias Handler = (Readiness) -> Void

  private struct Watch {
    /// Tells this watch from an earlier one of the same number, whose events may be on their way.
    var serial: UInt32
    var handler: Handler
  }

  /// Runs once after each wake-up, when all of its events were handled.
  public var afterEvents: () -> Void = {}
  /// How often the loop woke up; an idle panel does not.
  public private(set) var wakeUpCount = 0

  private let epoll: FileDescriptor
  private let timer: Timer
  private var watches: [Int32: Watch] = [:]
  private var nextSerial: UInt32 = 0
  private var alarms: [Alarm] = []
  private var armedMicroseconds: Int64?
  /// Counts the rounds of alarms.
  private var round: UInt32 = 0
  private var isStopped = false
  private var isHandling = false
  private var events = [epoll_event](repeating: epoll_event(), count: 32)

  public init() throws(SystemError) {
    let epoll = FileDescriptor(
      owning: try check("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    let timer = try Timer()
    self.epoll = epoll
    self.timer = timer
    try watch(self.timer.descriptor, for: .readable) { [unowned self] _ in
      self.timer.acknowledge()
      self.ringAlarms()
    }
  }

  /// Calls `handler` whenever the descriptor is ready.
  ///
  /// The descriptor stays its owner's, who calls `unwatch` before closing it. Watching it again
  /// replaces the handler and the readiness.
  public func watch(
    _ descriptor: Int32, for readiness: Readiness, handler: @escaping Handler
  ) throws(SystemError) {
    let known = watches[descriptor]
    let serial = known?.serial ?? nextSerial
    var event = epoll_event(
      events: readiness.rawValue,
      data: epoll_data_t(u64: UInt64(serial) << 32 | UInt64(UInt32(bitPattern: descriptor))))
    let operation = known == nil ? EPOLL_CTL_ADD : EPOLL_CTL_MOD
    try check("epoll_ctl") { epoll_ctl(epoll.number, operation, descriptor, &event) }
    if known == nil { nextSerial &+= 1 }
    watches[descriptor] = Watch(serial: serial, handler: handler)
  }

  /// Forgets the descriptor; events of it that are still on their way are dropped.
  public func unwatch(_ descriptor: Int32) {
    guard watches.removeValue(forKey: descriptor) != nil else { return }
    // Fails only if the descriptor was closed already, and then epoll has forgotten it.
    _ = epoll_ctl(epoll.number, EPOLL_CTL_DEL, descriptor, nil)
  }

  /// An alarm that calls `handler` once each time it was set and its moment comes.
  public func makeAlarm(handler: @escaping () -> Void) -> Alarm {
    let alarm = Alarm(loop: self, handler: handler)
    alarms.append(alarm)
    return alarm
  }

  /// Sets the kernel's timer to the earliest alarm; with none set the loop never wakes for time.
  fileprivate func rearmTimer() {
    var earliest: Int64?
    for index in alarms.indices {
      guard let deadline = alarms[index].deadlineMicroseconds else { continue }
      earliest = min(earliest ?? deadline, deadline)
    }
    guard earliest != armedMicroseconds else { return }
    armedMicroseconds = earliest
    timer.set(atMicroseconds: earliest)
  }

  fileprivate func remove(_ alarm: Alarm) {
    alarms.removeAll { $0 === alarm }
    rearmTimer()
  }

  private func ringAlarms() {
    armedMicroseconds = nil
    let now = MonotonicClock.microseconds
    // A handler may make alarms or set one again, which wait for the next round, and end others.
    round &+= 1
    let count = alarms.count
    while let next = nextAlarm(among: count, dueAt: now) {
      alarms[next].round = round
      alarms[next].ring(ifDueAt: now)
    }
    // If one was passed over because of that, this finds it due.
    rearmTimer()
  }

  /// The earliest of those that are due and have not rung in this round: however late the loop is,
  /// they ring in the order of their moments.
  private func nextAlarm(among count: Int, dueAt now: Int64) -> Int? {
    var earliest: (index: Int, moment: Int64)?
    for index in 0..<min(count, alarms.count) where alarms[index].round != round {
      guard let moment = alarms[index].deadlineMicroseconds, moment <= now else { continue }
      if moment < earliest?.moment ?? .max { earliest = (index, moment) }
    }
    return earliest?.index
  }

  /// Handles events until `stop` is called; returns at once if it was called before.
  public func run() throws(SystemError) {
    while !isStopped { try runOnce(timeoutMilliseconds: -1) }
    isStopped = false
  }

  /// Waits for one round of events, at most so long (−1: for ever), and handles it.
  ///
  /// Not from inside a handler: rounds do not nest.
  public func runOnce(timeoutMilliseconds: Int32) throws(SystemError) {
    precondition(!isHandling, "a handler asked for another round of its own event loop")
    let count = try check("epoll_wait") {
      epoll_wait(epoll.number, &events, Int32(events.count), timeoutMilliseconds)
    }
    guard count > 0 else { return }
    isHandling = true
    defer { isHandling = false }
    wakeUpCount += 1
    for index in 0..<Int(count) {
      let origin = events[index].data.u64
      // A handler may have ended a later watch of the same round, or begun another of its number.
      guard let watch = watches[Int32(truncatingIfNeeded: origin)],
        watch.serial == UInt32(truncatingIfNeeded: origin >> 32)
      else { continue }
      watch.handler(Readiness(rawValue: events[index].events))
    }
    afterEvents()
  }

  /// Makes `run` return after the round in hand, or at once if it has not begun.
  public func stop() {
    isStopped = true
  }
}

/// A moment at which something must happen; made by `EventLoop.makeAlarm`.
public final class Alarm {
  /// When it rings, in microseconds of the monotonic clock; nil if it is not set.
  public private(set) var deadlineMicroseconds: Int64?

  /// The round that it rang in last.
  fileprivate var round: UInt32 = 0
  private weak var loop: EventLoop?
  private let handler: () -> Void

  fileprivate init(loop: EventLoop, handler: @escaping () -> Void) {
    self.loop = loop
    self.handler = handler
  }

  /// Sets the moment, or with nil makes it never ring; a moment in the past rings at once.
  public func set(atMicroseconds deadline: Int64?) {
    guard deadline != deadlineMicroseconds else { return }
    deadlineMicroseconds = deadline
    loop?.rearmTimer()
  }

  /// Ends the alarm for good.
  public func cancel() {
    deadlineMicroseconds = nil
    loop?.remove(self)
  }

  fileprivate func ring(ifDueAt now: Int64) {
    guard let deadline = deadlineMicroseconds, deadline <= now else { return }
    deadlineMicroseconds = nil
    handler()
  }
}

@available(*, unavailable)
extension EventLoop: Sendable {}
