internal import CLinux
internal import Glibc
internal import Linux

/// A TCP connection that never blocks.
///
/// The work per call is limited: `read` reads one portion, and unsent data is kept up to a limit.
final class TCPStream {
  /// The maximum number of bytes per `read`.
  static let portionByteCount = 16_384
  /// The limit of unsent bytes.
  static let unsentByteLimit = 65_536
  /// The size of the kernel's receive buffer, part of which the kernel uses itself (socket(7)).
  ///
  /// By default it would hold megabytes from a peer that sends faster than messages are processed,
  /// and a knob would show values that are minutes old.
  static let receiveBufferByteCount: Int32 = 32_768
  // From <linux/tcp.h>, whose structures conflict with those of the C library's header of that
  // name.
  private static let noDelay: Int32 = 1
  private static let idleSecondsBeforeProbes: Int32 = 4
  private static let secondsBetweenProbes: Int32 = 5
  private static let probeCount: Int32 = 6
  private static let userTimeout: Int32 = 18
  /// How long the kernel tries to deliver data to the peer's host (tcp(7)).
  private static let deliveryMilliseconds: Int32 = 5000

  private let socket: FileDescriptor
  private var unsent: [UInt8] = []
  /// The number of bytes allowed beyond the limit, for a large message that has not left.
  private var largeByteCount = 0
  /// Whether the peer has closed the connection, and all its data has been read.
  private(set) var isAtEnd = false

  /// Starts to connect.
  ///
  /// - Parameter address: The peer's address.
  /// - Throws: The error of socket(2) or connect(2).
  init(to address: SocketAddress) throws(SystemError) {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = FileDescriptor(
      owning: try check("socket") { Glibc.socket(address.family, kind, 0) })
    self.socket = socket
    setOptions()
    // Before connect, which advertises the window to the peer's host (tcp(7)).
    setOption(SO_RCVBUF, Self.receiveBufferByteCount, level: SOL_SOCKET)
    do throws(SystemError) {
      try check("connect") { address.withAddress { connect(self.socket.number, $0, $1) } }
    } catch {
      guard error.code == EINPROGRESS else { throw error }
    }
  }

  /// Takes over an accepted connection, which must be non-blocking (accept4(2)).
  init(accepted: consuming FileDescriptor) {
    socket = accepted
    setOptions()
  }

  private func setOptions() {
    // If one of these fails, data arrives later, or a dead connection is detected later.
    setOption(Self.noDelay, 1)
    setOption(Self.userTimeout, Self.deliveryMilliseconds)
  }

  private func setOption(_ option: Int32, _ value: Int32, level: Int32 = Int32(IPPROTO_TCP)) {
    var value = value
    setsockopt(socket.number, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Makes the kernel probe the peer's host after half a minute of silence, for protocols without a
  /// keepalive; a host that does not answer ends the connection.
  func probeWhenIdle() {
    setOption(SO_KEEPALIVE, 1, level: SOL_SOCKET)
    setOption(Self.idleSecondsBeforeProbes, 30)
    setOption(Self.secondsBetweenProbes, 5)
    setOption(Self.probeCount, 3)
  }

  /// For the event loop; valid while this object exists.
  var descriptor: Int32 { socket.number }

  /// The error of connecting; nil if connected.
  var connectError: SystemError? {
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    let result = getsockopt(socket.number, SOL_SOCKET, SO_ERROR, &code, &size)
    return result == 0 && code != 0 ? SystemError(call: "connect", code: code) : nil
  }

  /// The local address, to which the peer can connect; nil if unknown.
  var localAddress: SocketAddress? {
    SocketAddress(filledBy: { getsockname(socket.number, $0, $1) })
  }

  /// The peer's address; nil if not connected.
  var peerAddress: SocketAddress? {
    SocketAddress(filledBy: { getpeername(socket.number, $0, $1) })
  }

  // MARK: Sending

  var unsentByteCount: Int { unsent.count }

  /// Queues bytes for `flush`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to send.
  ///   - isLarge: Whether they do not count towards the limit, because the caller limits them in
  ///     another way.
  /// - Throws: `ENOBUFS` if too many bytes are unsent.
  func send(_ bytes: [UInt8], isLarge: Bool = false) throws(SystemError) {
    if isLarge { largeByteCount += bytes.count }
    guard unsent.count + bytes.count <= Self.unsentByteLimit + largeByteCount else {
      throw SystemError(call: "send", code: ENOBUFS)
    }
    if unsent.isEmpty { unsent = bytes } else { unsent += bytes }
  }

  /// Sends as much as the socket accepts.
  func flush() throws(SystemError) {
    while !unsent.isEmpty {
      let count: Int
      do throws(SystemError) {
        count = try check("send") {
          unsent.withUnsafeBytes {
            Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
          }
        }
      } catch {
        if error.code == EAGAIN { return }
        throw error
      }
      unsent.consume(count)
    }
    largeByteCount = 0
  }

  // MARK: Receiving

  /// Reads at most one portion from the socket into `portion`; nil if there is no data, or at the
  /// end.
  func read(into portion: UnsafeMutableRawBufferPointer) throws(SystemError)
    -> UnsafeRawBufferPointer?
  {
    guard let count = try socket.read(into: portion) else { return nil }
    if count > 0 { return UnsafeRawBufferPointer(rebasing: portion[..<count]) }
    isAtEnd = true
    return nil
  }

  /// Reads at most one portion from the socket, and passes it to `body`.
  func read(_ body: (UnsafeRawBufferPointer) -> Void) throws(SystemError) {
    let portion = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.portionByteCount, alignment: 16)
    defer { portion.deallocate() }
    if let bytes = try read(into: portion) { body(bytes) }
  }
}
