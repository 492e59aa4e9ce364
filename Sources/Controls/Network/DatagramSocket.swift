internal import Glibc
internal import Linux

/// A UDP socket (IPv4) on one interface, for multicast messages; never blocks.
final class DatagramSocket {
  /// The size limit of a message in bytes; longer ones are truncated.
  static let byteLimit = 9000

  private let socket: FileDescriptor
  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: byteLimit, alignment: 16)

  /// Opens a socket that sends multicast messages through an interface.
  ///
  /// - Parameters:
  ///   - interface: The interface.
  ///   - port: The local port, which other programs may share; nil for any.
  ///   - group: The multicast group to join, such as "239.255.255.250"; nil to receive only
  ///     messages sent to the socket itself.
  /// - Throws: The error of socket(2), bind(2) or setsockopt(2).
  init(on interface: NetworkInterface, port: UInt16?, group: String?) throws(SystemError) {
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = FileDescriptor(
      owning: try check("socket") { Glibc.socket(AF_INET, kind, 0) })
    self.socket = socket
    try set(SO_REUSEADDR, Int32(1), level: SOL_SOCKET)
    var own = ip_mreqn()
    own.imr_ifindex = interface.index
    try set(IP_MULTICAST_IF, own)
    // Also reach programs on this machine.
    try set(IP_MULTICAST_LOOP, Int32(1))
    try set(IP_MULTICAST_TTL, Int32(2))
    try set(IP_MULTICAST_ALL, Int32(0))
    // A socket bound to the group does not receive messages for other sockets of the port.
    let address = group.flatMap { SocketAddress.numeric($0, port: port ?? 0) }
    let bound = address ?? SocketAddress.numeric("0.0.0.0", port: port ?? 0)
    if let bound {
      try check("bind") { bound.withAddress { bind(self.socket.number, $0, $1) } }
    }
    if let group {
      own.imr_multiaddr.s_addr = inet_addr(group)
      try set(IP_ADD_MEMBERSHIP, own)
    }
  }

  deinit {
    buffer.deallocate()
  }

  private func set<Value: BitwiseCopyable>(
    _ option: Int32, _ value: Value, level: Int32 = Int32(IPPROTO_IP)
  ) throws(SystemError) {
    var value = value
    try check("setsockopt") {
      setsockopt(socket.number, level, option, &value, socklen_t(MemoryLayout<Value>.size))
    }
  }

  /// For the event loop; valid while this object exists.
  var descriptor: Int32 { socket.number }

  /// Sends a message; a message that cannot be sent is lost, like any datagram.
  func send(_ bytes: [UInt8], to address: SocketAddress) {
    _ = address.withAddress {
      sendto(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, $1)
    }
  }

  /// Returns the next message and its sender; nil if there is none.
  func receive() -> (bytes: [UInt8], from: SocketAddress)? {
    var count = 0
    let sender = SocketAddress(filledBy: {
      count = recvfrom(socket.number, buffer.baseAddress, buffer.count, 0, $0, $1)
      return count < 0 ? -1 : 0
    })
    return sender.map { (Array(buffer[..<count]), $0) }
  }

  /// Waits until one of the sockets receives a message.
  ///
  /// - Returns: The sockets with a message; empty if the time is over.
  static func wait(
    for sockets: [DatagramSocket], milliseconds: Int32
  ) -> [DatagramSocket] {
    FileDescriptor.waitForInput(
      of: sockets.map(\.descriptor), milliseconds: max(0, milliseconds)
    ).map { sockets[$0] }
  }
}
