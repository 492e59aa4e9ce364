internal import Glibc

/// The service manager that started this program and expects its notifications, like systemd for a
/// service of `Type=notify`.
///
/// Messages are datagrams of assignments, one per line (sd_notify(3)). Sending never blocks: a
/// message that the manager cannot take now is dropped.
public final class ServiceManager {
  /// The time in microseconds within which the manager expects the next `keepAlive`; nil for never
  /// (sd_watchdog_enabled(3)).
  public let watchdogMicroseconds: Int64?

  private let socket: FileDescriptor
  private var address: sockaddr_un
  private let addressSize: socklen_t

  /// Finds the manager named by the environment; nil if there is none or its socket is unusable.
  ///
  /// - Parameter environment: Returns the value of a variable, like getenv(3).
  public init?(environment: (String) -> String? = ServiceManager.variable) {
    guard let path = environment("NOTIFY_SOCKET"),
      let (address, size) = Self.address(of: path)
    else { return nil }
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    let number = Glibc.socket(AF_UNIX, kind, 0)
    guard number >= 0 else { return nil }
    socket = FileDescriptor(owning: number)
    self.address = address
    addressSize = size
    // The watchdog may be meant for another process (WATCHDOG_PID).
    let isForThisProcess = environment("WATCHDOG_PID").map { $0 == "\(getpid())" } ?? true
    watchdogMicroseconds =
      isForThisProcess
      ? environment("WATCHDOG_USEC").flatMap(Int64.init).flatMap { $0 > 0 ? $0 : nil } : nil
  }

  /// Returns the value of an environment variable; nil if it is not set.
  public static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Reports that the service has started.
  public func ready(status: String) { send("READY=1\nSTATUS=\(Self.line(status))") }

  /// Reports what the service is doing, for its status display.
  public func report(status: String) { send("STATUS=\(Self.line(status))") }

  /// Reports that the service is alive.
  public func keepAlive() { send("WATCHDOG=1") }

  /// Reports that the service is stopping.
  public func stopping() { send("STOPPING=1") }

  /// Stores a copy of a descriptor in the manager, which passes it to the next start of the service
  /// (sd_pid_notify_with_fds(3), `FDSTORE=1`).
  ///
  /// - Parameters:
  ///   - descriptor: The file descriptor.
  ///   - name: The name for finding it again: at most 255 ASCII characters, without a colon.
  public func store(_ descriptor: Int32, name: String) {
    send("FDSTORE=1\nFDNAME=\(Self.line(name))", descriptor: descriptor)
  }

  /// Makes the manager close all stored descriptors with this name.
  public func removeStored(name: String) { send("FDSTOREREMOVE=1\nFDNAME=\(Self.line(name))") }

  private func send(_ message: String, descriptor: Int32 = -1) {
    var message = message
    var control = DescriptorMessage(descriptor)
    message.withUTF8 { bytes in
      withUnsafeMutablePointer(to: &address) { address in
        withUnsafeMutableBytes(of: &control) { control in
          var part = iovec(
            iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
          withUnsafeMutablePointer(to: &part) { part in
            var header = msghdr()
            header.msg_name = UnsafeMutableRawPointer(address)
            header.msg_namelen = addressSize
            header.msg_iov = part
            header.msg_iovlen = 1
            if descriptor >= 0 {
              header.msg_control = control.baseAddress
              header.msg_controllen = control.count
            }
            _ = sendmsg(socket.number, &header, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
          }
        }
      }
    }
  }

  /// Returns a text on one line.
  private static func line(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }

  /// Returns the address of a path, or of an abstract name if it begins with `@`; nil if it is
  /// neither.
  private static func address(of path: String) -> (sockaddr_un, socklen_t)? {
    var bytes = Array(path.utf8)
    guard bytes.count > 1, bytes.count <= UnixSocket.pathByteLimit,
      bytes[0] == UInt8(ascii: "/") || bytes[0] == UInt8(ascii: "@")
    else { return nil }
    if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let head = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
    return (address, socklen_t(head + bytes.count))
  }
}

/// A control message with one descriptor (cmsg(3), unix(7)), laid out as by the C macros.
private struct DescriptorMessage {
  private var header = cmsghdr()
  private var descriptor: Int32
  /// Pads to a multiple of the size of `size_t`.
  private var padding: Int32 = 0

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    header.cmsg_len = MemoryLayout<cmsghdr>.size + MemoryLayout<Int32>.size
    header.cmsg_level = SOL_SOCKET
    // SCM_RIGHTS
    header.cmsg_type = 1
  }
}
