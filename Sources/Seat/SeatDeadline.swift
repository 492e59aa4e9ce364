internal import CLibseat
internal import Glibc
internal import Linux

/// Bounds how long a call of libseat waits for an answer of seatd.
///
/// libseat waits in poll(2) without a limit, so that a seatd that is stopped or hangs would stop the
/// panel, too. Its connection is shut down (shutdown(2)) by another thread then, and the call fails.
struct SeatDeadline {
  /// How long a call may take.
  var milliseconds: Int32
  /// Where seatd listens; nil if another service is used: the bus to logind has limits of its own.
  let socket: String?

  /// A deadline for the service that libseat would use now.
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
  /// - Returns: Its result, whether the time was over before it came, and what it left in `errno`.
  func bound<Result>(_ call: () -> Result) -> (result: Result, isOver: Bool, code: Int32) {
    // Without descriptors or memory for it, the call is made all the same.
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
    // So that it does not meet the next connection.
    worker.join(withinMilliseconds: milliseconds)
    return (result, isDone.withContents { $0 }, code)
  }

  /// Shuts down libseat's connection: nothing else has one to this socket.
  ///
  /// The folder of the socket may have another name for seatd, which has bound it.
  ///
  /// - Returns: Whether there was one.
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

  /// The path of the socket that a socket is connected to; nil if it is something else.
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
