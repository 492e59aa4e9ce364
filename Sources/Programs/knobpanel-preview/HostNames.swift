internal import Glibc

/// The names and addresses of this machine.
enum HostNames {
  /// The name of this machine, plain and as a multicast DNS name, and its interfaces' addresses.
  static var ofThisMachine: Set<String> {
    var names = addresses
    var buffer = [CChar](repeating: 0, count: 256)
    if gethostname(&buffer, buffer.count - 1) == 0 {
      let name = String(
        decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self
      )
      .lowercased()
      if !name.isEmpty { names.formUnion([name, name + ".local"]) }
    }
    return names
  }

  /// The addresses of the interfaces; IPv6 addresses are in brackets, as in a URL.
  private static var addresses: Set<String> {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var found: Set<String> = []
    var next = list
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard let address = entry.ifa_addr else { continue }
      let family = Int32(address.pointee.sa_family)
      guard family == AF_INET || family == AF_INET6 else { continue }
      let size =
        family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
      var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      guard
        getnameinfo(
          address, socklen_t(size), &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST) == 0
      else { continue }
      let text = String(
        decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      // The zone of a link-local address has no meaning on other machines.
      let plain = String(text.prefix { $0 != "%" })
      found.insert(family == AF_INET6 ? "[\(plain)]" : plain)
    }
    return found
  }
}
