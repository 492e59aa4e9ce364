import ChildPrograms
import Glibc
import Linux
import TestPatience
import Testing

struct CannotStart: Error, CustomStringConvertible {
  var description: String
}

/// A compositor without a screen, in a runtime folder of its own; gone with the value.
final class Weston {
  /// The folder for its socket and files.
  let folder: String
  private var process: ChildProgram?
  private let arguments: [String]
  private let environment: [String: String]

  /// The socket, for `WaylandOptions`.
  var socket: String { folder + "/wayland-test" }

  /// Debian's weston with the pixman renderer; `options` such as `--scale=2` are those of its
  /// backend, which finds what it needs in `environment`.
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
    process = nil
    // A later one must not be refused for the files of this one.
    unlink(socket)
    unlink(socket + ".lock")
  }

  /// Stops or continues it, to be caught in the middle of something.
  func signal(_ number: Int32) { process?.send(number) }

  /// The path of a new screenshot of all outputs.
  func screenshot() throws -> String {
    let before = Set(try names())
    let status = try start(["weston-screenshooter"]).waitForEnd()
    let new = Set(try names()).subtracting(before).first { $0.hasSuffix(".png") }
    guard status == 0, let new else {
      throw CannotStart(description: "weston-screenshooter made no picture (\(status))")
    }
    return folder + "/" + new
  }

  /// Starts it (again, after `kill`) and waits until it listens.
  func restart() throws {
    let watch = try FolderWatch()
    try watch.add(folder, for: .names)
    let process = try start(arguments)
    self.process = process
    try Patience.wait("weston, see \(folder)/log", for: [watch.descriptor, process.end]) {
      watch.takeChanges { _ in }
      guard process.isRunning else {
        throw CannotStart(description: "weston did not come up, see \(folder)/log")
      }
      return access(socket, F_OK) == 0
    }
    // It listens a moment after it has made the file.
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
