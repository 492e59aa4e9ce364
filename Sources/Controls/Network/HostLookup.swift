internal import Linux

/// Looks up the addresses of a host on a thread, because getaddrinfo(3) has no time limit.
///
/// Releasing it leaves the thread alone, which ends when the lookup does.
final class HostLookup {
  private let addresses: Mailbox<[SocketAddress]>
  private let worker: Worker

  /// Starts the lookup.
  ///
  /// - Throws: If there can be no thread.
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

  /// The addresses; none if the host is unknown.
  func take() -> [SocketAddress] {
    var found: [SocketAddress] = []
    addresses.take(into: &found)
    return found
  }
}
