internal import Glibc
internal import Linux

/// Another program of this project, in the folder of the running one.
public struct ProgramBeside {
  /// The path of its executable.
  public let path: String

  /// Finds a program by its name.
  ///
  /// - Throws: `Problem` if there is none.
  public init(_ name: String) throws {
    var own = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = try check("readlink", "/proc/self/exe") {
      readlink("/proc/self/exe", &own, own.count - 1)
    }
    let bytes = own[..<count].map { UInt8(bitPattern: $0) }
    let folder = bytes[...(bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0)]
    path = String(decoding: folder, as: UTF8.self) + name
    guard access(path, X_OK) == 0 else {
      throw Problem(
        "\(path) is missing", advice: "`make build` builds it beside this program.")
    }
  }

  /// Replaces the running program in this process by the other (execv(3)).
  ///
  /// - Parameter arguments: Its arguments, without its name.
  /// - Throws: `Problem` if it cannot be started.
  public func become(_ arguments: [String]) throws -> Never {
    Output.endBackgroundErrors()
    // The signal mask is inherited through execv(3), so all signals are unblocked.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigprocmask(SIG_SETMASK, &signals, nil)
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    execv(path, &words)
    throw Problem("\(path) cannot be started: \(SystemError(call: "execv", code: errno).reason)")
  }
}
