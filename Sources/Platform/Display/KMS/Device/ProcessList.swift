internal import Glibc
internal import Linux

/// Finds the processes that have a device file open, through `/proc`.
enum ProcessList {
  /// Services that hold devices for other programs; they are not reported.
  private static let seatServices: Set<String> = ["systemd", "systemd-logind", "seatd", "elogind"]

  /// Returns the processes other than this one that have `path` open.
  ///
  /// Only root sees other users' processes.
  static func holders(of path: String) -> [CardHolder] {
    var result: [CardHolder] = []
    for entry in Folder.names("/proc", limit: .max) {
      guard let processID = Int32(entry), processID != getpid() else { continue }
      let directory = "/proc/\(entry)/fd"
      guard
        Folder.names(directory, limit: .max).contains(where: {
          FilePath.target(ofLink: "\(directory)/\($0)") == path
        })
      else { continue }
      let name = FilePath.firstLine(of: "/proc/\(entry)/comm") ?? "a program"
      guard !seatServices.contains(name) else { continue }
      result.append(CardHolder(name: name, processID: processID))
    }
    return result.sorted { $0.processID < $1.processID }
  }
}
