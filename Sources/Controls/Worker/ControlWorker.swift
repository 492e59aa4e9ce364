internal import Linux

/// A thread with its own event loop, for controls of a library whose calls can block.
///
/// The panel's loop only exchanges messages with the thread, and is never blocked by the library.
/// If the thread does not respond for two seconds, all of its controls are reported offline; when
/// it responds again they restart, and levels set in the meantime are not written.
///
/// Not thread-safe; must not outlive the loop.
final class ControlWorker {
  /// The time limit of a request, and of `open`.
  static let patienceMicroseconds: Int64 = 2_000_000
  /// How long the end of the program waits for a thread that hangs.
  private static let endMilliseconds: Int32 = 1000

  private let loop: EventLoop
  /// The reason reported while the thread does not respond.
  private let silence: String
  private let patienceMicroseconds: Int64
  private var thread: MailboxWorker<WorkerRequests, WorkerReport>?
  /// The receivers of events, by the numbers of the started controls.
  private var receivers: [Int: (ControlEvent) -> Void] = [:]
  private var nextNumber = 0
  private var watchdog: Alarm?
  /// Whether the thread does not respond, or has not restarted its controls yet.
  private(set) var isStuck = false

  /// Creates a worker whose thread starts with the first control.
  ///
  /// - Parameters:
  ///   - silence: The reason reported if the thread hangs, such as "sound card "Dummy" does not
  ///     answer".
  ///   - loop: The panel's event loop.
  ///   - patience: The time limit of a request, in microseconds.
  init(
    silence: String, loop: EventLoop,
    patienceMicroseconds patience: Int64 = ControlWorker.patienceMicroseconds
  ) {
    self.silence = silence
    self.loop = loop
    patienceMicroseconds = patience
  }

  deinit {
    watchdog?.cancel()
    thread?.end(withinMilliseconds: isStuck ? 0 : Self.endMilliseconds) { $0.isEnd = true }
  }

  // MARK: Requests

  /// Makes a control on the thread; returns its number.
  func add(_ make: @escaping ControlMaker) throws(SystemError) -> Int {
    try begin()
    let number = nextNumber
    nextNumber += 1
    post { $0.making.append((number, make)) }
    return number
  }

  /// Starts to open a control.
  ///
  /// - Returns: The mailbox for the answer; nil if the thread does not respond.
  func beginOpening(_ number: Int) throws(SystemError) -> Mailbox<OpenAnswer>? {
    guard !isStuck else { return nil }
    let answer = try Mailbox(OpenAnswer.waiting)
    post { $0.opening.append((number, answer)) }
    return answer
  }

  /// Waits until a control is open.
  ///
  /// A thread that does not respond is not an error in the layout, and is reported when the control
  /// starts.
  ///
  /// - Throws: The error thrown by the control.
  func finishOpening(_ answer: Mailbox<OpenAnswer>) throws {
    guard answer.wait(milliseconds: Int32(clamping: patienceMicroseconds / 1000)) else {
      // The time limit has passed, whenever the thread began: no other caller waits for it.
      return checkProgress(isOverdue: true)
    }
    if case .failed(let error) = answer.withContents({ $0 }) { throw error }
  }

  /// Starts a control; its events go to `receiver`.
  func start(_ number: Int, _ receiver: @escaping (ControlEvent) -> Void) {
    receivers[number] = receiver
    post { $0.starting.append(number) }
    if isStuck { receiver(.offline(reason: silence)) }
  }

  /// Sets a level; replaces an earlier level of this control that the thread has not received.
  func setLevel(of number: Int, _ level: WorkerRequests.Level) {
    guard !isStuck else { return }
    post { $0.levels[number] = level }
  }

  /// Mutes or unmutes a target; replaces an earlier request that the thread has not received.
  func setMute(of number: Int, isMuted: Bool) {
    guard !isStuck else { return }
    post { $0.mutes[number] = isMuted }
  }

  /// Removes a control; a level set before is still written.
  func remove(_ number: Int) {
    receivers[number] = nil
    post { $0.stopping.append(number) }
  }

  private func post(_ change: (inout WorkerRequests) -> Void) {
    guard let thread else { return }
    let now = loop.nowMicroseconds
    thread.requests.post { requests in
      requests.sinceMicroseconds = requests.sinceMicroseconds ?? now
      change(&requests)
    }
    if !isStuck, watchdog?.deadlineMicroseconds == nil {
      watchdog?.set(atMicroseconds: now + patienceMicroseconds)
    }
  }

  // MARK: The thread

  private func begin() throws(SystemError) {
    guard thread == nil else { return }
    thread = try MailboxWorker(on: loop, first: WorkerRequests()) {
      [clock = loop.clock] (requests, reports) throws(SystemError) in
      // Only handed over, never used here.
      nonisolated(unsafe) let thread = try WorkerThread(requests, reports, clock: clock)
      return { thread.run() }
    } onReports: { [unowned self] reports in
      apply(reports)
    }
    watchdog = watchdog ?? loop.makeAlarm { [unowned self] in checkProgress() }
  }

  /// Since when a request has been unfinished; nil if all are finished.
  var pendingSinceMicroseconds: Int64? {
    thread?.requests.withContents { requests in
      [requests.busySinceMicroseconds, requests.sinceMicroseconds].compactMap { $0 }.min()
    }
  }

  /// Checks whether the thread takes too long; scheduled only while an answer is pending, so that
  /// an idle panel does not wake up.
  private func checkProgress(isOverdue: Bool = false) {
    guard let thread, !isStuck, let since = pendingSinceMicroseconds else { return }
    let deadline = since + patienceMicroseconds
    guard isOverdue || deadline <= loop.nowMicroseconds else {
      watchdog?.set(atMicroseconds: deadline)
      return
    }
    isStuck = true
    watchdog?.set(atMicroseconds: nil)
    thread.requests.post { requests in
      requests.levels.removeAll(keepingCapacity: true)
      requests.mutes.removeAll(keepingCapacity: true)
      requests.isRestart = true
    }
    reportToAll(.offline(reason: silence))
  }

  private func apply(_ reports: [WorkerReport]) {
    // The receiver of an event may release the worker.
    withExtendedLifetime(self) {
      for report in reports { handle(report) }
    }
  }

  private func handle(_ report: WorkerReport) {
    switch report {
    case .event(let event, let number):
      // Values read before the thread hung are out of date.
      if !isStuck { receivers[number]?(event) }
    case .restarted: isStuck = false
    case .failed(let reason): reportToAll(.offline(reason: reason))
    }
  }

  private func reportToAll(_ event: ControlEvent) {
    for (_, receiver) in receivers.sorted(by: { $0.key < $1.key }) { receiver(event) }
  }
}
