internal import Glibc

/// The paths of panels' sockets.
package enum SocketPath {
  /// The default path on which a panel listens: in the runtime folder of its service or of its
  /// user, otherwise in `/run/knobpanel`.
  package static var standard: String {
    if let folder = variable("RUNTIME_DIRECTORY") { return folder + "/socket" }
    if let folder = variable("XDG_RUNTIME_DIR") { return folder + "/knobpanel.sock" }
    return system
  }

  /// The path at which a program finds a panel: the user's if it exists, otherwise the system's.
  package static var existing: String {
    let path = standard
    return access(path, F_OK) == 0 || access(system, F_OK) != 0 ? path : system
  }

  /// Creates the folder of the system's socket, if it is missing and permissions allow.
  package static func makeFolder(of path: String) {
    guard path == system else { return }
    // If this fails, listening fails too.
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
