internal import Glibc
internal import Linux
internal import Program

/// A mosquitto that only this machine can reach; terminated at `deinit`.
final class BrokerProcess {
  /// The port on 127.0.0.1 at which it listens.
  let port: UInt16
  private let process: pid_t

  private static let patienceMicroseconds: Int64 = 10_000_000

  /// Starts it, and waits until it accepts connections.
  ///
  /// - Throws: `Problem` if it is not installed, or does not start.
  init() throws {
    port = try Self.freePort()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    // Without a configuration file, mosquitto 2 accepts any connection, but only from this machine.
    let words = ["mosquitto", "-p", "\(port)"]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for case let word? in arguments { free(word) } }
    // Its folder is not in every user's `PATH`.
    let path = "/usr/sbin/mosquitto"
    var process = pid_t()
    let code = posix_spawn(&process, path, &actions, nil, &arguments, environ)
    guard code == 0 else {
      throw Problem(
        "\(path) cannot be started: \(SystemError(call: "posix_spawn", code: code))",
        advice: "Install it: apt install mosquitto.")
    }
    self.process = process
    let end = MonotonicClock.microseconds + Self.patienceMicroseconds
    while (try? Self.connection(to: port)) == nil {
      guard MonotonicClock.microseconds < end else {
        throw Problem("mosquitto does not accept connections at port \(port) of this machine")
      }
      usleep(10_000)
    }
  }

  deinit {
    kill(process, SIGTERM)
    waitpid(process, nil, 0)
  }

  /// Returns a connection, which is closed when it is released.
  private static func connection(to port: UInt16) throws -> FileDescriptor {
    try socket(port) { connect($0, $1, $2) }
  }

  /// Returns a port at which no program listens now.
  private static func freePort() throws -> UInt16 {
    let bound = try socket(0) { bind($0, $1, $2) }
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    try Linux.check("getsockname") {
      withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          getsockname(bound.number, $0, &size)
        }
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Returns a TCP socket after calling `act` with it and the address of a port of this machine.
  private static func socket(
    _ port: UInt16, _ act: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws -> FileDescriptor {
    let socket = FileDescriptor(
      owning: try Linux.check("socket") {
        Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      })
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    let number = socket.number
    try Linux.check("connect") {
      withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          act(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    return socket
  }
}
