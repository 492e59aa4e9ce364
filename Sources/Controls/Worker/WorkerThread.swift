internal import Linux

/// The part of a worker that runs on its thread: an event loop with the controls.
///
/// Used only on that thread; exchanges messages with the panel's thread.
final class WorkerThread {
  private let loop: EventLoop
  private let requests: Mailbox<WorkerRequests>
  private let reports: Mailbox<[WorkerReport]>
  /// The clock of the panel's loop.
  private let clock: @Sendable () -> Int64
  private var controls: [Int: any Control] = [:]
  private var started: Set<Int> = []
  /// The number of levels that each control has reported.
  private var levelCounts: [Int: Int] = [:]
  /// The requests being processed; swapped with the mailbox, so that both keep their capacity.
  private var taken = WorkerRequests()

  /// Creates the thread's part before the thread itself, so that the caller gets the error.
  ///
  /// - Parameters:
  ///   - requests: The requests to the thread.
  ///   - reports: The reports from the thread.
  ///   - clock: The clock of the panel's loop, which measures how long a request takes.
  /// - Throws: If the event loop cannot be created.
  init(
    _ requests: Mailbox<WorkerRequests>, _ reports: Mailbox<[WorkerReport]>,
    clock: @escaping @Sendable () -> Int64
  ) throws(SystemError) {
    loop = try EventLoop()
    self.requests = requests
    self.reports = reports
    self.clock = clock
    try loop.watch(requests.descriptor, for: .readable) { [unowned self] _ in processRequests() }
  }

  deinit {
    loop.unwatch(requests.descriptor)
  }

  /// Runs until a request ends the thread.
  func run() {
    do throws(SystemError) {
      try loop.run()
    } catch {
      reports.post { $0.append(.failed(reason: error.description)) }
    }
    // Release the controls before the loop, which they use until then.
    controls.removeAll()
  }

  private func processRequests() {
    taken.clear()
    requests.take(into: &taken)
    let now = clock()
    requests.withContents { $0.busySinceMicroseconds = now }
    if taken.isRestart { restart() }
    for (number, make) in taken.making { add(make(loop), number: number) }
    for (number, answer) in taken.opening { open(number, answer) }
    for number in taken.starting {
      started.insert(number)
      controls[number]?.start()
    }
    for (number, level) in taken.levels {
      let isCrossed = level.receivedLevelCount != levelCounts[number, default: 0]
      controls[number]?.set(level: level.level, isFinal: level.isFinal)
      // The level was requested before the panel received another one, to which it moves on
      // receipt. Report the requested level again, so that the panel returns to it.
      if isCrossed { controls[number]?.onEvent(.level(level.level)) }
    }
    for (number, isMuted) in taken.mutes { controls[number]?.set(isMuted: isMuted) }
    for number in taken.stopping {
      started.remove(number)
      levelCounts[number] = nil
      controls.removeValue(forKey: number)?.stop()
    }
    requests.withContents { $0.busySinceMicroseconds = nil }
    if taken.isEnd { loop.stop() }
  }

  private func add(_ control: any Control, number: Int) {
    control.onEvent = { [unowned self, reports] event in
      var isNew = true
      reports.post { isNew = $0.add(event, number: number) }
      // If a level has replaced a waiting one, the panel receives only one.
      if isNew, case .level = event { levelCounts[number, default: 0] += 1 }
    }
    controls[number] = control
  }

  private func open(_ number: Int, _ answer: Mailbox<OpenAnswer>) {
    do {
      try controls[number]?.open()
      answer.post { $0 = .opened }
    } catch {
      answer.post { $0 = .failed(error) }
    }
  }

  /// Restarts all controls, and drops the levels pending in them.
  private func restart() {
    reports.post { $0.append(.restarted) }
    for number in started.sorted() {
      controls[number]?.stop()
      controls[number]?.start()
    }
  }
}
