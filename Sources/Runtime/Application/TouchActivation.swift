internal import Linux
internal import Logging
internal import Touch

/// Suspends touch while the display shows nothing, because touches would have unseen effects.
///
/// | # | display | touch | result |
/// |---|---|---|---|
/// | 1 | shows | delivered | – |
/// | 2 | shows nothing | delivered | suspended |
/// | 3 | shows nothing | suspended | – |
/// | 4 | shows | suspended | resumed |
/// | 5 | shows | cannot be resumed | logged once, retried after a second |
final class TouchActivation {
  /// True from `suspend` until touch is resumed.
  private(set) var isSuspended = false
  let source: any TouchSource
  private let log: Logger
  private var retry: Alarm?
  private var hasFailed = false

  private static let retryMicroseconds: Int64 = 1_000_000

  /// - Parameters:
  ///   - source: The source, which its owner starts.
  ///   - loop: The loop for retries.
  ///   - log: The log for a source that cannot be resumed.
  init(_ source: any TouchSource, loop: EventLoop, log: Logger) {
    self.source = source
    self.log = log
    // Only has to wake the loop: the owner calls `follow` after every wake-up.
    retry = loop.makeAlarm {}
  }

  /// Suspends or resumes touch; called after every wake-up.
  func follow(isShowing: Bool) {
    guard isShowing == isSuspended else { return }
    if isShowing { resume() } else { suspend() }
  }

  func suspend() {
    guard !isSuspended else { return }
    isSuspended = true
    source.suspend()
  }

  /// Cancels the retries.
  func close() {
    retry?.cancel()
  }

  private func resume() {
    guard retry?.deadlineMicroseconds == nil else { return }
    do {
      try source.resume()
      isSuspended = false
      hasFailed = false
    } catch {
      if !hasFailed { log.error("\(error); trying again") }
      hasFailed = true
      retry?.set(afterMicroseconds: Self.retryMicroseconds)
    }
  }
}
