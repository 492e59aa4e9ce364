internal import CLinux
internal import Glibc

/// A file descriptor from which signals are read instead of being delivered (signalfd(2)).
public struct Signals: ~Copyable {
  /// `SIGTERM`.
  public static let terminate = SIGTERM
  /// `SIGINT`.
  public static let interrupt = SIGINT
  /// `SIGHUP`.
  public static let hangUp = SIGHUP
  /// `SIGUSR1`.
  public static let user1 = SIGUSR1
  /// `SIGUSR2`.
  public static let user2 = SIGUSR2

  private let signals: FileDescriptor

  /// Blocks the signals for this thread and threads that it starts later, and collects them here.
  ///
  /// - Throws: The error of signalfd(2).
  public init(_ numbers: [Int32]) throws(SystemError) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    signals = FileDescriptor(
      owning: try check("signalfd") {
        signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
      })
  }

  /// Ignores signals that would terminate the program, where they are not collected.
  public static func ignore(_ numbers: [Int32]) {
    for number in numbers { _ = Glibc.signal(number, SIG_IGN) }
  }

  /// Readable when a signal has arrived.
  public var descriptor: Int32 { signals.number }

  /// Returns the next pending signal; nil if there is none.
  public func next() -> Int32? {
    var info = signalfd_siginfo()
    let count = withUnsafeMutableBytes(of: &info) { read(signals.number, $0.baseAddress, $0.count) }
    return count == MemoryLayout<signalfd_siginfo>.size ? Int32(info.ssi_signo) : nil
  }
}
