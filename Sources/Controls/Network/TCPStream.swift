internal import CLinux
internal import Glibc
internal import Linux

/// A TCP connection that never blocks.
///
/// The work of each call is limited: `read` takes one portion, and what the peer does not take is
/// kept up to a limit.
final class TCPStream {
  /// The most bytes that `read` takes from the socket.
  static let portionByteCount = 16_384
  /// The most bytes that are kept for a peer that does not take them.
  static let unsentByteLimit = 65_536
  /// How much the kernel may keep for us, of which it uses a part for itself (socket(7)).
  ///
  /// By itself it would keep megabytes of a peer that sends faster than messages are processed, and
  /// a knob would show values that are minutes old.
  static let receiveBufferByteCount: Int32 = 32_768
  // Of <linux/tcp.h>, whose structures and those of the C library's header of that name exclude each
  // other.
  private static let noDelay: Int32 = 1
  private static let idleSecondsBeforeProbes: Int32 = 4
  private static let secondsBetweenProbes: Int32 = 5
  private static let probeCount: Int32 = 6
  private static let userTimeout: Int32 = 18
  /// How long the kernel retries to deliver data to the peer's machine (tcp(7)).
  private static let deliveryMilliseconds: Int32 = 5000

  private let socket: FileDescriptor
  private var unsent: [UInt8] = []
  /// How many bytes are kept beyond the limit, for a large message that has not left.
  private var largeByteCount = 0
  /// Whether the peer has ended the connection; what came before was read.
  private(set) var isAtEnd = false

  /// Begins to connect.
  ///
  /// - Parameter address: The peer's address.
  /// - Throws: The error of socket(2) or connect(2).
  init(to address: SocketAddress) throws(SystemError) {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = FileDescriptor(
      owning: try check("socket") { Glibc.socket(address.family, kind, 0) })
    self.socket = socket
    setOptions()
    // Before connect, which tells the peer's machine how much it may send (tcp(7)).
    setOption(SO_RCVBUF, Self.receiveBufferByteCount, level: SOL_SOCKET)
    do throws(SystemError) {
      try check("connect") { address.withAddress { connect(self.socket.number, $0, $1) } }
    } catch {
      guard error.code == EINPROGRESS else { throw error }
    }
  }

  /// Takes over a connection that was accepted, and does not block (accept4(2)).
  init(accepted: consuming FileDescriptor) {
    socket = accepted
    setOptions()
  }

  private func setOptions() {
    // If one of these fails: what is sent arrives later, or a dead connection is detected later.
    setOption(Self.noDelay, 1)
    setOption(Self.userTimeout, Self.deliveryMilliseconds)
  }

  private func setOption(_ option: Int32, _ value: Int32, level: Int32 = Int32(IPPROTO_TCP)) {
    var value = value
    setsockopt(socket.number, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Makes the kernel ask after half a minute of silence whether the peer's machine is still there,
  /// for protocols that have no such question; a machine that is not ends the connection.
  func probeWhenIdle() {
    setOption(SO_KEEPALIVE, 1, level: SOL_SOCKET)
    setOption(Self.idleSecondsBeforeProbes, 30)
    setOption(Self.secondsBetweenProbes, 5)
    setOption(Self.probeCount, 3)
  }

  /// For the event loop; valid as long as this object lives.
  var descriptor: Int32 { socket.number }

  /// The error of connecting; nil if it is connected.
  var connectError: SystemError? {
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    let result = getsockopt(socket.number, SOL_SOCKET, SO_ERROR, &code, &size)
    return result == 0 && code != 0 ? SystemError(call: "connect", code: code) : nil
  }

  /// Our own address of the connection, for what the peer has to connect to; nil if it is not known.
  var localAddress: SocketAddress? {
    SocketAddress(filledBy: { getsockname(socket.number, $0, $1) })
  }

  /// The address of the peer; nil if it is not connected.
  var peerAddress: SocketAddress? {
    SocketAddress(filledBy: { getpeername(socket.number, $0, $1) })
  }

  // MARK: Sending

  var unsentByteCount: Int { unsent.count }

  /// Adds bytes to what `flush` sends.
  ///
  /// - Parameters:
  ///   - bytes: What is sent.
  ///   - isLarge: Whether they do not count for the limit, whose users limit them in another way.
  /// - Throws: `ENOBUFS` if the peer does not take what was sent before.
  func send(_ bytes: [UInt8], isLarge: Bool = false) throws(SystemError) {
    if isLarge { largeByteCount += bytes.count }
    guard unsent.count + bytes.count <= Self.unsentByteLimit + largeByteCount else {
      throw SystemError(call: "send", code: ENOBUFS)
    }
    if unsent.isEmpty { unsent = bytes } else { unsent += bytes }
  }

  /// Sends what the socket takes.
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

  /// Takes at most one portion of the socket into `portion`; nil if there is nothing, or no more.
  func read(into portion: UnsafeMutableRawBufferPointer) throws(SystemError)
    -> UnsafeRawBufferPointer?
  {
    guard let count = try socket.read(into: portion) else { return nil }
    if count > 0 { return UnsafeRawBufferPointer(rebasing: portion[..<count]) }
    isAtEnd = true
    return nil
  }

  /// Takes at most one portion of the socket, and passes it to `body`.
  func read(_ body: (UnsafeRawBufferPointer) -> Void) throws(SystemError) {
    let portion = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.portionByteCount, alignment: 16)
    defer { portion.deallocate() }
    if let bytes = try read(into: portion) { body(bytes) }
  }
}
