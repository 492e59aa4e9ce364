internal import CLinux
internal import Glibc

/// Stream sockets in the file system (unix(7)).
public enum UnixSocket {
  /// The maximum length of a path in bytes, without the terminating zero (unix(7)).
  public static let pathByteLimit = 107

  /// Listens at a path, without blocking, replacing the socket of a program that is gone.
  ///
  /// - Parameters:
  ///   - path: The path of the socket.
  ///   - mode: Its permissions; write permission allows connecting.
  /// - Returns: The listening socket and its file, which the caller removes.
  /// - Throws: `EADDRINUSE` if a program listens there, `EEXIST` if another kind of file exists
  ///   there, `ENAMETOOLONG`, or the error of socket(2), bind(2) or listen(2).
  public static func listen(_ path: String, mode: UInt32) throws(SystemError) -> UnixListener {
    let socket = try make(path)
    // The permissions apply as soon as the path exists.
    try check("fchmod", path) { fchmod(socket.number, mode) }
    do throws(SystemError) {
      try withAddress(path) { address, size throws(SystemError) in
        try check("bind", path) { bind(socket.number, address, size) }
      }
    } catch {
      guard error.code == EADDRINUSE else { throw error }
      try removeAbandoned(path)
      try withAddress(path) { address, size throws(SystemError) in
        try check("bind", path) { bind(socket.number, address, size) }
      }
    }
    do throws(SystemError) {
      let file = try SocketFile(path)
      // The umask may have removed some bits.
      try check("chmod", path) { chmod(path, mode) }
      try check("listen", path) { Glibc.listen(socket.number, 64) }
      return UnixListener(file: file, socket: socket)
    } catch {
      // Unless another kind of file has replaced it.
      if error.code != EEXIST { unlink(path) }
      throw error
    }
  }

  /// Connects to the program that listens at a path.
  ///
  /// Does not wait for it to accept: sending is possible before that.
  ///
  /// - Returns: The non-blocking socket.
  /// - Throws: `ECONNREFUSED` if no program listens, `EAGAIN` if too many connections are pending,
  ///   `ENAMETOOLONG`, or the error of socket(2) or connect(2).
  public static func connect(_ path: String) throws(SystemError) -> FileDescriptor {
    let socket = try make(path)
    try withAddress(path) { address, size throws(SystemError) in
      try check("connect", path) { Glibc.connect(socket.number, address, size) }
    }
    return socket
  }

  /// Accepts a non-blocking connection; returns nil if none is pending.
  ///
  /// - Throws: The error of accept(2), such as `EMFILE`.
  public static func accept(_ listener: borrowing FileDescriptor) throws(SystemError)
    -> FileDescriptor?
  {
    // accept4(2) is not in the C library's module; started programs inherit no other descriptors.
    let number = Glibc.accept(listener.number, nil, nil)
    guard number >= 0 else {
      if errno == EAGAIN || errno == ECONNABORTED || errno == EINTR { return nil }
      throw SystemError(call: "accept", code: errno)
    }
    let socket = FileDescriptor(owning: number)
    try check("fcntl") { fcntl(number, F_SETFD, FD_CLOEXEC) }
    try check("fcntl") { fcntl(number, F_SETFL, O_NONBLOCK) }
    return socket
  }

  private static func make(_ path: String) throws(SystemError) -> FileDescriptor {
    guard path.utf8.count <= pathByteLimit, !path.isEmpty else {
      throw SystemError(call: "bind", subject: path, code: ENAMETOOLONG)
    }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    return FileDescriptor(owning: try check("socket") { socket(AF_UNIX, kind, 0) })
  }

  /// Removes a socket at which no program listens any more.
  private static func removeAbandoned(_ path: String) throws(SystemError) {
    let file = try SocketFile(path)
    do throws(SystemError) {
      _ = try connect(path)
    } catch {
      guard error.code == ECONNREFUSED else { throw error }
      // Another starting program may have replaced it meanwhile.
      guard file.remove() else {
        throw SystemError(call: "bind", subject: path, code: EADDRINUSE)
      }
      return
    }
    throw SystemError(call: "bind", subject: path, code: EADDRINUSE)
  }

  private static func withAddress(
    _ path: String,
    _ body: (UnsafePointer<sockaddr>, socklen_t) throws(SystemError) -> Void
  ) throws(SystemError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> Result<Void, SystemError> in
        do throws(SystemError) {
          return .success(try body(pointer, size))
        } catch {
          return .failure(error)
        }
      }
    }
    try result.get()
  }
}
