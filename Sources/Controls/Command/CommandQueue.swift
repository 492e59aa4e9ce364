internal import Layout
internal import Linux

/// Runs programs that set values, one after the other.
///
/// Not thread-safe; must not outlive the loop.
final class CommandQueue {
  /// The purpose of a run.
  enum Job {
    case level(Double)
    case mute(Bool)
    case code(TypedCode)

    /// What the program reads from its standard input; empty for nothing.
    fileprivate var input: [UInt8] {
      if case .code(let code) = self { Array("\(code.text)\n".utf8) } else { [] }
    }
  }

  /// Called after each run that was started, with the reason of a failure in one line.
  var onEnd: (_ job: Job, _ failure: String?) -> Void = { _, _ in }
  /// Called when nothing runs and nothing is waiting.
  var onIdle: () -> Void = {}

  private let loop: EventLoop
  private let starter: ProgramStarter
  private let timeoutMicroseconds: Int64
  private let arguments: (Job) -> [String]?
  private var run: ProgramRun?
  private var waiting: [Job] = []

  /// - Parameters:
  ///   - timeoutMicroseconds: The time limit of a run.
  ///   - starter: Starts the programs.
  ///   - loop: The event loop.
  ///   - arguments: Returns the program for a job; nil if there is none.
  init(
    timeoutMicroseconds: Int64, starter: ProgramStarter, loop: EventLoop,
    _ arguments: @escaping (Job) -> [String]?
  ) {
    self.loop = loop
    self.starter = starter
    self.timeoutMicroseconds = timeoutMicroseconds
    self.arguments = arguments
  }

  /// Whether a program is running, or a job is waiting.
  var isBusy: Bool { run != nil || !waiting.isEmpty }

  /// Whether a program has started and not ended.
  var hasChild: Bool { run?.child != nil }

  /// Runs the program for a job, after the previous one has ended.
  ///
  /// - Throws: Why it does not start.
  func add(_ job: Job) throws(SystemError) {
    guard run == nil else { return waiting.append(job) }
    guard let arguments = arguments(job) else { return }
    let run = try ProgramRun(
      arguments, input: job.input, reading: .errors, by: starter,
      timeoutMicroseconds: timeoutMicroseconds, loop: loop)
    run.onEnd = { [unowned self] outcome in
      self.run = nil
      if case .failed(let reason) = outcome { onEnd(job, reason) } else { onEnd(job, nil) }
      next()
    }
    self.run = run
  }

  /// Runs the waiting jobs, and blocks until they have ended or a time of the monotonic clock is
  /// reached; for the end of the panel.
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
      // An error cannot be reported here: the control may be gone.
      try? add(waiting.removeFirst())
    }
    if !isBusy { onIdle() }
  }
}
