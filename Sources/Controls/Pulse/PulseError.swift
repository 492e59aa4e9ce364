internal import Linux

/// Why a volume of a PulseAudio server cannot be driven now; each error may resolve itself.
enum PulseError: Error, Hashable, CustomStringConvertible {
  /// libpulse is unavailable.
  case noLibrary(LibraryError)
  /// libpulse cannot start to connect.
  case noContext
  /// No server can be reached; the environment determines where libpulse looks for it.
  case unreachable(server: String?, reason: String, PulseEnvironment)
  /// The server denies this user access.
  case denied(server: String?)
  /// The server closed the connection.
  case lost(server: String?, reason: String)
  /// The server has not answered for some seconds.
  case silent(server: String?)

  /// One line that includes the remedy.
  var description: String {
    switch self {
    case .noLibrary(let error): error.description
    case .noContext: "PulseAudio's library cannot start: out of memory"
    case .unreachable(let server, let reason, let environment):
      "\(Self.title(server)) cannot be reached: \(reason)"
        + (server == nil ? "; \(environment.advice)" : "")
    case .denied(let server):
      "\(Self.title(server)) denies this user access; copy ~/.config/pulse/cookie from the "
        + "server's user, or load the server's module with `auth-anonymous=1`"
    case .lost(let server, let reason): "\(Self.title(server)) was lost: \(reason)"
    case .silent(let server): "\(Self.title(server)) does not answer"
    }
  }

  /// Returns a server's name in messages.
  static func title(_ server: String?) -> String {
    server.map { "sound server \($0)" } ?? "the sound server"
  }
}
