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
    for entry in names(in: "/proc") {
      guard let processID = Int32(entry), processID != getpid() else { continue }
      let directory = "/proc/\(entry)/fd"
      guard names(in: directory).contains(where: { target(of: "\(directory)/\($0)") == path })
      else { continue }
      let name = firstLine(of: "/proc/\(entry)/comm") ?? "a program"
      guard !seatServices.contains(name) else { continue }
      result.append(CardHolder(name: name, processID: processID))
    }
    return result
  }

  private static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var result: [String] = []
    while let entry = readdir(stream) {
      result.append(
        withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return result
  }

  private static func target(of link: String) -> String {
    let path = [CChar](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      count = buffer.baseAddress.map { max(0, readlink(link, $0, buffer.count)) } ?? 0
    }
    return String(decoding: path.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  private static func firstLine(of path: String) -> String? {
    guard let bytes = try? WholeFile.read(path, limit: 4096) else { return nil }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
