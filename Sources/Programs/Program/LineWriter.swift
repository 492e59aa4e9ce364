public import Linux
internal import Synchronization

/// Writes lines on a thread of its own, so that a slow reader, a stopped terminal or a busy disk
/// never makes the sender wait.
///
/// It does not use `O_NONBLOCK`: that flag belongs to the open file, which other processes share.
public final class LineWriter: Sendable {
  private struct Inbox: Sendable {
    var queue: LineQueue
    /// Whether lines were taken from the queue that are not written yet.
    var isWriting = false
    var isEnding = false
  }

  private let inbox: Mailbox<Inbox>
  private let worker: Mutex<Worker>

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - target: The destination, used on that thread.
  ///   - byteLimit: The maximum number of bytes queued.
  /// - Throws: If there are no threads or file descriptors left.
  public init(to target: some LineTarget & Sendable, byteLimit: Int) throws(SystemError) {
    let inbox = try Mailbox(Inbox(queue: LineQueue(byteLimit: byteLimit)))
    self.inbox = inbox
    worker = Mutex(
      try Worker { Self.deliver(from: inbox, to: target, byteLimit: byteLimit) })
  }

  deinit {
    inbox.post { $0.isEnding = true }
  }

  /// Queues a line, with its line break, and returns immediately; can be called from any thread.
  public func write(_ line: [UInt8]) {
    inbox.post { $0.queue.append(line) }
  }

  /// Ends the thread after it has written the queued lines.
  ///
  /// - Parameter milliseconds: How long to wait for that; the rest is lost when the process exits.
  /// - Returns: Whether all queued lines were written.
  @discardableResult
  public func end(withinMilliseconds milliseconds: Int32) -> Bool {
    inbox.post { $0.isEnding = true }
    // A thread without lines may be waiting for a reader; there is no need to wait for it.
    let isBusy = inbox.withContents { $0.isWriting || !$0.queue.lines.isEmpty }
    return worker.withLock { $0.join(withinMilliseconds: isBusy ? milliseconds : 0) } || !isBusy
  }

  private static func deliver(
    from inbox: Mailbox<Inbox>, to target: some LineTarget, byteLimit: Int
  ) {
    var delivery = LineDelivery(to: target)
    delivery.prepare()
    // Dropped and not reported yet.
    var droppedCount = 0
    var isEnding = false
    while !isEnding {
      guard inbox.wait(milliseconds: .max) else { continue }
      var batch = Inbox(queue: LineQueue(byteLimit: byteLimit), isWriting: true)
      inbox.take(into: &batch)
      for line in batch.queue.lines {
        delivery.deliver(line.bytes, afterDropping: droppedCount + line.droppedBefore)
        droppedCount = 0
      }
      droppedCount += batch.queue.droppedCount
      isEnding = batch.isEnding
      inbox.withContents { $0.isWriting = false }
    }
  }
}
