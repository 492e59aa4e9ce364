internal import CLinux
internal import Glibc

/// The events that a loop waits for on a file descriptor (epoll_ctl(2)).
public struct Readiness: OptionSet, Hashable, Sendable {
  /// Bits of `EPOLL_EVENTS`.
  public let rawValue: UInt32

  /// Creates readiness from bits of `EPOLL_EVENTS`.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Data can be read, or the end was reached (`EPOLLIN`).
  public static let readable = Readiness(rawValue: EPOLLIN.rawValue)
  /// Data can be written (`EPOLLOUT`).
  public static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
  /// An exceptional condition, such as a changed sysfs attribute (`EPOLLPRI`).
  public static let priority = Readiness(rawValue: EPOLLPRI.rawValue)
  /// An error or a hang-up; always reported (`EPOLLERR`, `EPOLLHUP`).
  public static let failed = Readiness(rawValue: EPOLLERR.rawValue | EPOLLHUP.rawValue)
}

/// Waits for file descriptors and alarms and calls their handlers, all on one thread (epoll(7)).
///
/// A module that owns file descriptors is given the loop and watches them itself. After each round
/// of events, in which alarms fire last, `afterEvents` runs once, so that everything that arrived
/// together causes at most one redraw. Not for use from a second thread.
public final class EventLoop {
  /// Called with the readiness of the file descriptor.
  public typealias Handler = (Readiness) -> Void

  private struct Watch {
    /// Distinguishes this watch from an earlier one of the same number, whose events may be
    /// pending.
    var serial: UInt32
    var handler: Handler
    var source: StaticString
  }

  /// Called once after each wake-up, when all its events were handled.
  public var afterEvents: () -> Void = {}
  /// The number of times the loop woke up.
  public private(set) var wakeUpCount = 0
  /// The durations of its rounds.
  public private(set) var durations = RoundDurations()
  /// Called after a long round, at most once a second; nil to only count long rounds.
  public var onLongRound: ((LongRound) -> Void)?

  /// More rounds than any chain of handlers needs in which each makes the next one's descriptor
  /// ready.
  private static let readyRoundLimit = 20

  private let epoll: FileDescriptor
  private let timer: Timer
  private let manualClock: ManualClock?
  private var watches: [Int32: Watch] = [:]
  private var nextSerial: UInt32 = 0
  private var monitor: FileMonitor?
  private var alarms: [Alarm] = []
  /// When the next alarm fires; nil if none is set.
  private(set) var armedMicroseconds: Int64?
  /// Whether the timer has fired in this round.
  private var areAlarmsDue = false
  /// Counts the rounds of alarms.
  private var round: UInt32 = 0
  private var isStopped = false
  private var isHandling = false
  /// Has space for all watches, so that each round handles everything that is ready: a descriptor
  /// never waits because many others are always ready.
  private var events = [epoll_event](repeating: epoll_event(), count: 32)
  private var roundStartMicroseconds: Int64 = 0
  private var excludedMicroseconds: Int64 = 0
  /// The source files that installed this round's handlers.
  private var handled: [StaticString] = []

  /// Creates a loop that watches nothing yet.
  ///
  /// - Parameter clock: Replaces the monotonic clock in tests.
  /// - Throws: An error if epoll or the timer cannot be created.
  public init(clock: ManualClock? = nil) throws(SystemError) {
    manualClock = clock
    let epoll = FileDescriptor(
      owning: try check("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    let timer = try Timer()
    self.epoll = epoll
    self.timer = timer
    try watch(self.timer.descriptor, for: .readable, source: "alarms") { [unowned self] _ in
      self.timer.acknowledge()
      self.areAlarmsDue = true
    }
  }

  /// The current time in microseconds, on the monotonic clock or on the given clock.
  ///
  /// Code that runs on a loop reads the time here, so that a test can advance it.
  public var nowMicroseconds: Int64 { manualClock?.microseconds ?? MonotonicClock.microseconds }

  /// The clock of `nowMicroseconds`, for threads whose times are compared with the loop's.
  public var clock: @Sendable () -> Int64 {
    { [manualClock] in manualClock?.microseconds ?? MonotonicClock.microseconds }
  }

  /// Calls `handler` whenever the descriptor is ready.
  ///
  /// The loop does not own the descriptor: `unwatch` must be called before it is closed. Watching
  /// it again replaces the handler and the readiness.
  ///
  /// - Parameters:
  ///   - descriptor: The file descriptor to wait for.
  ///   - readiness: The events to wait for.
  ///   - source: The source file named by `LongRound`.
  ///   - handler: Called with the readiness.
  /// - Throws: The error of epoll_ctl(2), such as for a descriptor that cannot be polled.
  public func watch(
    _ descriptor: Int32, for readiness: Readiness, source: StaticString = #fileID,
    handler: @escaping Handler
  ) throws(SystemError) {
    let known = watches[descriptor]
    let serial = known?.serial ?? nextSerial
    var event = epoll_event(
      events: readiness.rawValue,
      data: epoll_data_t(u64: UInt64(serial) << 32 | UInt64(UInt32(bitPattern: descriptor))))
    let operation = known == nil ? EPOLL_CTL_ADD : EPOLL_CTL_MOD
    try check("epoll_ctl") { epoll_ctl(epoll.number, operation, descriptor, &event) }
    if known == nil { nextSerial &+= 1 }
    watches[descriptor] = Watch(serial: serial, handler: handler, source: source)
    if watches.count > events.count {
      events += repeatElement(epoll_event(), count: events.count)
    }
  }

  /// Returns the inotify instance shared by all file watches on this loop; opened on first use.
  func fileMonitor() throws(SystemError) -> FileMonitor {
    if let monitor { return monitor }
    let new = try FileMonitor(on: self)
    monitor = new
    return new
  }

  /// Stops watching the descriptor; its pending events are dropped.
  public func unwatch(_ descriptor: Int32) {
    guard watches.removeValue(forKey: descriptor) != nil else { return }
    // Fails only if the descriptor is already closed, and then epoll has removed it.
    _ = epoll_ctl(epoll.number, EPOLL_CTL_DEL, descriptor, nil)
  }

  /// Creates an alarm that calls `handler` once each time it is set and its time has come;
  /// `LongRound` names its `source` file.
  public func makeAlarm(source: StaticString = #fileID, handler: @escaping () -> Void) -> Alarm {
    let alarm = Alarm(loop: self, source: source, handler: handler)
    alarms.append(alarm)
    return alarm
  }

  /// Sets the kernel's timer to the earliest alarm, or stops it if no alarm is set.
  fileprivate func rearmTimer() {
    var earliest: Int64?
    for index in alarms.indices {
      guard let deadline = alarms[index].deadlineMicroseconds else { continue }
      earliest = min(earliest ?? deadline, deadline)
    }
    guard earliest != armedMicroseconds else { return }
    armedMicroseconds = earliest
    if manualClock == nil { timer.set(atMicroseconds: earliest) }
  }

  fileprivate func remove(_ alarm: Alarm) {
    alarms.removeAll { $0 === alarm }
    rearmTimer()
  }

  private func fireAlarms() {
    armedMicroseconds = nil
    let now = roundStartMicroseconds
    // Handlers may create alarms or set them again, which fire in the next round, and cancel
    // others.
    round &+= 1
    let count = alarms.count
    while let next = nextAlarm(among: count, dueAt: now) {
      alarms[next].round = round
      handled.append(alarms[next].source)
      alarms[next].fire(ifDueAt: now)
    }
    // Sets the timer for alarms left for the next round.
    rearmTimer()
  }

  /// Returns the earliest alarm that is due and has not fired in this round, so that alarms fire in
  /// the order of their times even if the loop is late.
  private func nextAlarm(among count: Int, dueAt now: Int64) -> Int? {
    var earliest: (index: Int, moment: Int64)?
    for index in 0..<min(count, alarms.count) where alarms[index].round != round {
      guard let moment = alarms[index].deadlineMicroseconds, moment <= now else { continue }
      if moment < earliest?.moment ?? .max { earliest = (index, moment) }
    }
    return earliest?.index
  }

  /// Handles events until `stop` is called; returns immediately if it was called before.
  ///
  /// - Throws: The error of epoll_wait(2).
  public func run() throws(SystemError) {
    while !isStopped { try runOnce(timeoutMilliseconds: -1) }
    isStopped = false
  }

  /// Waits for one round of events, up to the timeout (−1: no limit), and handles them.
  ///
  /// Must not be called from a handler.
  ///
  /// - Throws: The error of epoll_wait(2).
  public func runOnce(timeoutMilliseconds: Int32) throws(SystemError) {
    precondition(!isHandling, "a handler called runOnce of its own event loop")
    if let manualClock {
      areAlarmsDue = armedMicroseconds.map { $0 <= manualClock.microseconds } ?? false
    }
    let timeout = areAlarmsDue ? 0 : timeoutMilliseconds
    let count = try check("epoll_wait") {
      epoll_wait(epoll.number, &events, Int32(events.count), timeout)
    }
    guard count > 0 || areAlarmsDue else { return }
    isHandling = true
    defer { isHandling = false }
    wakeUpCount += 1
    roundStartMicroseconds = nowMicroseconds
    excludedMicroseconds = 0
    handled.removeAll(keepingCapacity: true)
    for index in 0..<Int(count) {
      let origin = events[index].data.u64
      // An earlier handler of this round may have ended this watch, or started another with its
      // number.
      guard let watch = watches[Int32(truncatingIfNeeded: origin)],
        watch.serial == UInt32(truncatingIfNeeded: origin >> 32)
      else { continue }
      handled.append(watch.source)
      watch.handler(Readiness(rawValue: events[index].events))
    }
    // Last, so that events from before an alarm are not handled at a time after it.
    if areAlarmsDue {
      areAlarmsDue = false
      fireAlarms()
    }
    afterEvents()
    noteDuration()
  }

  /// Advances the loop's `ManualClock` without waiting: handles what is ready now, and then each
  /// alarm at its own time with what that makes ready; 0 only handles what is ready.
  ///
  /// - Precondition: The loop has a `ManualClock`.
  /// - Throws: The error of epoll_wait(2).
  public func advance(byMicroseconds interval: Int64) throws(SystemError) {
    guard let manualClock else { preconditionFailure("only a ManualClock can be advanced") }
    let end = manualClock.microseconds + interval
    try handleReady()
    while let next = armedMicroseconds, next <= end {
      manualClock.microseconds = max(next, manualClock.microseconds)
      try handleReady()
    }
    manualClock.microseconds = max(end, manualClock.microseconds)
    try handleReady()
  }

  /// Runs rounds until nothing is ready, up to a limit in case a descriptor is always ready.
  private func handleReady() throws(SystemError) {
    for _ in 0..<Self.readyRoundLimit {
      let count = wakeUpCount
      try runOnce(timeoutMilliseconds: 0)
      if wakeUpCount == count { return }
    }
  }

  /// Excludes time from this round's duration, because the caller measures it: drawing a frame.
  public func exclude(microseconds: Int64) {
    excludedMicroseconds += microseconds
  }

  private func noteDuration() {
    let end = nowMicroseconds
    let reportCount = durations.note(
      from: roundStartMicroseconds, to: end, excluding: excludedMicroseconds)
    guard reportCount > 0, let onLongRound else { return }
    onLongRound(
      LongRound(
        microseconds: end - roundStartMicroseconds - excludedMicroseconds,
        sources: handled.map { "\($0)" }, unreportedCount: reportCount - 1))
  }

  /// Makes `run` return after the current round, or immediately if it is called later.
  public func stop() {
    isStopped = true
  }
}

/// Calls a handler at a set time; created by `EventLoop.makeAlarm`.
public final class Alarm {
  /// When it fires, in microseconds on its loop's clock; nil if it is not set.
  public private(set) var deadlineMicroseconds: Int64?

  /// The round in which it fired last.
  fileprivate var round: UInt32 = 0
  /// The source file that created it.
  fileprivate let source: StaticString
  private weak var loop: EventLoop?
  private let handler: () -> Void

  fileprivate init(loop: EventLoop, source: StaticString, handler: @escaping () -> Void) {
    self.loop = loop
    self.source = source
    self.handler = handler
  }

  /// Sets the time in microseconds on its loop's clock (`EventLoop.nowMicroseconds`); nil stops the
  /// alarm, and a time in the past makes it fire on the loop's next turn.
  public func set(atMicroseconds deadline: Int64?) {
    guard deadline != deadlineMicroseconds else { return }
    deadlineMicroseconds = deadline
    loop?.rearmTimer()
  }

  /// Sets the time relative to now, in microseconds; does nothing if its loop is gone.
  public func set(afterMicroseconds interval: Int64) {
    guard let loop else { return }
    set(atMicroseconds: loop.nowMicroseconds + interval)
  }

  /// Stops the alarm and removes it from the loop; it cannot be set again.
  public func cancel() {
    deadlineMicroseconds = nil
    loop?.remove(self)
  }

  fileprivate func fire(ifDueAt now: Int64) {
    guard let deadline = deadlineMicroseconds, deadline <= now else { return }
    deadlineMicroseconds = nil
    handler()
  }
}

@available(*, unavailable)
extension EventLoop: Sendable {}
