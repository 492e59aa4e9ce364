import ChildPrograms
import Glibc
import Testing

/// A desktop with a mouse: weston in a window of an X server without a screen.
///
/// A client that fills weston's output has the same origin as the X server.
final class Desktop {
  let weston: Weston
  private let server: XServer

  init(size: (Int, Int) = (640, 400)) throws {
    server = try XServer(size: size)
    weston = try Weston(
      size: size, backend: "x11", environment: ["DISPLAY": server.display])
  }

  /// Runs `xdotool` with these words, such as `mousemove 20 30 click 4`.
  func mouse(_ words: String) throws {
    let arguments = ["xdotool"] + words.split(separator: " ").map(String.init)
    let status = try ChildProgram(
      arguments, environment: ["PATH": "/usr/bin:/bin", "DISPLAY": server.display]
    ).waitForEnd()
    guard status == 0 else { throw CannotStart(description: "xdotool \(words): \(status)") }
  }
}

/// Xvfb, ended on deinit.
private final class XServer {
  /// The value for `DISPLAY`.
  let display: String
  private let process: ChildProgram

  init(size: (Int, Int)) throws {
    // The server picks a free number itself, and writes it once it listens.
    let number = try OutputPipe()
    process = try ChildProgram(
      ["Xvfb", "-displayfd", "3", "-screen", "0", "\(size.0)x\(size.1)x24", "-nolisten", "tcp"],
      environment: ["PATH": "/usr/bin:/bin"], passing: number.writeEnd)
    number.closeWriteEnd()
    try number.reader.wait("the number of Xvfb") { $0.last == UInt8(ascii: "\n") }
    display = ":" + number.reader.text.dropLast()
  }

  deinit {
    // It removes its socket and lock file.
    process.send(SIGTERM)
    _ = try? process.waitForEnd()
  }
}
