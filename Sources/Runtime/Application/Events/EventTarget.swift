internal import Glibc
internal import Linux
internal import Program

/// The destination of events.
struct EventTarget: LineTarget, Sendable {
  /// Receives one line when events cannot be written or were dropped.
  typealias Report = @Sendable (String) -> Void

  private enum Kind: Sendable {
    case standardOutput
    /// A device, such as a terminal.
    case device(OpenFile)
    case file(EventFile)
    case pipe(EventPipe)
  }

  private var kind: Kind
  private let report: Report

  /// Opens a path or "-" without waiting for a reader; truncates a file.
  ///
  /// - Throws: The error if the target is not writable.
  init(_ target: String, fileLimit: Int?, report: @escaping Report) throws(SystemError) {
    self.report = report
    guard target != "-" else {
      // A closed standard output was replaced by a file descriptor that cannot be written.
      let flags = try check("standard output") { fcntl(STDOUT_FILENO, F_GETFL) }
      guard flags & O_ACCMODE != O_RDONLY else {
        throw SystemError(call: "write", subject: "standard output", code: EBADF)
      }
      kind = .standardOutput
      return
    }
    if let mode = OpenFile.mode(ofPath: target), mode & S_IFMT == S_IFIFO {
      try check("access", target) { access(target, W_OK) }
      kind = .pipe(EventPipe(path: target, report: report))
      return
    }
    let file = try OpenFile(
      target, flags: EventFile.flags | O_TRUNC, mode: EventFile.mode)
    kind =
      file.mode & S_IFMT == S_IFREG
      ? .file(EventFile(path: target, file: file, limit: fileLimit)) : .device(file)
  }

  mutating func prepare() {
    guard case .pipe(var pipe) = kind else { return }
    pipe.prepare()
    kind = .pipe(pipe)
  }

  mutating func write(_ line: [UInt8], afterDropping count: Int) throws(SystemError) {
    switch kind {
    case .standardOutput: try Output.standard.writeAll(line)
    case .device(let file): try file.output.writeAll(line)
    case .file(var file):
      // Stored even if writing fails: the file may have been replaced by then.
      defer { kind = .file(file) }
      try file.write(line)
    case .pipe(var pipe):
      defer { kind = .pipe(pipe) }
      try pipe.write(line)
    }
    if count > 0 { report("\(count) \(count == 1 ? "event was" : "events were") dropped") }
  }

  mutating func handleFailure(_ error: SystemError) {
    report(
      error.code == EPIPE
        ? "the reader of the events has closed; continuing without it"
        : "cannot write events (\(error)); continuing without them")
  }
}

/// An open file with shared ownership.
final class OpenFile: Sendable {
  private let descriptor: FileDescriptor

  /// Opens a path with the flags of open(2).
  ///
  /// - Throws: The error of open(2).
  init(_ path: String, flags: Int32, mode: UInt32 = 0) throws(SystemError) {
    descriptor = try FileDescriptor.open(path, flags: flags, mode: mode)
  }

  var output: Output { Output(descriptor: descriptor.number) }

  /// The file mode and type (`st_mode`, inode(7)); 0 on error.
  var mode: mode_t {
    var status = stat()
    return fstat(descriptor.number, &status) == 0 ? status.st_mode : 0
  }

  /// Returns the mode and type of the file at a path; nil if there is none.
  static func mode(ofPath path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode : nil
  }
}
