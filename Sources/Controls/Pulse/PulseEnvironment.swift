internal import Glibc

/// The environment variables by which libpulse finds the server, unless the layout gives its
/// address.
struct PulseEnvironment: Hashable {
  /// The address; nil if the variable is not set.
  var server: String?
  /// The user session's runtime folder, with the server's socket `pulse/native`.
  var runtimeFolder: String?

  /// The environment of this process.
  static var current: PulseEnvironment {
    PulseEnvironment(server: read("PULSE_SERVER"), runtimeFolder: read("XDG_RUNTIME_DIR"))
  }

  private static func read(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The remedy if the server cannot be reached.
  var advice: String {
    if let server { return "PULSE_SERVER is \(server); does a server run there?" }
    guard let runtimeFolder else {
      return "XDG_RUNTIME_DIR is not set, because this user has no session; set it to that of the "
        + "server's user (/run/user/1000), or write `server:`"
    }
    return "XDG_RUNTIME_DIR is \(runtimeFolder); does PulseAudio or pipewire-pulse run there? "
      + "To use another user's server, write `server:`"
  }
}
