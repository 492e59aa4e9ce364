internal import Linux

/// Runs programs that set values, one after the other.
///
/// Not for use from a second thread; must not outlive the loop.
final class CommandQueue {
  /// What a run is for.
  enum Job {
    case level(Double)
    case mute(Bool)
  }

  /// Called after each run that was started, with the reason of a failure in one line.
  var onEnd: (_ job: Job, _ failure: String?) -> Void = { _, _ in }
  /// Called when nothing runs and nothing waits any more.
  var onIdle: () -> Void = {}

  private let loop: EventLoop
  private let starter: ProgramStarter
  private let timeoutMicroseconds: Int64
  private let arguments: (Job) -> [String]?
  private var run: ProgramRun?
  private var waiting: [Job] = []

  /// - Parameters:
  ///   - timeoutMicroseconds: The most time for a run.
  ///   - starter: Starts the programs.
  ///   - loop: Where their ends are reported.
  ///   - arguments: The program for a job; nil if there is none.
  init(
    timeoutMicroseconds: Int64, starter: ProgramStarter, loop: EventLoop,
    _ arguments: @escaping (Job) -> [String]?
  ) {
    self.loop = loop
    self.starter = starter
    self.timeoutMicroseconds = timeoutMicroseconds
    self.arguments = arguments
  }

  /// Whether a program runs, or a job waits.
  var isBusy: Bool { run != nil || !waiting.isEmpty }

  /// Whether a program was started and has not ended.
  var hasChild: Bool { run?.child != nil }

  /// Runs the program for a job, once the one before it has ended.
  ///
  /// - Throws: Why it does not start.
  func add(_ job: Job) throws(SystemError) {
    guard run == nil else { return waiting.append(job) }
    guard let arguments = arguments(job) else { return }
    let run = try ProgramRun(
      arguments, reading: .errors, by: starter, timeoutMicroseconds: timeoutMicroseconds, loop: loop
    )
    run.onEnd = { [unowned self] outcome in
      self.run = nil
      if case .failed(let reason) = outcome { onEnd(job, reason) } else { onEnd(job, nil) }
      next()
    }
    self.run = run
  }

  /// Runs what waits, and blocks until that has ended or the time of the monotonic clock is over; for
  /// the end of the panel.
  func finish(untilMicroseconds end: Int64) {
    next()
    while let run, MonotonicClock.microseconds < end {
      let rest = Int32(clamping: (end - MonotonicClock.microseconds) / 1000)
      guard run.wait(milliseconds: rest) else { return }
      self.run = nil
      next()
    }
  }

  private func next() {
    while run == nil, !waiting.isEmpty {
      // One that does not start has nobody any more who could be told.
      try? add(waiting.removeFirst())
    }
    if !isBusy { onIdle() }
  }
}
