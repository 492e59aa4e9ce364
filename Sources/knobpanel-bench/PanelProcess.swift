internal import Glibc
internal import Linux

/// A panel that was started in a process of its own, looked at a moment after it had shown its first
/// frame, and ended.
struct StartedPanel {
  /// From exec to the first frame.
  var microseconds: Int64
  /// VmRSS: pages of files and its own.
  var residentKibibytes: Int
  /// RssAnon: its own.
  var anonymousKibibytes: Int

  private static let patienceMilliseconds: Int32 = 20_000

  static func start(_ layout: String) throws -> StartedPanel {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Problem("\(SystemError(call: "pipe", code: errno))") }
    let reading = FileDescriptor(owning: ends[0])
    let writing = FileDescriptor(owning: ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let begin = MonotonicClock.microseconds
    let process = try spawn(layout, errors: writing)
    defer {
      kill(process, SIGTERM)
      waitpid(process, nil, 0)
    }
    try waitForFirstFrame(reading)
    let end = MonotonicClock.microseconds
    // It lets go of what only the start needed.
    usleep(100_000)
    let status = String(
      decoding: try WholeFile.read("/proc/\(process)/status", limit: 65_536), as: UTF8.self)
    return StartedPanel(
      microseconds: end - begin, residentKibibytes: kibibytes("VmRSS:", in: status),
      anonymousKibibytes: kibibytes("RssAnon:", in: status))
  }

  /// Reads what the panel says until it says that it has shown a frame.
  private static func waitForFirstFrame(_ reading: borrowing FileDescriptor) throws {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 8)
    defer { chunk.deallocate() }
    var said = ""
    while !said.contains(FrameScheduler.firstFrame) {
      var wait = pollfd(fd: reading.number, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, patienceMilliseconds) == 1,
        let count = try reading.read(into: chunk), count > 0
      else { throw Problem("the panel has shown no frame; it said: \(said)") }
      said += String(
        decoding: UnsafeRawBufferPointer(rebasing: chunk[..<count]), as: UTF8.self)
    }
  }

  /// `errors` is the panel's alone afterwards, so that the pipe ends with the panel.
  private static func spawn(_ layout: String, errors: consuming FileDescriptor) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, errors.number, STDERR_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    let words = ["knobpanel", "run", "--display", "headless", "--verbose", "--", layout]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for case let word? in arguments { free(word) } }
    var process = pid_t()
    let code = posix_spawn(&process, "/proc/self/exe", &actions, nil, &arguments, environ)
    guard code == 0 else { throw Problem("\(SystemError(call: "posix_spawn", code: code))") }
    return process
  }

  /// The number behind a word of `/proc/PID/status` (proc(5)); 0 if it is not there.
  private static func kibibytes(_ word: String, in status: String) -> Int {
    for line in status.split(separator: "\n") where line.hasPrefix(word) {
      return Int(line.filter(\.isNumber)) ?? 0
    }
    return 0
  }
}
