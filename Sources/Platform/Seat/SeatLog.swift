internal import Synchronization

/// libseat's messages; libseat has one log per process.
public enum SeatLog {
  /// Receives a message, and whether it is an error.
  public typealias Receiver = @Sendable (_ isError: Bool, _ text: String) -> Void

  private static let receiver = Mutex<Receiver>({ _, _ in })

  /// Sends messages to `receiver` from now on; earlier ones are discarded.
  public static func send(to receiver: @escaping Receiver) {
    Self.receiver.withLock { $0 = receiver }
  }

  static func pass(isError: Bool, _ text: String) {
    receiver.withLock { $0 }(isError, text)
  }
}
