internal import CLinux
internal import Glibc
public import Linux
internal import TestPatience

/// A program that a test starts; killed when this object is destroyed.
public final class ChildProgram {
  /// Its process id.
  public let id: Int32
  /// Readable once the program has ended (pidfd_open(2)).
  public var end: Int32 { process.number }

  private let name: String
  private let process: FileDescriptor
  private var waitStatus: Int32?

  /// Starts a program that inherits only the file descriptors given here.
  ///
  /// Signals that the tests block or ignore have their default handling, as at the start of a
  /// session.
  ///
  /// - Parameters:
  ///   - arguments: The program, looked up in the tests' `PATH` unless it contains a /, and its
  ///     arguments.
  ///   - environment: All of its variables.
  ///   - folder: Its working directory; the tests' own if nil.
  ///   - input: Its standard input; `/dev/null` if nil.
  ///   - output: Its standard output; `/dev/null` if nil.
  ///   - errors: Its standard error; `/dev/null` if nil.
  ///   - passed: Its file descriptor 3; none if nil.
  /// - Throws: The error that prevents the start, with the program as its subject.
  public init(
    _ arguments: [String], environment: [String: String], in folder: String? = nil,
    input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil, passing passed: Int32? = nil
  ) throws(SystemError) {
    name = arguments.first ?? ""
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, own) in [input, output, errors].enumerated() {
      let number = Int32(number)
      if let own {
        posix_spawn_file_actions_adddup2(&actions, own, number)
      } else {
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      }
    }
    if let passed { posix_spawn_file_actions_adddup2(&actions, passed, 3) }
    posix_spawn_file_actions_addclosefrom_np(&actions, passed == nil ? 3 : 4)
    if let folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }
    let id = try Self.spawn(arguments, environment, &actions)
    self.id = id
    do throws(SystemError) {
      process = FileDescriptor(owning: try check("pidfd_open", name) { pidfd_open(id, 0) })
    } catch {
      kill(id, SIGKILL)
      waitpid(id, nil, 0)
      throw error
    }
  }

  deinit {
    guard waitStatus == nil else { return }
    kill(id, SIGKILL)
    waitpid(id, nil, 0)
  }

  /// Whether the program is still running.
  public var isRunning: Bool {
    guard waitStatus == nil else { return false }
    var status: Int32 = 0
    if waitpid(id, &status, WNOHANG) == id { waitStatus = status }
    return waitStatus == nil
  }

  /// Sends a signal, unless the program is known to have ended.
  public func send(_ signal: Int32) {
    // The kernel does not reuse the id before the program has been waited for.
    if waitStatus == nil { kill(id, signal) }
  }

  /// Blocks until the program has ended.
  ///
  /// - Returns: Its exit status, or the negative number of the signal that ended it.
  /// - Throws: `Patience.TimedOut` if the program does not end.
  @discardableResult
  public func waitForEnd() throws -> Int32 {
    try Patience.wait("the end of \(name)", for: [end]) { !isRunning }
    let status = waitStatus ?? 0
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : -signal
  }

  private static func spawn(
    _ arguments: [String], _ environment: [String: String],
    _ actions: inout posix_spawn_file_actions_t
  ) throws(SystemError) -> Int32 {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let words = arguments.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var id: Int32 = 0
    let name = arguments.first ?? ""
    let code = posix_spawnp(&id, name, &actions, &attributes, words, variables)
    guard code == 0 else { throw SystemError(call: "posix_spawn", subject: name, code: code) }
    return id
  }
}
