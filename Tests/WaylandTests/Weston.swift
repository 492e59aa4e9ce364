import ChildPrograms
import Glibc
import Linux
import TestPatience
import Testing

struct CannotStart: Error, CustomStringConvertible {
  var description: String
}

/// A compositor without a screen, in a runtime folder of its own; ended on deinit.
final class Weston {
  /// The folder for its socket and files.
  let folder: String
  private var process: ChildProgram?
  private let arguments: [String]
  private let environment: [String: String]

  /// The socket path for `WaylandOptions`.
  var socket: String { folder + "/wayland-test" }

  /// Starts Debian's weston with the pixman renderer; `options` such as `--scale=2` go to its
  /// backend, and `environment` is added to its own.
  init(
    size: (Int, Int) = (640, 400), options: [String] = [], backend: String = "headless",
    environment: [String: String] = [:]
  ) throws {
    var template = Array("/tmp/knobpanel-weston-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let made else { throw CannotStart(description: "no folder under /tmp") }
    folder = made
    self.environment = environment.merging([
      "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": folder, "XDG_PICTURES_DIR": folder,
      "WAYLAND_DISPLAY": "wayland-test", "HOME": folder, "XDG_CACHE_HOME": folder,
    ]) { $1 }
    arguments =
      [
        "weston", "--backend=\(backend)-backend.so", "--use-pixman", "--config=\(folder)/config",
        "--idle-time=0",
        "--debug", "--socket=wayland-test", "--log=\(folder)/log", "--width=\(size.0)",
        "--height=\(size.1)",
      ] + options
    // Disables fading, which would change the picture to compare, and the bar at the top: without an
    // input device weston 14 shows it above windows that fill the output.
    try write(
      "[shell]\nstartup-animation=none\nclose-animation=none\npanel-position=none\n", to: "config")
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

  /// Kills it without notifying its clients, as a crash would.
  func kill() {
    process = nil
    // The files of this one must not block a later one.
    unlink(socket)
    unlink(socket + ".lock")
  }

  /// Sends a signal, such as to stop it in the middle of something or to continue it.
  func signal(_ number: Int32) { process?.send(number) }

  /// Takes a screenshot of all outputs and returns its path.
  func screenshot() throws -> String {
    let before = Set(try names())
    let status = try start(["weston-screenshooter"]).waitForEnd()
    let new = Set(try names()).subtracting(before).first { $0.hasSuffix(".png") }
    guard status == 0, let new else {
      throw CannotStart(description: "weston-screenshooter made no picture (\(status))")
    }
    return folder + "/" + new
  }

  /// Starts it, or restarts it after `kill`, and waits until it listens.
  func restart() throws {
    let watch = try FolderWatch()
    try watch.add(folder, for: .names)
    let process = try start(arguments)
    self.process = process
    try Patience.wait("weston, see \(folder)/log", for: [watch.descriptor, process.end]) {
      watch.takeChanges { _ in }
      guard process.isRunning else {
        throw CannotStart(description: "weston did not start; see \(folder)/log")
      }
      return access(socket, F_OK) == 0
    }
    // It listens a moment after making the file.
    while (try? UnixSocket.connect(socket)) == nil, process.isRunning {}
  }

  private func start(_ arguments: [String]) throws -> ChildProgram {
    do throws(SystemError) {
      return try ChildProgram(arguments, environment: environment)
    } catch {
      throw CannotStart(description: "\(error); install it with `apt-get install weston`")
    }
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
