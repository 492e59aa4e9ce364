/// Accepts the connections of a listening socket on an event loop.
///
/// A connection that cannot be accepted, usually because the program has no file descriptor left
/// (`EMFILE`), stays in the kernel's queue and keeps the socket readable. The socket is then not
/// watched for a quarter of a second, with the delay increasing up to 10 s, so that the loop does
/// not spin.
public final class ConnectionAcceptor {
  /// The maximum number of connections accepted in one round of the loop.
  public static let turnLimit = 8

  /// Accepts one non-blocking connection; returns nil if none is pending.
  typealias Call = (borrowing FileDescriptor) throws(SystemError) -> FileDescriptor?

  private let socket: FileDescriptor
  private let loop: EventLoop
  private let source: StaticString
  private let call: Call
  private let onConnection: (consuming FileDescriptor) -> Void
  private let onFailure: (SystemError) -> Void
  private var backoff = Backoff()
  private var alarm: Alarm?
  private var isStopped = false

  /// Accepts connections until `stop` or its release.
  ///
  /// - Parameters:
  ///   - socket: The non-blocking listening socket (listen(2)).
  ///   - loop: The event loop.
  ///   - source: The source file named by `LongRound`.
  ///   - onConnection: Receives each connection, which is non-blocking and close-on-exec.
  ///   - onFailure: Receives the error if one could not be accepted (accept(2)).
  /// - Throws: The error of epoll_ctl(2).
  public convenience init(
    _ socket: consuming FileDescriptor, loop: EventLoop, source: StaticString = #fileID,
    onConnection: @escaping (consuming FileDescriptor) -> Void,
    onFailure: @escaping (SystemError) -> Void
  ) throws(SystemError) {
    try self.init(
      socket, loop: loop, source: source,
      call: { socket throws(SystemError) in try UnixSocket.accept(socket) },
      onConnection: onConnection, onFailure: onFailure)
  }

  /// Accepts connections with a replacement for accept(2), for tests.
  init(
    _ socket: consuming FileDescriptor, loop: EventLoop, source: StaticString = #fileID,
    call: @escaping Call, onConnection: @escaping (consuming FileDescriptor) -> Void,
    onFailure: @escaping (SystemError) -> Void
  ) throws(SystemError) {
    (self.loop, self.source, self.call) = (loop, source, call)
    (self.onConnection, self.onFailure) = (onConnection, onFailure)
    self.socket = socket
    try watch()
  }

  deinit {
    stop()
  }

  /// Stops accepting; accepted connections stay open.
  public func stop() {
    guard !isStopped else { return }
    isStopped = true
    loop.unwatch(socket.number)
    alarm?.cancel()
    alarm = nil
  }

  private func watch() throws(SystemError) {
    try loop.watch(socket.number, for: .readable, source: source) { [unowned self] _ in accept() }
  }

  private func accept() {
    for _ in 0..<Self.turnLimit where !isStopped {
      do throws(SystemError) {
        guard let connection = try call(socket) else { return }
        backoff.reset()
        onConnection(connection)
      } catch {
        pause()
        return onFailure(error)
      }
    }
  }

  private func pause() {
    loop.unwatch(socket.number)
    let alarm = alarm ?? loop.makeAlarm(source: source) { [unowned self] in resume() }
    self.alarm = alarm
    alarm.set(afterMicroseconds: backoff.nextMicroseconds())
  }

  private func resume() {
    // If memory is short, retry later.
    do throws(SystemError) { try watch() } catch { pause() }
  }
}
