import Glibc
import Testing

/// A compositor without a screen, in a runtime folder of its own; gone with the value.
final class Weston {
  /// The folder for its socket and files.
  let folder: String
  private var process: pid_t = 0
  private let arguments: [String]
  private let environment: [String]

  /// The socket, for `WaylandOptions`.
  var socket: String { folder + "/wayland-test" }

  /// Debian's weston with the pixman renderer; `options` such as `--scale=2` are those of its
  /// backend, which finds what it needs in `environment`.
  init(
    size: (Int, Int) = (640, 400), options: [String] = [], backend: String = "headless",
    environment: [String] = []
  ) throws {
    var template = Array("/tmp/knobpanel-weston-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let made else { throw CannotStart(description: "no folder under /tmp") }
    folder = made
    self.environment =
      environment + [
        "PATH=/usr/bin:/bin", "XDG_RUNTIME_DIR=\(folder)", "XDG_PICTURES_DIR=\(folder)",
        "WAYLAND_DISPLAY=wayland-test", "HOME=\(folder)", "XDG_CACHE_HOME=\(folder)",
      ]
    arguments =
      [
        "weston", "--backend=\(backend)-backend.so", "--use-pixman", "--config=\(folder)/config",
        "--idle-time=0",
        "--debug", "--socket=wayland-test", "--log=\(folder)/log", "--width=\(size.0)",
        "--height=\(size.1)",
      ] + options
    // A picture that fades in is no picture to compare.
    try write("[shell]\nstartup-animation=none\nclose-animation=none\n", to: "config")
    try restart()
  }

  deinit {
    kill()
    for name in (try? names()) ?? [] { unlink(folder + "/" + name) }
    rmdir(folder)
  }

  private func write(_ text: String, to name: String) throws {
    guard let file = fopen(folder + "/" + name, "w") else {
      throw CannotStart(description: "\(folder)/\(name) cannot be written")
    }
    fputs(text, file)
    fclose(file)
  }

  /// As if it crashed: no word to its clients.
  func kill() {
    guard process > 0 else { return }
    _ = Glibc.kill(process, SIGKILL)
    waitpid(process, nil, 0)
    process = 0
    // A later one must not be refused for the files of this one.
    unlink(socket)
    unlink(socket + ".lock")
  }

  /// Stops or continues it, to be caught in the middle of something.
  func signal(_ number: Int32) {
    _ = Glibc.kill(process, number)
  }

  /// The path of a new screenshot of all outputs.
  func screenshot() throws -> String {
    let before = Set(try names())
    var status: Int32 = 0
    waitpid(try start(["weston-screenshooter"]), &status, 0)
    let new = Set(try names()).subtracting(before).first { $0.hasSuffix(".png") }
    guard status == 0, let new else {
      throw CannotStart(description: "weston-screenshooter made no picture (\(status))")
    }
    return folder + "/" + new
  }

  /// Starts it (again, after `kill`) and waits for its socket.
  func restart() throws {
    process = try start(arguments)
    for _ in 0..<400 {
      if access(socket, F_OK) == 0 { return }
      if waitpid(process, nil, WNOHANG) == process {
        process = 0
        break
      }
      usleep(25_000)
    }
    throw CannotStart(description: "weston did not come up, see \(folder)/log")
  }

  private func start(_ arguments: [String]) throws -> pid_t {
    try spawn(arguments, environment: environment, package: "weston")
  }

  private func names() throws -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var result: [String] = []
    while let entry = readdir(directory) {
      result.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return result.filter { $0 != "." && $0 != ".." }
  }
}
