internal import Glibc
internal import Linux

/// Finds the processes that have a device file open, through `/proc`.
enum ProcessList {
  /// Services that hold devices for other programs; they are not reported.
  private static let seatServices: Set<String> = ["systemd", "systemd-logind", "seatd", "elogind"]

  /// Returns the names and ids of the processes other than this one that have `path` open.
  ///
  /// Only root sees other users' processes.
  static func holders(of path: String) -> [String] {
    Folder.names("/proc", limit: .max).compactMap { Int32($0) }.sorted().compactMap { process in
      let descriptors = "/proc/\(process)/fd"
      guard process != getpid(),
        Folder.names(descriptors, limit: .max).contains(where: {
          FilePath.target(ofLink: "\(descriptors)/\($0)") == path
        })
      else { return nil }
      let name = FilePath.firstLine(of: "/proc/\(process)/comm") ?? "a program"
      return seatServices.contains(name) ? nil : "\(name) (pid \(process))"
    }
  }
}
