internal import CLinux
internal import Glibc

/// The file descriptors passed by the service manager: those that this program's last run stored
/// there (sd_listen_fds_with_names(3), file-descriptor-store(7)).
public struct PassedDescriptors {
  /// By name, the first of each; removed when used.
  private var numbers: [String: Int32] = [:]

  /// The first passed descriptor (`SD_LISTEN_FDS_START`).
  private static let firstNumber: Int32 = 3
  /// More than a service normally stores.
  private static let countLimit: Int32 = 64

  /// Takes over the descriptors named by the environment.
  ///
  /// They become close-on-exec; further ones with the same name are closed, because they are
  /// unused.
  ///
  /// - Parameter environment: Returns the value of a variable, like getenv(3).
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

  /// The names of the remaining descriptors.
  public var names: [String] { numbers.keys.sorted() }

  /// Takes the descriptor with a name; returns nil if there is none.
  public mutating func takeDescriptor(named name: String) -> FileDescriptor? {
    numbers.removeValue(forKey: name).map(FileDescriptor.init(owning:))
  }
}
