internal import Glibc
internal import Linux

/// TCP on this machine.
enum Loopback {
  /// Returns a connection to a port, which is closed when it is released.
  static func connection(to port: UInt16) throws(SystemError) -> FileDescriptor {
    try socket(port, "connect") { connect($0, $1, $2) }
  }

  /// Returns a port at which no program listens now.
  static func freePort() throws(SystemError) -> UInt16 {
    let bound = try socket(0, "bind") { bind($0, $1, $2) }
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    try check("getsockname") {
      withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          getsockname(bound.number, $0, &size)
        }
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Returns a TCP socket after calling `act` with it and the address of a port.
  private static func socket(
    _ port: UInt16, _ name: String, _ act: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(SystemError) -> FileDescriptor {
    let socket = FileDescriptor(
      owning: try check("socket") {
        Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      })
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    let number = socket.number
    try check(name) {
      withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          act(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    return socket
  }
}
