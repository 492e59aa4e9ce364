internal import Glibc

/// A network interface that is up and supports multicast (getifaddrs(3)).
struct NetworkInterface: Hashable {
  var name: String
  /// The index for `IP_MULTICAST_IF` and similar options.
  var index: Int32
  /// One of its IPv4 addresses.
  var address: SocketAddress

  /// The maximum number of interfaces used.
  static let limit = 32

  /// Returns the interfaces that are up and have an IPv4 address; the loopback interface only if
  /// there is no other.
  static func all() -> [NetworkInterface] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var found: [NetworkInterface] = []
    var loopback: [NetworkInterface] = []
    var entry = list
    while let item = entry?.pointee, found.count < limit {
      defer { entry = item.ifa_next }
      let flags = Int32(bitPattern: item.ifa_flags)
      guard let address = item.ifa_addr, Int32(address.pointee.sa_family) == AF_INET,
        flags & Int32(IFF_UP) != 0
      else { continue }
      let isLoopback = flags & Int32(IFF_LOOPBACK) != 0
      guard isLoopback || flags & Int32(IFF_MULTICAST) != 0 else { continue }
      let interface = NetworkInterface(
        name: String(cString: item.ifa_name),
        index: Int32(bitPattern: if_nametoindex(item.ifa_name)),
        address: SocketAddress(address, byteCount: MemoryLayout<sockaddr_in>.size))
      if isLoopback { loopback.append(interface) } else { found.append(interface) }
    }
    return found.isEmpty ? loopback : found
  }
}
