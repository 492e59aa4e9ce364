internal import CLinux
internal import Glibc
internal import Linux

/// A TCP connection to a broker, with or without TLS, that never blocks.
///
/// The work of each call is limited: `read` takes one portion, and what the broker does not take is
/// kept up to a limit.
final class BrokerStream {
  /// The most bytes that `read` takes from the socket.
  static let portionByteCount = 16_384
  /// The most bytes that are kept for a broker that does not take them.
  static let unsentByteLimit = 65_536
  /// How much the kernel may keep for us, of which it uses a part for itself (socket(7)).
  ///
  /// By itself it would keep megabytes of a broker that sends faster than messages are processed, and
  /// a knob would show values that are minutes old.
  static let receiveBufferByteCount: Int32 = 32_768
  // TCP_NODELAY and TCP_USER_TIMEOUT of <linux/tcp.h>, whose structures and those of the C library's
  // header of that name exclude each other.
  private static let noDelay: Int32 = 1
  private static let userTimeout: Int32 = 18
  /// How long the kernel retries to deliver data to the broker's machine (tcp(7)).
  private static let deliveryMilliseconds: Int32 = 5000

  private let socket: FileDescriptor
  private let tls: TLSFilter?
  private var unsent: [UInt8] = []
  /// Whether the broker has ended the connection; what came before was read.
  private(set) var isAtEnd = false
  /// Whether bytes can be sent and received: at once, or once TLS has begun.
  private(set) var isReady: Bool

  /// Begins to connect.
  ///
  /// - Parameters:
  ///   - address: The broker's address.
  ///   - tls: Encrypts the connection; nil for none.
  /// - Throws: The error of socket(2) or connect(2).
  init(to address: SocketAddress, tls: TLSFilter?) throws(SystemError) {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = FileDescriptor(
      owning: try check("socket") { Glibc.socket(address.family, kind, 0) })
    self.socket = socket
    self.tls = tls
    isReady = tls == nil
    // If one of these fails: commands are later, or the keepalive detects a dead connection later.
    setOption(Self.noDelay, 1)
    setOption(Self.userTimeout, Self.deliveryMilliseconds)
    // Before connect, which tells the broker's machine how much it may send (tcp(7)).
    setOption(SO_RCVBUF, Self.receiveBufferByteCount, level: SOL_SOCKET)
    do throws(SystemError) {
      try check("connect") { address.withAddress { connect(self.socket.number, $0, $1) } }
    } catch {
      guard error.code == EINPROGRESS else { throw error }
    }
  }

  private func setOption(_ option: Int32, _ value: Int32, level: Int32 = Int32(IPPROTO_TCP)) {
    var value = value
    setsockopt(socket.number, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
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

  // MARK: Sending

  var unsentByteCount: Int { unsent.count }

  /// Adds bytes to what `flush` sends; requires `isReady`.
  ///
  /// - Throws: `.lost` if the broker does not take what was sent before.
  func send(_ bytes: [UInt8]) throws(MQTTSessionError) {
    guard unsent.count + bytes.count <= Self.unsentByteLimit else { throw .lost }
    if let tls { unsent += try tls.encrypt(bytes) } else { unsent += bytes }
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
      unsent.removeFirst(count)
    }
  }

  // MARK: Receiving

  /// Begins TLS; the broker's answers are processed by `read`.
  func secure() throws(MQTTSessionError) {
    guard let tls else { return }
    isReady = try tls.shakeHands()
    unsent += tls.takeCiphertext()
  }

  /// Takes at most one portion of the socket, and passes its plain bytes to `body`.
  func read(_ body: (UnsafeRawBufferPointer) -> Void) throws(MQTTSessionError) {
    var count: Int?
    let portion = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.portionByteCount, alignment: 16)
    defer { portion.deallocate() }
    do throws(SystemError) { count = try socket.read(into: portion) } catch {
      throw .network(error)
    }
    guard let count else { return }
    if count == 0 { return isAtEnd = true }
    let bytes = UnsafeRawBufferPointer(rebasing: portion[..<count])
    guard let tls else { return body(bytes) }
    tls.receive(bytes)
    if !isReady { try secure() }
    while isReady, let count = try tls.decrypt(into: portion), count > 0 {
      body(UnsafeRawBufferPointer(rebasing: portion[..<count]))
    }
    // TLS answers some records, such as requests for new keys, by itself.
    unsent += tls.takeCiphertext()
    guard unsent.count <= Self.unsentByteLimit else { throw .lost }
    if tls.isAtEnd { isAtEnd = true }
  }
}
