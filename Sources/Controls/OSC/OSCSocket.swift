internal import Glibc
internal import Linux

/// A non-blocking UDP socket for one desk, with an optional fixed local port.
///
/// Without a fixed port the socket is connected: the kernel drops packets from other senders, and
/// reports when nothing listens at the desk's port (udp(7)). With one, it accepts packets from any
/// port of the desk's host.
final class OSCSocket {
  /// The size limit of a packet in bytes; UDP packets are never longer.
  static let packetByteLimit = 65_536
  /// The maximum number of packets per `receive`.
  static let portionCount = 64
  /// The kernel's buffer for a desk that sends faster than packets are processed.
  static let receiveBufferByteCount: Int32 = 65_536

  private let socket: FileDescriptor
  private let desk: SocketAddress
  private let isListening: Bool
  private let buffer: UnsafeMutableRawBufferPointer

  /// Opens a socket.
  ///
  /// - Parameters:
  ///   - desk: The destination of packets.
  ///   - listeningPort: The local port; nil for any.
  /// - Throws: The error of socket(2), bind(2) or connect(2).
  init(to desk: SocketAddress, listeningPort: UInt16?) throws(SystemError) {
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = FileDescriptor(owning: try check("socket") { Glibc.socket(desk.family, kind, 0) })
    self.desk = desk
    isListening = listeningPort != nil
    self.socket = socket
    buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.packetByteLimit, alignment: 16)
    // Failure is harmless: after a flood, old values only take longer to drain.
    var size = Self.receiveBufferByteCount
    setsockopt(
      self.socket.number, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    if let listeningPort {
      let anyHost = desk.family == AF_INET6 ? "::" : "0.0.0.0"
      guard let own = SocketAddress.numeric(anyHost, port: listeningPort) else {
        throw SystemError(call: "bind", code: EINVAL)
      }
      try check("bind") { own.withAddress { bind(self.socket.number, $0, $1) } }
    } else {
      try check("connect") { desk.withAddress { connect(self.socket.number, $0, $1) } }
    }
  }

  deinit {
    buffer.deallocate()
  }

  /// For the event loop; valid while this object exists.
  var descriptor: Int32 { socket.number }

  /// Sends a packet, or drops it if the send buffer is full.
  ///
  /// - Throws: The error of send(2), possibly of an earlier packet: `ECONNREFUSED`.
  func send(_ packet: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      _ = try check("send") {
        packet.withUnsafeBytes { packet in
          guard isListening else {
            return Glibc.send(
              socket.number, packet.baseAddress, packet.count, Int32(MSG_NOSIGNAL))
          }
          return desk.withAddress {
            sendto(
              socket.number, packet.baseAddress, packet.count, Int32(MSG_NOSIGNAL), $0, $1)
          }
        }
      }
    } catch  where error.code == EAGAIN || error.code == ENOBUFS || error.code == EPERM {
      // EPERM: a firewall drops the packet, as the network might.
      return
    }
  }

  /// Passes packets from the desk to `body`, which returns whether to continue.
  ///
  /// Reads one batch at most, so that a flood cannot block the loop.
  ///
  /// - Throws: The error of recvfrom(2), possibly of a packet sent earlier: `ECONNREFUSED`.
  func receive(_ body: (UnsafeRawBufferPointer) -> Bool) throws(SystemError) {
    for _ in 0..<Self.portionCount {
      var sender: SocketAddress?
      let count: Int
      do throws(SystemError) {
        count = try check("recvfrom") {
          guard isListening else {
            return recv(socket.number, buffer.baseAddress, buffer.count, 0)
          }
          var count = 0
          sender = SocketAddress(filledBy: {
            count = recvfrom(socket.number, buffer.baseAddress, buffer.count, 0, $0, $1)
            return count < 0 ? -1 : 0
          })
          return count
        }
      } catch  where error.code == EAGAIN {
        return
      }
      if isListening, sender?.isSameMachine(as: desk) != true { continue }
      guard body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { return }
    }
  }
}
