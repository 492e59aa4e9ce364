internal import Diagnostics
internal import Glibc
internal import Linux

/// Why a program cannot be started.
enum CommandError: ControlError, Hashable {
  /// `PATH` contains no program of this name.
  case unknownProgram(String, similar: String?)
  /// The file does not exist.
  case noFile(String)
  /// The file is not executable.
  case notExecutable(String)
  /// The path does not begin with /.
  case relativePath(String)
  /// The program exists, but the system cannot start it.
  case cannotStart(String, SystemError)

  /// The remedy, unless the description includes it.
  var hint: String? {
    switch self {
    case .unknownProgram: "install it, or write its full path, such as /usr/local/bin/volume"
    case .noFile: "check the path, and that its folder can be read"
    case .notExecutable(let path): "chmod +x \(VisibleText.printable(path))"
    case .relativePath: "write the absolute path; programs run in the folder /"
    case .cannotStart: nil
    }
  }

  /// One line.
  var description: String {
    switch self {
    case .unknownProgram(let name, let similar):
      "there is no program \(quoted(name))"
        + (similar.map { "; did you mean \(quoted($0))?" } ?? "")
    case .noFile(let path): "there is no file \(quoted(path))"
    case .notExecutable(let path): "\(quoted(path)) is not executable"
    case .relativePath(let path): "\(quoted(path)) is not an absolute path"
    case .cannotStart(let title, let error):
      switch error.code {
      case ENOENT:
        "\(title) cannot be started: it or the interpreter after its #! does not exist"
      case ENOEXEC:
        "\(title) cannot be started: it is not a program; a script begins with a line such as "
          + "#!/bin/sh"
      default: "\(title) cannot be started: \(error.reason)"
      }
    }
  }

  private func quoted(_ text: String) -> String { "\"\(VisibleText.printable(text))\"" }
}
