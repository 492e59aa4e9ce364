internal import Glibc

/// Where the sockets of panels are.
package enum SocketPath {
  /// Where a panel listens unless it is told otherwise: in the runtime folder of its service or of
  /// its user, else in `/run/knobpanel`.
  package static var standard: String {
    if let folder = variable("RUNTIME_DIRECTORY") { return folder + "/socket" }
    if let folder = variable("XDG_RUNTIME_DIR") { return folder + "/knobpanel.sock" }
    return system
  }

  /// Where a program looks for a panel: that of its user if there is one, else that of the system.
  package static var existing: String {
    let path = standard
    return access(path, F_OK) == 0 || access(system, F_OK) != 0 ? path : system
  }

  /// Makes the folder of a socket if that is missing, as far as that is allowed.
  package static func makeFolder(of path: String) {
    guard path == system else { return }
    // If it fails, listening does too.
    mkdir("/run/knobpanel", 0o755)
  }

  private static let system = "/run/knobpanel/socket"

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee == UInt8(ascii: "/") else { return nil }
    let text = String(cString: value)
    // systemd names several, separated by colons (systemd.exec(5)).
    return text.split(separator: ":").first.map(String.init)
  }
}
