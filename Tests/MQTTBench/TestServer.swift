internal import Glibc

/// Listens at a port of this machine, and does no more than it is told.
public final class TestServer {
  public let port: UInt16
  private let listening: Int32
  private var accepted: [Int32] = []
  private var queued: [UInt8] = []
  /// How much of what is queued was said.
  public private(set) var saidCount = 0

  public convenience init() throws {
    try self.init(port: 0)
  }

  /// Listens at this port of this machine; 0 for any.
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

  /// Connections so far, of which those that are new are taken.
  public var count: Int {
    while true {
      let descriptor = accept(listening, nil, nil)
      guard descriptor >= 0 else { return accepted.count }
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      // What is said is there at once, and does not wait for what was said before (tcp(7)).
      var isOn: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(4))
      accepted.append(descriptor)
    }
  }

  /// Says something to the last connection, after what is queued.
  public func say(_ bytes: [UInt8]) {
    if saidCount < queued.count { return queue(bytes) }
    guard let descriptor = accepted.last else { return }
    _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Adds something that `sayQueued` says, however much it is.
  public func queue(_ bytes: [UInt8]) {
    queued.append(contentsOf: bytes)
  }

  /// Says as much of what is queued to the last connection as it takes.
  public func sayQueued() {
    guard let descriptor = accepted.last, saidCount < queued.count else { return }
    let count = queued.withUnsafeBytes {
      send(
        descriptor, $0.baseAddress?.advanced(by: saidCount), $0.count - saidCount,
        Int32(MSG_NOSIGNAL))
    }
    saidCount += max(0, count)
  }

  /// How much of what was said has not reached the last connection's kernel (tcp(7)).
  public var unacknowledgedCount: Int {
    var count: Int32 = 0
    guard let descriptor = accepted.last, ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 else {
      return 0
    }
    return Int(count)
  }

  /// What the last connection said and nobody read yet.
  public func hear() -> [UInt8] {
    guard let descriptor = accepted.last else { return [] }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &chunk, chunk.count)
    return Array(chunk[..<max(0, count)])
  }

  /// Hangs up on the last connection.
  public func hangUp() {
    if let descriptor = accepted.last { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  /// Resets the last connection, as the kernel does for a program that crashed: the next packet
  /// cannot be sent.
  public func reset() {
    guard let descriptor = accepted.last else { return }
    // Disconnecting without lingering sends a reset; the descriptor stays for the end.
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
