internal import CLibseat
internal import Glibc
internal import Linux

/// Limits how long a libseat call waits for an answer from seatd.
///
/// libseat waits in poll(2) without a limit, so a stopped or hanging seatd would stop the panel,
/// too. After the deadline, another thread shuts down its connection (shutdown(2)), and the call
/// fails.
struct SeatDeadline {
  /// The time limit of a call.
  var milliseconds: Int32
  /// seatd's socket; nil if another service is used: the bus to logind has its own limits.
  let socket: String?

  /// Creates a deadline for the service that libseat would use now.
  init(milliseconds: Int32 = 2000) {
    self.milliseconds = milliseconds
    socket =
      switch SeatService.find() {
      case .seatd(let socket): socket
      case .named("seatd"): SeatService.seatdSocket(SeatService.environment)
      case .named, .logind, nil: nil
      }
  }

  /// Makes a call.
  ///
  /// - Returns: Its result, whether it timed out, and its `errno`.
  func bound<Result>(_ call: () -> Result) -> (result: Result, isOver: Bool, code: Int32) {
    // If file descriptors or memory are short, the call is made without a limit.
    guard let socket, let isDone = try? Mailbox(false),
      let worker = try? Worker(body: { [milliseconds] in
        guard !isDone.wait(milliseconds: milliseconds) else { return }
        let isShut = Self.shutDownConnections(to: socket)
        isDone.withContents { $0 = isShut }
      })
    else {
      errno = 0
      return (call(), false, errno)
    }
    errno = 0
    let result = call()
    let code = errno
    isDone.post { _ in }
    // Prevents it from shutting down the next connection.
    worker.join(withinMilliseconds: milliseconds)
    return (result, isDone.withContents { $0 }, code)
  }

  /// Shuts down libseat's connection, the only one to this socket.
  ///
  /// Compares only the file names: seatd may have bound the socket under another folder name.
  ///
  /// - Returns: Whether there was a connection.
  private static func shutDownConnections(to socket: String) -> Bool {
    var isShut = false
    for name in Folder.names("/proc/self/fd") {
      guard let descriptor = Int32(name), let peer = peer(of: descriptor),
        peer.split(separator: "/").last == socket.split(separator: "/").last
      else { continue }
      isShut = shutdown(descriptor, Int32(SHUT_RDWR)) == 0 || isShut
    }
    return isShut
  }

  /// Returns the path of a socket's peer; nil if the descriptor is something else.
  private static func peer(of descriptor: Int32) -> String? {
    var address = sockaddr_un()
    var size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) }
    }
    guard status == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
    return withUnsafeBytes(of: &address.sun_path) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
