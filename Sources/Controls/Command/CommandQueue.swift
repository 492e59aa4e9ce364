internal import Linux

/// Runs the programs that set values: one at a time, the latest value wins, the last is never lost.
///
/// | when                             | offered      | does                                      |
/// |----------------------------------|--------------|-------------------------------------------|
/// | none runs, and none did lately   | any          | runs now                                  |
/// | none runs, less than 50 ms later | not final    | held, instead of an older one             |
/// | none runs                        | final        | runs now                                  |
/// | one runs                         | any          | waits, instead of an older one            |
/// | it ends, well or not             |              | what waits runs, the level before the mute|
///
/// Not for use from a second thread; must not outlive the loop.
final class CommandQueue {
  /// A program takes some milliseconds to start; more of them would not be noticed.
  static let intervalMicroseconds: Int64 = 50_000

  /// What a run was for.
  enum Job {
    case level(Double)
    case mute(Bool)
  }

  /// How a run ended; the reason is one line.
  enum Result {
    case done(Job)
    case failed(Job, reason: String)
  }

  /// Called before a level is set, and if this returns false it is not.
  var onJob: (Job) -> Bool = { _ in true }
  /// Called after each run.
  var onResult: (Result) -> Void = { _ in }
  /// Called when nothing runs and nothing waits any more.
  var onIdle: () -> Void = {}

  private let loop: EventLoop
  private let starter: ProgramStarter
  private let timeoutMicroseconds: Int64
  private let arguments: (Job) -> [String]?
  private var throttle = Throttle<Double>(intervalMicroseconds: intervalMicroseconds)
  private var alarm: Alarm?
  private var run: ProgramRun?
  private var waitingLevel: (level: Double, isFinal: Bool)?
  private var waitingMute: Bool?

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
    alarm = loop.makeAlarm { [unowned self] in
      if let level = throttle.due(atMicroseconds: loop.nowMicroseconds) {
        begin(.level(level))
      }
    }
  }

  deinit {
    alarm?.cancel()
  }

  /// Whether a program runs, or a value waits.
  var isBusy: Bool {
    run != nil || waitingLevel != nil || waitingMute != nil
      || throttle.deadlineMicroseconds != nil
  }

  /// Whether a program was started and has not ended.
  var hasChild: Bool { run?.child != nil }

  func offer(_ level: Double, isFinal: Bool) {
    guard run == nil else {
      throttle.dropHeld()
      alarm?.set(atMicroseconds: nil)
      waitingLevel = (level, isFinal)
      return
    }
    let now = loop.nowMicroseconds
    let due = throttle.offer(level, isFinal: isFinal, atMicroseconds: now)
    alarm?.set(atMicroseconds: throttle.deadlineMicroseconds)
    if let due { begin(.level(due)) }
  }

  func offer(isMuted: Bool) {
    guard run == nil else {
      waitingMute = isMuted
      return
    }
    begin(.mute(isMuted))
  }

  /// Forgets what waits, whose target has disappeared or changed.
  func dropWaiting() {
    dropLevel()
    waitingMute = nil
  }

  /// Forgets a level that waits, instead of which somebody else's counts.
  func dropLevel() {
    throttle.dropHeld()
    alarm?.set(atMicroseconds: nil)
    waitingLevel = nil
  }

  /// Sets what waits, and blocks until it is set or the time of the monotonic clock is over; for the
  /// end of the panel.
  func finish(untilMicroseconds end: Int64) {
    // What is held would otherwise wait for its time.
    if let level = waitingLevel?.level ?? throttle.takeHeld() { waitingLevel = (level, true) }
    if run == nil { next() }
    while let run, MonotonicClock.microseconds < end {
      let rest = Int32(clamping: (end - MonotonicClock.microseconds) / 1000)
      guard run.wait(milliseconds: rest) else { return }
      self.run = nil
      next()
    }
  }

  private func begin(_ job: Job) {
    guard onJob(job), let arguments = arguments(job) else { return next() }
    do throws(SystemError) {
      let run = try ProgramRun(
        arguments, reading: .errors, by: starter, timeoutMicroseconds: timeoutMicroseconds,
        loop: loop)
      run.onEnd = { [unowned self] outcome in didEnd(job, outcome) }
      self.run = run
    } catch {
      onResult(.failed(job, reason: error.description))
      next()
    }
  }

  private func didEnd(_ job: Job, _ outcome: ProgramRun.Outcome) {
    run = nil
    switch outcome {
    case .succeeded: onResult(.done(job))
    case .failed(let reason): onResult(.failed(job, reason: reason))
    }
    if run == nil { next() }
  }

  private func next() {
    if let (level, isFinal) = waitingLevel {
      waitingLevel = nil
      offer(level, isFinal: isFinal)
    }
    if run == nil, let isMuted = waitingMute {
      waitingMute = nil
      offer(isMuted: isMuted)
    }
    if !isBusy { onIdle() }
  }
}
