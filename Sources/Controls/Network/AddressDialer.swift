internal import Linux

/// Looks up a host, and connects to its addresses in turn until the owner accepts one; never
/// blocks.
///
///     start → failed, failed, … → connected or exhausted
///     dialNext → the same for the remaining addresses
final class AddressDialer {
  /// The time limit for connecting to one address while there are others to try.
  static let connectMicroseconds: Int64 = 2_000_000

  struct Options {
    /// The time limit of the last address.
    var lastConnectMicroseconds: Int64 = 10_000_000
    var resolver = SocketAddress.systemResolver
  }

  enum Event {
    /// The stream belongs to the owner, which watches it.
    case connected(TCPStream)
    /// One address failed; another event follows.
    case failed(Failure)
    /// No addresses remain.
    case exhausted
  }

  enum Failure {
    case unknownHost
    case network(SystemError)
    /// The last address has not answered within this time.
    case silent(seconds: Int64)
  }

  private let host: String
  private let port: UInt16
  private let options: Options
  private let loop: EventLoop
  private let onEvent: (Event) -> Void
  /// Looks up the addresses on a thread, because getaddrinfo(3) has no time limit.
  private var lookup: BackgroundTask<[SocketAddress]>?
  private var addresses = AddressTurn([], first: nil)
  /// The address tried last; initially, the one to try first.
  private(set) var address: SocketAddress?
  private var stream: TCPStream?
  private var watched: Int32?
  private var patience: Alarm?

  /// Creates a dialer, not yet started.
  ///
  /// - Parameters:
  ///   - host: A name or an address.
  ///   - port: The TCP port.
  ///   - first: The address to try first, if the host has it.
  ///   - options: The time limit and the name resolver.
  ///   - loop: The event loop; must outlive the dialer.
  ///   - onEvent: Receives all events; called on the event loop's thread, also during `start` and
  ///     `dialNext`.
  init(
    _ host: String, port: UInt16, first: SocketAddress?, options: Options = Options(),
    loop: EventLoop,
    onEvent: @escaping (Event) -> Void
  ) {
    (self.host, self.port, self.options) = (host, port, options)
    (self.loop, self.onEvent) = (loop, onEvent)
    address = first
  }

  deinit {
    stop()
  }

  func start() {
    if let address = SocketAddress.numeric(host, port: port) {
      addresses = AddressTurn([address], first: nil)
      return dialNext()
    }
    do throws(SystemError) {
      lookup = try BackgroundTask(
        on: loop, stackBytes: 512 << 10,
        make: { [host, port, options] in options.resolver(host, port) },
        deliver: { [weak self] in self?.didLookUp($0) })
    } catch {
      giveUp(.network(error))
    }
  }

  /// Tries the remaining addresses, after the last one failed, until the kernel starts to connect
  /// to one.
  func dialNext() {
    unwatch()
    stream = nil
    while let address = addresses.next() {
      self.address = address
      do throws(SystemError) {
        let stream = try TCPStream(to: address)
        // The handler retains the dialer while it runs, because the owner may release it.
        try loop.watch(stream.descriptor, for: .writable) { [weak self] _ in self?.didConnect() }
        watched = stream.descriptor
        self.stream = stream
        return wait()
      } catch {
        onEvent(.failed(.network(error)))
      }
    }
    onEvent(.exhausted)
  }

  /// Stops; no events follow, unless it is started again.
  func stop() {
    unwatch()
    (stream, lookup) = (nil, nil)
    patience?.cancel()
    patience = nil
  }

  /// - Parameter found: The addresses; empty if the host is unknown.
  private func didLookUp(_ found: [SocketAddress]) {
    lookup = nil
    if found.isEmpty { return giveUp(.unknownHost) }
    addresses = AddressTurn(found, first: address)
    dialNext()
  }

  private func giveUp(_ failure: Failure) {
    unwatch()
    onEvent(.failed(failure))
    onEvent(.exhausted)
  }

  private func wait() {
    let alarm = patience ?? loop.makeAlarm { [unowned self] in didTimeOut() }
    patience = alarm
    let last = options.lastConnectMicroseconds
    let limit = addresses.hasMore ? min(Self.connectMicroseconds, last) : last
    alarm.set(afterMicroseconds: limit)
  }

  private func didTimeOut() {
    onEvent(
      .failed(
        addresses.hasMore
          ? .network(SystemError(call: "connect", code: SystemError.timedOut))
          : .silent(seconds: options.lastConnectMicroseconds / 1_000_000)))
    dialNext()
  }

  private func didConnect() {
    guard let stream else { return }
    unwatch()
    self.stream = nil
    if let error = stream.connectError {
      onEvent(.failed(.network(error)))
      return dialNext()
    }
    onEvent(.connected(stream))
  }

  private func unwatch() {
    if let watched { loop.unwatch(watched) }
    watched = nil
    patience?.set(atMicroseconds: nil)
  }
}
