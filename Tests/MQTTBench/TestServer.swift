internal import Glibc

/// A server that listens on a local port and acts only on request.
public final class TestServer {
  public let port: UInt16
  private let listening: Int32
  private var accepted: [Int32] = []
  private var queued: [UInt8] = []
  /// The number of queued bytes that were sent.
  public private(set) var sentCount = 0

  public convenience init() throws {
    try self.init(port: 0)
  }

  /// Listens on a local port; 0 for any.
  init(port: UInt16) throws {
    let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_in.loopback(port)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listening, address, size) == 0 && listen(listening, 16) == 0
          && getsockname(listening, address, &size) == 0
      }
    }
    self.listening = listening
    self.port = UInt16(bigEndian: address.sin_port)
    guard isBound else { throw MosquittoBroker.Failure("no port to listen at") }
  }

  deinit {
    for descriptor in accepted + [listening] { close(descriptor) }
  }

  /// The number of connections so far; accepts new ones.
  public var count: Int {
    while true {
      let descriptor = accept(listening, nil, nil)
      guard descriptor >= 0 else { return accepted.count }
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      // Send at once, without waiting for earlier data to be acknowledged (tcp(7)).
      var isOn: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(4))
      accepted.append(descriptor)
    }
  }

  /// Sends bytes to the last connection, after those that are queued.
  public func send(_ bytes: [UInt8]) {
    if sentCount < queued.count { return queue(bytes) }
    guard let descriptor = accepted.last else { return }
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Queues bytes for `sendQueued`, however many.
  public func queue(_ bytes: [UInt8]) {
    queued.append(contentsOf: bytes)
  }

  /// Sends as many queued bytes as the last connection accepts.
  public func sendQueued() {
    guard let descriptor = accepted.last, sentCount < queued.count else { return }
    let count = queued.withUnsafeBytes {
      Glibc.send(
        descriptor, $0.baseAddress?.advanced(by: sentCount), $0.count - sentCount,
        Int32(MSG_NOSIGNAL))
    }
    sentCount += max(0, count)
  }

  /// The number of sent bytes that the last connection's kernel has not acknowledged (tcp(7)).
  public var unacknowledgedCount: Int {
    var count: Int32 = 0
    guard let descriptor = accepted.last, ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 else {
      return 0
    }
    return Int(count)
  }

  /// The bytes received from the last connection and not yet read.
  public func receive() -> [UInt8] {
    guard let descriptor = accepted.last else { return [] }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &chunk, chunk.count)
    return Array(chunk[..<max(0, count)])
  }

  /// Closes the last connection.
  public func hangUp() {
    if let descriptor = accepted.last { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  /// Resets the last connection, as the kernel does for a program that crashed: the peer's next
  /// packet cannot be sent.
  public func reset() {
    guard let descriptor = accepted.last else { return }
    // A linger time of 0 sends a reset; the file descriptor stays open until the end.
    var noLinger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &noLinger, socklen_t(MemoryLayout<linger>.size))
    var unspecified = sockaddr(sa_family: sa_family_t(AF_UNSPEC), sa_data: sockaddr().sa_data)
    connect(descriptor, &unspecified, socklen_t(MemoryLayout<sockaddr>.size))
  }
}

extension sockaddr_in {
  static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
