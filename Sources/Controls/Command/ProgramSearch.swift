internal import Diagnostics
internal import Glibc
internal import Linux

/// Searches for programs like posix_spawnp(3), so that a wrong name is reported before the program
/// is needed.
enum ProgramSearch {
  /// Checks that a program can be run.
  ///
  /// - Parameters:
  ///   - name: Its name or path.
  ///   - path: The folders to search for names, separated by colons.
  /// - Throws: Why it cannot be run.
  static func check(
    _ name: String, in path: String = searchPath
  ) throws(CommandError) {
    let folders = path.split(separator: ":").map(String.init)
    if name.contains("/") {
      guard name.hasPrefix("/") else { throw .relativePath(name) }
      switch access(name) {
      case .runnable: return
      case .present: throw .notExecutable(name)
      case .missing: throw .noFile(name)
      }
    }
    var present: String?
    for folder in folders {
      switch access("\(folder)/\(name)") {
      case .runnable: return
      case .present: present = present ?? "\(folder)/\(name)"
      case .missing: break
      }
    }
    if let present { throw .notExecutable(present) }
    let names = folders.flatMap { Folder.names($0) }
    throw .unknownProgram(name, similar: Spelling.closest(to: name, among: names))
  }

  private enum Access {
    case runnable, present, missing
  }

  private static func access(_ path: String) -> Access {
    var status = stat()
    guard stat(path, &status) == 0 else { return .missing }
    return status.st_mode & S_IFMT == S_IFREG && Glibc.access(path, X_OK) == 0
      ? .runnable : .present
  }

  /// The panel's `PATH`, or the system's default.
  static var searchPath: String {
    getenv("PATH").map { String(cString: $0) } ?? "/bin:/usr/bin"
  }
}
