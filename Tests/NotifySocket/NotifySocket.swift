internal import Foundation
internal import Glibc
internal import Linux

/// The socket on which a service manager listens (sd_notify(3)).
public final class NotifySocket {
  /// The path of the socket.
  public let path: String
  private let socket: FileDescriptor

  /// Readable when a message has arrived.
  public var descriptor: Int32 { socket.number }

  /// Listens on a unique path in the temporary folder.
  ///
  /// - Throws: The error of bind(2).
  public init() throws {
    let folder = FileManager.default.temporaryDirectory
    let path = folder.appending(path: "notify-\(UUID().uuidString)").path
    self.path = path
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let number = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    socket = FileDescriptor(owning: number)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if result != 0 { throw SystemError(call: "bind", subject: path, code: errno) }
  }

  deinit { unlink(path) }

  /// The environment of a program that this manager starts.
  public func environment(watchdogMicroseconds: Int64? = nil) -> [String: String] {
    var environment = ["NOTIFY_SOCKET": path]
    if let watchdogMicroseconds { environment["WATCHDOG_USEC"] = "\(watchdogMicroseconds)" }
    return environment
  }

  /// The messages that have arrived, after waiting for the first one.
  public func messages(milliseconds: Int32 = 0) -> [String] {
    var messages: [String] = []
    var wait = milliseconds
    while socket.waitForInput(milliseconds: wait) {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = recv(socket.number, &bytes, bytes.count, 0)
      guard count >= 0 else { break }
      messages.append(String(decoding: bytes.prefix(count), as: UTF8.self))
      wait = 0
    }
    return messages
  }

  /// The next message with the file descriptor that it carries.
  public func receiveDescriptor() -> (message: String, descriptor: Int32)? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var control = [UInt64](repeating: 0, count: 8)
    var message = msghdr()
    let count = bytes.withUnsafeMutableBytes { bytes in
      control.withUnsafeMutableBytes { control in
        var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        return withUnsafeMutablePointer(to: &part) { part in
          message.msg_iov = part
          message.msg_iovlen = 1
          message.msg_control = control.baseAddress
          message.msg_controllen = control.count
          return recvmsg(socket.number, &message, 0)
        }
      }
    }
    // struct cmsghdr (cmsg(3)): length, level and type, then the file descriptor.
    guard count >= 0, message.msg_controllen >= 20 else { return nil }
    let descriptor = control.withUnsafeBytes { $0.load(fromByteOffset: 16, as: Int32.self) }
    return (String(decoding: bytes.prefix(count), as: UTF8.self), descriptor)
  }
}
