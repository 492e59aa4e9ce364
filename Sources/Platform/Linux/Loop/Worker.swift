internal import CLinux
internal import Glibc

/// A thread for library calls that can block.
///
/// It shares only what its closure captures, such as a `Mailbox`, with the rest of the program, and
/// its owner must end it that way. Signals are delivered to other threads.
public final class Worker {
  private let thread: pthread_t
  private let finished: Finished
  private var isReleased = false

  /// A wakeup that is readable once the closure has returned.
  private final class Finished: Sendable {
    let wakeup: Wakeup

    init() throws(SystemError) {
      wakeup = try Wakeup()
    }
  }

  private final class Start: Sendable {
    let finished: Finished
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void, finished: Finished) {
      self.body = body
      self.finished = finished
    }
  }

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - stackBytes: The size of its stack; the kernel allocates only the used part.
  ///   - body: Its work; the thread ends when this returns.
  /// - Throws: `SystemError` if the thread cannot be created.
  public init(stackBytes: Int = 1 << 20, body: @escaping @Sendable () -> Void)
    throws(SystemError)
  {
    let finished = try Finished()
    self.finished = finished
    thread = try Self.start(Start(body, finished: finished), stackBytes: stackBytes)
  }

  deinit {
    if !isReleased { pthread_detach(thread) }
  }

  /// Waits until the thread has ended; after the timeout it is detached, and ends when the blocking
  /// call returns.
  ///
  /// - Returns: Whether it has ended.
  @discardableResult
  public func join(withinMilliseconds milliseconds: Int32) -> Bool {
    guard !isReleased else { return true }
    isReleased = true
    let isFinished = finished.wakeup.wait(milliseconds: milliseconds)
    if isFinished { pthread_join(thread, nil) } else { pthread_detach(thread) }
    return isFinished
  }

  private static func start(_ start: Start, stackBytes: Int) throws(SystemError) -> pthread_t {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackBytes)
    // A thread starts with the signal mask of the thread that creates it.
    var blocked = sigset_t()
    var before = sigset_t()
    sigfillset(&blocked)
    // The kernel sends these to the thread that caused them; blocked, they bypass their handlers.
    for fault in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS] {
      sigdelset(&blocked, fault)
    }
    pthread_sigmask(SIG_SETMASK, &blocked, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let argument = Unmanaged.passRetained(start)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        start.body()
        start.finished.wakeup.signal()
        return nil
      }, argument.toOpaque())
    guard code == 0 else {
      argument.release()
      throw SystemError(call: "pthread_create", code: code)
    }
    return thread
  }
}
