internal import Synchronization

/// Carries values from one thread to the event loop of another: a lock and an eventfd.
///
/// The sender changes the contents, and thereby decides what a newer message does to an older one
/// that was not taken yet: replace it, or queue behind it. Posting and taking allocate nothing if
/// the contents keep their capacity.
public final class Mailbox<Contents: Sendable>: Sendable {
  private let contents: Mutex<Contents>
  private let wakeup: Wakeup

  /// Creates a mailbox with these contents; throws if no eventfd can be created.
  public init(_ contents: Contents) throws(SystemError) {
    wakeup = try Wakeup()
    self.contents = Mutex(contents)
  }

  /// Readable from a `post` until the next `take`; valid for the lifetime of the mailbox.
  public var descriptor: Int32 { wakeup.descriptor }

  /// Changes the contents and wakes the receiver, from any thread.
  public func post(_ change: (inout Contents) -> Void) {
    contents.withLock { change(&$0) }
    wakeup.signal()
  }

  /// Reads or changes the contents without waking the receiver, from any thread.
  public func withContents<Result: Sendable>(_ body: (inout Contents) -> Result) -> Result {
    contents.withLock { body(&$0) }
  }

  /// Takes everything that was posted, by swapping the contents with `other`, which is usually
  /// empty.
  public func take(into other: inout Contents) {
    // First, so that any later post wakes the receiver again.
    wakeup.acknowledge()
    contents.withLock { swap(&$0, &other) }
  }

  /// Blocks the calling thread until something is posted; returns false after the timeout.
  public func wait(milliseconds: Int32) -> Bool {
    wakeup.wait(milliseconds: milliseconds)
  }
}
