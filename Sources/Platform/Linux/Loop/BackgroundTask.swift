/// Creates one value on its own thread, and delivers it on an event loop.
///
/// Releasing it does not stop the thread, which ends with its work, but then nothing is delivered.
public final class BackgroundTask<Made> {
  /// The created value; used by one thread at a time: first its creator, then the loop's thread.
  private struct Outcome: @unchecked Sendable {
    var made: Made?
  }

  private let outcome: Mailbox<Outcome>
  private let worker: Worker
  private let loop: EventLoop

  /// Starts creating the value.
  ///
  /// - Parameters:
  ///   - loop: The loop on which it is delivered.
  ///   - stackBytes: The size of the thread's stack; the kernel allocates only the used part.
  ///   - make: Called on the thread.
  ///   - deliver: Called once, on the loop; it may release the task.
  /// - Throws: `SystemError` if the thread, or the file descriptor that wakes the loop, cannot be
  ///   created.
  public init(
    on loop: EventLoop, stackBytes: Int = 1 << 20, make: @escaping @Sendable () -> sending Made,
    deliver: @escaping (Made) -> Void
  ) throws(SystemError) {
    let outcome = try Mailbox(Outcome())
    self.loop = loop
    self.outcome = outcome
    worker = try Worker(stackBytes: stackBytes) {
      let made = Outcome(made: make())
      outcome.post { $0 = made }
    }
    try loop.watch(outcome.descriptor, for: .readable) { [unowned loop, outcome] _ in
      loop.unwatch(outcome.descriptor)
      var taken = Outcome()
      outcome.take(into: &taken)
      if let made = taken.made { deliver(made) }
    }
  }

  deinit {
    loop.unwatch(outcome.descriptor)
  }
}
