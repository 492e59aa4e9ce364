internal import Linux

/// Keeps programs that are no longer needed until they have ended.
///
/// At the end of the panel, which is the end of this object, the program has to be gone: what sets a
/// final value may finish, everything else is asked to end (`SIGTERM`), and killed if it does not.
///
/// Not for use from a second thread; must not outlive the loop.
final class LeavingPrograms {
  /// How long all of them together may take at the end of the panel.
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
    // Released now, which kills what still runs.
  }

  /// Ends a program.
  func end(_ run: ProgramRun) {
    run.onLines = { _ in }
    run.onStart = {}
    run.onEnd = { [unowned self, unowned run] _ in runs.removeAll { $0 === run } }
    runs.append(run)
    run.terminate()
  }

  /// Lets the last value be set.
  func finish(_ queue: CommandQueue) {
    guard queue.isBusy else { return }
    queue.onEnd = { _, _ in }
    queue.onIdle = { [unowned self, unowned queue] in queues.removeAll { $0 === queue } }
    queues.append(queue)
  }
}
