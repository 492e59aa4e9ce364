internal import Linux

/// Keeps programs that are no longer needed until they have ended.
///
/// At the end of the panel, when this object is released, the programs must be gone: those that set
/// a final value may finish, all others are terminated (`SIGTERM`), and killed if that fails.
///
/// Not thread-safe; must not outlive the loop.
final class EndingPrograms {
  /// The time limit for all programs together at the end of the panel.
  static let endMilliseconds: Int64 = 1000

  private var runs: [ProgramRun] = []
  private var queues: [CommandQueue] = []

  init() {}

  deinit {
    let end = MonotonicClock.microseconds + Self.endMilliseconds * 1000
    for queue in queues {
      queue.onIdle = {}
      queue.finish(untilMicroseconds: end)
    }
    for run in runs {
      let rest = max(0, end - MonotonicClock.microseconds)
      _ = run.wait(milliseconds: Int32(clamping: rest / 1000))
    }
    // Releasing the runs kills those that still run.
  }

  /// Terminates a program.
  func end(_ run: ProgramRun) {
    run.onLines = { _ in }
    run.onStart = {}
    run.onEnd = { [unowned self, unowned run] _ in runs.removeAll { $0 === run } }
    runs.append(run)
    run.terminate()
  }

  /// Lets the queue set its last value.
  func finish(_ queue: CommandQueue) {
    guard queue.isBusy else { return }
    queue.onEnd = { _, _ in }
    queue.onIdle = { [unowned self, unowned queue] in queues.removeAll { $0 === queue } }
    queues.append(queue)
  }
}
