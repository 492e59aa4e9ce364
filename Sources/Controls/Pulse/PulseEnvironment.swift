internal import Glibc

/// What tells libpulse where the server is, unless a layout does.
struct PulseEnvironment: Hashable {
  /// The address; nil if there is no such variable.
  var server: String?
  /// The folder of the user's session, with the server's socket `pulse/native`.
  var runtimeFolder: String?

  /// That of this process.
  static var current: PulseEnvironment {
    PulseEnvironment(server: read("PULSE_SERVER"), runtimeFolder: read("XDG_RUNTIME_DIR"))
  }

  private static func read(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// What to do about a server that cannot be reached.
  var advice: String {
    if let server { return "PULSE_SERVER is \(server); does one run there?" }
    guard let runtimeFolder else {
      return "XDG_RUNTIME_DIR is not set, because this user has no session: set it to that of the "
        + "user whose sound it is (/run/user/1000), or write `server:`"
    }
    return "XDG_RUNTIME_DIR is \(runtimeFolder); does PulseAudio or pipewire-pulse run there? "
      + "That of another user is reached by `server:`"
  }
}
