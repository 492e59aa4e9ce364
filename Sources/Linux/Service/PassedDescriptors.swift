internal import CLinux
internal import Glibc

/// The descriptors that the service manager has passed to this program: those that its last run has
/// stored there (sd_listen_fds_with_names(3), file-descriptor-store(7)).
public struct PassedDescriptors {
  /// By their names, the first of each; taken out as they are used.
  private var numbers: [String: Int32] = [:]

  /// The first descriptor that is passed (`SD_LISTEN_FDS_START`).
  private static let firstNumber: Int32 = 3
  /// More than a service may store without being told to.
  private static let countLimit: Int32 = 64

  /// The descriptors that the environment names.
  ///
  /// They get closed on exec(3); further ones of a name are closed, as nobody would ask for them.
  ///
  /// - Parameter environment: The value of a variable, as getenv(3) finds it.
  public init(environment: (String) -> String? = ServiceManager.variable) {
    guard environment("LISTEN_PID") == "\(getpid())",
      let count = environment("LISTEN_FDS").flatMap(Int32.init), count > 0,
      count <= Self.countLimit
    else { return }
    let names = (environment("LISTEN_FDNAMES") ?? "").split(
      separator: ":", omittingEmptySubsequences: false)
    for index in 0..<count {
      let number = Self.firstNumber + index
      guard fcntl(number, F_SETFD, FD_CLOEXEC) == 0 else { continue }
      let name = names.indices.contains(Int(index)) ? String(names[Int(index)]) : "unknown"
      if numbers[name] == nil { numbers[name] = number } else { _ = close(number) }
    }
  }

  /// The names that are left.
  public var names: [String] { numbers.keys.sorted() }

  /// Takes over the descriptor of a name; nil if there is none.
  public mutating func take(_ name: String) -> FileDescriptor? {
    numbers.removeValue(forKey: name).map(FileDescriptor.init(owning:))
  }
}
