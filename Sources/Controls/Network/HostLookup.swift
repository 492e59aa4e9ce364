internal import Linux

/// Looks up the addresses of a host on a worker thread, because getaddrinfo(3) has no time limit.
///
/// Releasing it does not stop the thread, which ends with the lookup.
final class HostLookup {
  private let addresses: Mailbox<[SocketAddress]>
  private let worker: Worker

  /// Starts the lookup.
  ///
  /// - Throws: If the thread cannot be created.
  init(_ host: String, port: UInt16, by resolve: @escaping SocketAddress.Resolver)
    throws(SystemError)
  {
    let addresses = try Mailbox<[SocketAddress]>([])
    self.addresses = addresses
    worker = try Worker(stackBytes: 512 << 10) {
      let found = resolve(host, port)
      addresses.post { $0 = found }
    }
  }

  /// Readable when the lookup is done.
  var descriptor: Int32 { addresses.descriptor }

  /// Returns the addresses; empty if the host is unknown.
  func take() -> [SocketAddress] {
    var found: [SocketAddress] = []
    addresses.take(into: &found)
    return found
  }
}
