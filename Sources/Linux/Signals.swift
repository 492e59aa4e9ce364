internal import CLinux
internal import Glibc

/// Owns a descriptor from which signals are read instead of interrupting (signalfd(2)).
public struct Signals: ~Copyable {
  public static let terminate = SIGTERM
  public static let interrupt = SIGINT
  public static let hangUp = SIGHUP
  public static let user1 = SIGUSR1
  public static let user2 = SIGUSR2

  private let signals: FileDescriptor

  /// Blocks the signals for this thread and all that it starts later, and collects them here.
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

  public var descriptor: Int32 { signals.number }

  /// The next signal that arrived, nil if there is none.
  public func next() -> Int32? {
    var info = signalfd_siginfo()
    let count = withUnsafeMutableBytes(of: &info) { read(signals.number, $0.baseAddress, $0.count) }
    return count == MemoryLayout<signalfd_siginfo>.size ? Int32(info.ssi_signo) : nil
  }
}
