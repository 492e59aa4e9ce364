/// Makes one thing on a thread of its own, and delivers it on an event loop.
///
/// Releasing it leaves the thread alone, which ends when the work does; nothing is delivered then.
public final class BackgroundTask<Made> {
  /// What was made; used by one thread at a time: the one that makes it, then that of the loop.
  private struct Outcome: @unchecked Sendable {
    var made: Made?
  }

  private let outcome: Mailbox<Outcome>
  private let worker: Worker
  private let loop: EventLoop

  /// Begins to make it.
  ///
  /// - Parameters:
  ///   - loop: Where it is delivered.
  ///   - stackBytes: The size of the thread's stack, of which the kernel provides only what is used.
  ///   - make: Called on the thread.
  ///   - deliver: Called once, on the loop; it may release the task.
  /// - Throws: `SystemError` if there can be no thread, or no descriptor to wake the loop.
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
