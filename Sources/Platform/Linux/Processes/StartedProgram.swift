internal import CLinux
internal import Glibc

/// A started program and its pipes; `ChildProcess` waits for its end.
public final class StartedProgram: Sendable {
  /// The program's outputs that are read.
  public enum Outputs: Sendable {
    /// Standard error; standard output is /dev/null.
    case errors
    case valuesAndErrors
  }

  /// Its process id, which is also its process group id.
  public let id: Int32
  /// Readable when it has ended (pidfd_open(2)).
  public let end: FileDescriptor
  /// Its standard output, non-blocking.
  let output: FileDescriptor?
  /// Its standard error, non-blocking.
  let errors: FileDescriptor

  /// Starts a program in its own process group, and returns when it is loaded.
  ///
  /// Its working directory is /, its standard input /dev/null or `input`, and its environment this process's;
  /// signals are as at the start of a session, and all other descriptors are closed. Blocks while
  /// the program's file is read, so call it on a separate thread (posix_spawn(3)).
  ///
  /// - Parameters:
  ///   - arguments: The program, which is looked up in `PATH` unless it contains a /, and its
  ///     arguments.
  ///   - input: What it reads from its standard input, at most a page (4096 bytes).
  ///   - outputs: The outputs to read.
  /// - Throws: The reason why it cannot be started, with the program as the subject.
  public init(
    _ arguments: [String], input: [UInt8] = [], reading outputs: Outputs
  ) throws(SystemError) {
    let program = arguments.first ?? ""
    let errors = try Pipe()
    let output: Pipe? = outputs == .errors ? nil : try Pipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let inputEnd: FileDescriptor? = input.isEmpty ? nil : try Pipe().takeReadEnd(of: input)
    switch inputEnd {
    case nil: posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    case .some(let end): posix_spawn_file_actions_adddup2(&actions, end.number, 0)
    }
    switch output {
    case nil: posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    case .some(let output): posix_spawn_file_actions_adddup2(&actions, output.writeEnd.number, 1)
    }
    posix_spawn_file_actions_adddup2(&actions, errors.writeEnd.number, 2)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    posix_spawn_file_actions_addchdir_np(&actions, "/")
    id = try Self.spawn(arguments, &actions)
    do throws(SystemError) {
      let id = id
      end = FileDescriptor(owning: try check("pidfd_open", program) { pidfd_open(id, 0) })
    } catch {
      kill(-id, SIGKILL)
      waitpid(id, nil, 0)
      throw error
    }
    self.errors = errors.takeReadEnd()
    self.output = output?.takeReadEnd()
  }

  private static func spawn(
    _ arguments: [String], _ actions: inout posix_spawn_file_actions_t
  ) throws(SystemError) -> Int32 {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    var id: Int32 = 0
    let code = posix_spawnp(
      &id, arguments.first ?? "", &actions, &attributes, pointers, clinux_environment())
    guard code == 0 else {
      throw SystemError(call: "posix_spawn", subject: arguments.first ?? "", code: code)
    }
    return id
  }
}

/// Both ends of a pipe, close-on-exec (pipe(7)).
private struct Pipe: ~Copyable {
  private let readEnd: FileDescriptor
  let writeEnd: FileDescriptor

  init() throws(SystemError) {
    var numbers: [Int32] = [-1, -1]
    try check("pipe2") { pipe2(&numbers, O_CLOEXEC) }
    readEnd = FileDescriptor(owning: numbers[0])
    writeEnd = FileDescriptor(owning: numbers[1])
    // Only this end: the program may not expect its writes to fail.
    _ = fcntl(numbers[0], F_SETFL, O_NONBLOCK)
  }

  /// Closes the other end.
  consuming func takeReadEnd() -> FileDescriptor { readEnd }

  /// Writes bytes, at most a page, and closes the other end: who reads gets them and then the end.
  consuming func takeReadEnd(of bytes: [UInt8]) throws(SystemError) -> FileDescriptor {
    // A pipe has room for a page at least.
    let count = bytes.withUnsafeBytes { Glibc.write(writeEnd.number, $0.baseAddress, $0.count) }
    guard count == bytes.count else { throw SystemError(call: "write", code: errno) }
    return readEnd
  }
}
