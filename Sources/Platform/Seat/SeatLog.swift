internal import Synchronization

/// libseat's messages; libseat has one log per process.
public enum SeatLog {
  /// The level of a message.
  public enum Level: Hashable, Sendable {
    case information
    case error
  }

  private static let receiver = Mutex<@Sendable (Level, String) -> Void>({ _, _ in })

  /// Sends messages to `receiver` from now on; earlier ones are discarded.
  public static func send(to receiver: @escaping @Sendable (Level, String) -> Void) {
    Self.receiver.withLock { $0 = receiver }
  }

  static func pass(_ level: Level, _ message: String) {
    receiver.withLock { $0 }(level, message)
  }
}
