/// A thread with a mailbox for requests to it, and one for its reports, which arrive on a loop.
///
/// The contents of the requests must include the one that ends the thread. Not thread-safe; must
/// not outlive the loop.
public final class MailboxWorker<Requests: Sendable, Report: Sendable> {
  /// The thread's work; it ends when this returns.
  public typealias Body = @Sendable () -> Void

  public let requests: Mailbox<Requests>
  private let reports: Mailbox<[Report]>
  private let worker: Worker
  private let loop: EventLoop

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - loop: The loop on which the reports arrive.
  ///   - first: The first requests.
  ///   - makeBody: Called at once; returns the thread's work on the two mailboxes.
  ///   - onReports: Called on the loop with all new reports; it may release the worker.
  /// - Throws: `SystemError` if the thread, or the file descriptors of the mailboxes, cannot be
  ///   created.
  public init(
    on loop: EventLoop, first: Requests,
    makeBody: (Mailbox<Requests>, Mailbox<[Report]>) throws(SystemError) -> Body,
    onReports: @escaping ([Report]) -> Void
  ) throws(SystemError) {
    let requests = try Mailbox(first)
    let reports = try Mailbox<[Report]>([])
    var taken: [Report] = []
    try loop.watch(reports.descriptor, for: .readable) { _ in
      taken.removeAll(keepingCapacity: true)
      reports.take(into: &taken)
      onReports(taken)
    }
    do throws(SystemError) {
      worker = try Worker(body: makeBody(requests, reports))
    } catch {
      loop.unwatch(reports.descriptor)
      throw error
    }
    (self.requests, self.reports, self.loop) = (requests, reports, loop)
  }

  deinit {
    loop.unwatch(reports.descriptor)
  }

  /// Posts the request that ends the thread, and waits for its end.
  ///
  /// A thread that takes longer is abandoned. No report arrives afterwards.
  public func end(withinMilliseconds milliseconds: Int32, _ request: (inout Requests) -> Void) {
    loop.unwatch(reports.descriptor)
    requests.post(request)
    worker.join(withinMilliseconds: milliseconds)
  }
}
