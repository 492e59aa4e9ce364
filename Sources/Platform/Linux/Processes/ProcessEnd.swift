internal import Glibc

/// How a process ended (wait(2)).
public enum ProcessEnd: Hashable, Sendable, CustomStringConvertible {
  /// It exited, with this status; 0 is success.
  case exited(Int32)
  /// It was ended by a signal.
  case killed(signal: Int32)

  /// Creates the end from a status of waitpid(2).
  init(waitStatus status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
  }

  /// Completes "it …", such as "ended with exit status 1".
  public var description: String {
    switch self {
    case .exited(let status): "ended with exit status \(status)"
    case .killed(let signal):
      "was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
    }
  }
}
