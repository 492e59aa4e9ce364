internal import Glibc

/// A socket address: family, host and port.
struct SocketAddress: Hashable, Sendable {
  /// Finds the addresses of a host for a TCP port, best first; returns none if the host is unknown.
  ///
  /// May block for as long as the name servers take.
  typealias Resolver = @Sendable (_ host: String, _ port: UInt16) -> [SocketAddress]

  /// A `sockaddr` of either family.
  private let bytes: [UInt8]
  /// `AF_INET` or `AF_INET6`.
  let family: Int32

  init(_ address: UnsafePointer<sockaddr>, byteCount: Int) {
    bytes = Array(UnsafeRawBufferPointer(start: address, count: byteCount))
    family = Int32(address.pointee.sa_family)
  }

  /// Creates the address that a call fills in, such as getsockname(2); nil unless it returns 0.
  init?(
    filledBy call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let address: SocketAddress? = withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard call(address, &size) == 0 else { return nil }
        return SocketAddress(
          address, byteCount: min(Int(size), MemoryLayout<sockaddr_storage>.size))
      }
    }
    guard let address else { return nil }
    self = address
  }

  /// Returns a host and a port as in URLs, such as `10.0.0.2:1705` or `[::1]:1705`.
  static func text(_ host: String, port: UInt16) -> String {
    "\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }

  /// The port, which is at the same offset in both families (ip(7), ipv6(7)).
  var port: UInt16 { bytes.count < 4 ? 0 : UInt16(bytes[2]) << 8 | UInt16(bytes[3]) }

  /// Calls `body` with the `sockaddr`.
  func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var storage = sockaddr_storage()
    let count = withUnsafeMutableBytes(of: &storage) { storage in
      let count = min(bytes.count, storage.count)
      storage.copyBytes(from: bytes.prefix(count))
      return count
    }
    return withUnsafePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(count)) }
    }
  }

  /// Whether both are of the same host, whatever their ports.
  func isSameMachine(as other: SocketAddress) -> Bool {
    family == other.family && machine == other.machine
  }

  /// The bytes of the host address (ip(7), ipv6(7)).
  private var machine: ArraySlice<UInt8> {
    let range = family == AF_INET6 ? 8..<24 : 4..<8
    return bytes.count >= range.upperBound ? bytes[range] : []
  }

  /// Finds addresses with getaddrinfo(3), in the order of RFC 6724.
  static let systemResolver: Resolver = { host, port in find(host, port, flags: 0) }

  /// Parses a numeric address, without blocking; nil for a name.
  static func numeric(_ host: String, port: UInt16) -> SocketAddress? {
    find(host, port, flags: AI_NUMERICHOST).first
  }

  /// The host address as text, such as "10.0.0.2"; empty if it has none.
  var host: String {
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let code = withAddress {
      getnameinfo($0, $1, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
    }
    guard code == 0 else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func find(_ host: String, _ port: UInt16, flags: Int32) -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = flags | AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    var entry = list
    while let info = entry?.pointee {
      if let address = info.ai_addr {
        addresses.append(SocketAddress(address, byteCount: Int(info.ai_addrlen)))
      }
      entry = info.ai_next
    }
    return addresses
  }
}

/// The addresses of a host that one connection attempt tries in turn; does no I/O.
///
/// Starts with the one that worked last: a host that is reachable by only one of two protocols then
/// causes no wait for the other one each time.
struct AddressTurn {
  /// The maximum number of addresses, so that an attempt ends.
  static let limit = 8

  private var waiting: [SocketAddress]

  init(_ addresses: [SocketAddress], first: SocketAddress?) {
    waiting = []
    if let first, addresses.contains(first) { waiting.append(first) }
    for address in addresses where waiting.count < Self.limit && !waiting.contains(address) {
      waiting.append(address)
    }
    waiting.reverse()
  }

  /// Whether `next` returns another address.
  var hasMore: Bool { !waiting.isEmpty }

  /// Returns the next address; nil when all have been tried.
  mutating func next() -> SocketAddress? { waiting.popLast() }
}
