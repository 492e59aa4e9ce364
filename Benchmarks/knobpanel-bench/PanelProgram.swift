internal import Glibc
internal import Linux
internal import Program

/// A program of this project in a separate process, which is terminated at `deinit`.
///
/// The program is in the folder of this one.
final class PanelProgram {
  /// The lines of its output.
  let output: LineStream
  private let process: pid_t
  private var isRunning = true

  /// Starts a program with an empty standard input.
  ///
  /// - Parameters:
  ///   - words: Its arguments.
  ///   - name: The program's name.
  ///   - output: The output to read, `STDOUT_FILENO` or `STDERR_FILENO`.
  /// - Throws: `Problem` or `SystemError` if it cannot be started.
  init(_ words: [String], of name: String = "knobpanel", reading output: Int32) throws {
    var ends: [Int32] = [-1, -1]
    try Linux.check("pipe") { pipe(&ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.output = LineStream(FileDescriptor(owning: ends[0]))
    // Closed in this process after the start, so that the pipe ends with the program.
    let writing = FileDescriptor(owning: ends[1])
    process = try Self.spawn(ProgramBeside(name).path, words) { actions in
      posix_spawn_file_actions_adddup2(&actions, writing.number, output)
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
  }

  /// Starts a panel without a display that shows the layout at a path; its output is the log.
  ///
  /// - Parameters:
  ///   - layout: The path.
  ///   - socket: The path of its socket; nil for the default.
  /// - Throws: `Problem` or `SystemError` if it cannot be started.
  convenience init(showing layout: String, socket: String? = nil) throws {
    let socketWords = socket.map { ["--socket", $0] } ?? []
    try self.init(
      ["run", "--display", "headless", "--verbose"] + socketWords + ["--", layout],
      reading: STDERR_FILENO)
  }

  deinit {
    guard isRunning else { return }
    kill(process, SIGTERM)
    waitpid(process, nil, 0)
  }

  /// Starts any program (posix_spawn(3)); `redirect` adds what its descriptors are.
  static func spawn(
    _ path: String, _ words: [String],
    redirecting redirect: (inout posix_spawn_file_actions_t) -> Void
  ) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    redirect(&actions)
    var arguments = ([path] + words).map { strdup($0) } + [nil]
    defer { for case let word? in arguments { free(word) } }
    var process = pid_t()
    let code = posix_spawn(&process, path, &actions, nil, &arguments, environ)
    guard code == 0 else { throw SystemError(call: "posix_spawn", code: code) }
    return process
  }

  /// Throws if a layout has errors, after printing them on standard error.
  static func check(layout: String) throws {
    let program = try PanelProgram(["check", "--", layout], reading: STDOUT_FILENO)
    var errors: [UInt8] = []
    try withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { chunk in
      while let count = try program.output.descriptor.read(into: chunk), count > 0 {
        errors += chunk[..<count]
      }
    }
    var status: Int32 = 0
    waitpid(program.process, &status, 0)
    program.isRunning = false
    guard status != 0 else { return }
    Output.error.write(errors)
    throw Problem(
      "\(layout) cannot be shown; see above",
      advice: "Fix it; `knobpanel check \(layout)` checks again.")
  }

  // MARK: A panel

  /// Waits for the first frame of the layout, or of the version saved last.
  ///
  /// - Throws: `Problem` if there is no such frame in time.
  func firstFrame() throws -> FirstFrame {
    var lines: [String] = []
    while let line = try output.next() {
      if let frame = FirstFrame(line: line) { return frame }
      lines.append(line)
    }
    throw Problem("the panel has shown no frame; it logged: \(lines.joined(separator: "\n"))")
  }

  /// Returns whether the log reports a frame of the version saved last within some milliseconds.
  func showsFrame(withinMilliseconds patience: Int32) throws -> Bool {
    guard var line = try output.next(withinMilliseconds: patience) else { return false }
    var isShown = false
    while true {
      if FirstFrame(line: line) != nil { isShown = true }
      guard let next = try output.next(withinMilliseconds: 0) else { return isShown }
      line = next
    }
  }

  // MARK: Memory

  /// Returns a figure of `/proc/PID/status` (proc(5)), in KiB, such as `RssAnon`.
  func kibibytes(_ key: String) throws -> Int {
    let bytes = try WholeFile.read("/proc/\(process)/status", limit: 65_536)
    let status = String(decoding: bytes, as: UTF8.self)
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("\(key):") }),
      let kibibytes = Int(line.filter(\.isNumber))
    else { throw Problem("the kernel does not report the memory of the panel") }
    return kibibytes
  }
}
