import Glibc
import Testing

/// A desktop with a mouse: weston in a window of an X server that has no screen.
///
/// A client that fills weston's output has its origin in the X server's.
final class Desktop {
  let weston: Weston
  private let server: XServer

  init(size: (Int, Int) = (640, 400)) throws {
    server = try XServer(size: size)
    weston = try Weston(
      size: size, backend: "x11", environment: ["DISPLAY=\(server.display)"])
  }

  /// Does what the words for `xdotool` say, such as `mousemove 20 30 click 4`.
  func mouse(_ words: String) throws {
    let arguments = ["xdotool"] + words.split(separator: " ").map(String.init)
    var status: Int32 = 0
    let process = try spawn(
      arguments, environment: ["PATH=/usr/bin:/bin", "DISPLAY=\(server.display)"],
      package: "xdotool")
    waitpid(process, &status, 0)
    guard status == 0 else { throw CannotStart(description: "xdotool \(words): \(status)") }
  }
}

/// Xvfb, gone with the value.
private final class XServer {
  /// For `DISPLAY`.
  let display: String
  private let process: pid_t

  init(size: (Int, Int)) throws {
    // The server looks for a free number itself, and says so once it listens.
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw CannotStart(description: "no pair of sockets")
    }
    defer { close(ends[0]) }
    do {
      defer { close(ends[1]) }
      process = try spawn(
        [
          "Xvfb", "-displayfd", "3", "-screen", "0", "\(size.0)x\(size.1)x24", "-nolisten", "tcp",
        ],
        environment: ["PATH=/usr/bin:/bin"], package: "xvfb", passing: (ends[1], as: 3))
    }
    var number = ""
    var byte: UInt8 = 0
    // Ends without a line feed if the server does.
    while read(ends[0], &byte, 1) == 1, byte != UInt8(ascii: "\n") {
      number.unicodeScalars.append(Unicode.Scalar(byte))
    }
    display = ":" + number
    guard byte == UInt8(ascii: "\n"), Int(number) != nil else {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
      throw CannotStart(description: "Xvfb did not come up")
    }
  }

  deinit {
    // It removes its socket and lock file.
    kill(process, SIGTERM)
    waitpid(process, nil, 0)
  }
}
