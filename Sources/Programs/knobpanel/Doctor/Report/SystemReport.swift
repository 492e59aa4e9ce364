internal import Linux

/// The system, the board and the rights of this process, for a bug report.
struct SystemReport {
  var machine: Machine
  var files = SystemFiles()

  /// The groups that may open displays, touchscreens, sound cards and monitors.
  private static let groups = ["audio", "i2c", "input", "render", "tty", "video"]
  /// The beginnings of kernel parameters that concern displays, consoles or memory for pictures;
  /// others contain addresses.
  private static let parameters = [
    "cma=", "console=", "consoleblank=", "fbcon=", "nomodeset", "quiet", "splash", "video=",
  ]

  var lines: [String] {
    [
      "system: \(distribution)",
      "kernel: \(machine.kernel), \(machine.architecture), pages of \(machine.pageBytes) bytes",
      "board: \(board)", "processors: \(machine.processorCount)", "memory: \(memory)",
      "kernel parameters: \(parameters)", "rights: \(rights)",
    ]
  }

  private var distribution: String {
    let paths = ["/etc/os-release", "/usr/lib/os-release"]
    for path in paths {
      for line in files.lines(path) where line.hasPrefix("PRETTY_NAME=") {
        let name = line.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" && $0 != "'" }
        // Raspberry Pi OS calls itself Debian.
        return name + (files.line("/etc/rpi-issue").map { ", \($0)" } ?? "")
      }
    }
    return files.trouble(paths[0], content: "PRETTY_NAME")
  }

  private var board: String {
    let tree = "/proc/device-tree/model"
    if let model = files.line(tree) { return model }
    let folder = "/sys/class/dmi/id"
    guard let product = files.line("\(folder)/product_name") else {
      return "\(files.trouble(tree)); \(files.trouble("\(folder)/product_name"))"
    }
    return [files.line("\(folder)/sys_vendor"), product].compactMap { $0 }.joined(separator: " ")
  }

  private var memory: String {
    let path = "/proc/meminfo"
    let fields = files.lines(path).map { $0.split(separator: " ") }
    func megabytes(_ name: String) -> String? {
      fields.first { $0.count >= 2 && $0[0] == name }.flatMap { Int($0[1]) }.map {
        "\($0 / 1024) MB"
      }
    }
    guard let total = megabytes("MemTotal:") else {
      return files.trouble(path, content: "MemTotal")
    }
    return total + (megabytes("MemAvailable:").map { ", \($0) available" } ?? "")
  }

  private var parameters: String {
    let path = "/proc/cmdline"
    guard let line = files.line(path) else { return files.trouble(path) }
    let shown = line.split(separator: " ").filter { word in
      Self.parameters.contains { word.hasPrefix($0) }
    }
    return shown.isEmpty ? "none for displays" : shown.joined(separator: " ")
  }

  private var rights: String {
    let groups = Self.groups.filter(machine.groups.contains)
    let list = groups.isEmpty ? "none" : groups.joined(separator: ", ")
    return (machine.isRoot ? "root" : "not root")
      + "; of the groups \(Self.groups.joined(separator: ", ")): \(list)"
  }
}
