internal import Glibc
internal import Linux

/// Why a knob cannot drive a file.
enum FileError: ControlError, Hashable {
  /// No file has this path or matches it.
  case missing(path: String)
  /// This user has no permission to read or write it.
  case notPermitted(path: String, toWrite: Bool)
  /// Its file system is mounted read-only.
  case readOnlyFileSystem(path: String)
  /// It is a directory, a device, a pipe or a socket, or too large.
  case unsuitable(reason: String)
  /// It rejects a value.
  case refused(path: String, text: String, reason: String)
  /// Any other system error.
  case system(SystemError)

  /// Whether the error may resolve itself: a file of the wrong kind is an error in the layout.
  var isTemporary: Bool {
    if case .unsuitable = self { false } else { true }
  }

  /// One line that includes the remedy.
  var description: String {
    switch self {
    case .missing(let path):
      "there is no file \(path); check its name, or load the driver that creates it"
    case .notPermitted(let path, toWrite: true):
      "no permission to write \(path); give the panel's group write access, with a udev rule for "
        + "a file of sysfs, or run the panel as a user who has it"
    case .notPermitted(let path, toWrite: false):
      "no permission to read \(path); give the panel's user read access"
    case .readOnlyFileSystem(let path):
      "\(path) cannot be written: its file system is mounted read-only"
    case .unsuitable(let reason): reason
    case .refused(let path, let text, let reason):
      "\(path) rejects \"\(text)\": \(reason); check `values` or `payloads`"
    case .system(let error): error.description
    }
  }

  init(_ error: SystemError, path: String, toWrite: Bool) {
    switch error.code {
    case SystemError.noEntry, ENOTDIR, ENODEV, ENXIO: self = .missing(path: path)
    case SystemError.accessDenied, SystemError.notPermitted:
      self = .notPermitted(path: path, toWrite: toWrite)
    case EROFS: self = .readOnlyFileSystem(path: path)
    default: self = .system(error)
    }
  }
}
