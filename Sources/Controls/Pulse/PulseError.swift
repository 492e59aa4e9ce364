internal import Linux

/// Why a volume at a PulseAudio server cannot be driven now; each may resolve itself.
enum PulseError: Error, Hashable, CustomStringConvertible {
  /// libpulse cannot be used.
  case noLibrary(LibraryError)
  /// libpulse did not begin to connect.
  case noContext
  /// No server can be reached; `environment` is what tells libpulse where it is.
  case unreachable(server: String?, reason: String, PulseEnvironment)
  /// The server does not know this user.
  case denied(server: String?)
  /// The server closed the connection.
  case lost(server: String?, reason: String)
  /// The server has not answered for some seconds.
  case silent(server: String?)

  /// One line with the remedy.
  var description: String {
    switch self {
    case .noLibrary(let error): error.description
    case .noContext: "PulseAudio's library does not start: there is no memory for it"
    case .unreachable(let server, let reason, let environment):
      "\(Self.title(server)) cannot be reached: \(reason)"
        + (server == nil ? "; \(environment.advice)" : "")
    case .denied(let server):
      "\(Self.title(server)) does not let this user in; copy ~/.config/pulse/cookie from the user "
        + "whose server it is, or load its module with `auth-anonymous=1`"
    case .lost(let server, let reason): "\(Self.title(server)) was lost: \(reason)"
    case .silent(let server): "\(Self.title(server)) does not answer"
    }
  }

  /// A server in messages.
  static func title(_ server: String?) -> String {
    server.map { "sound server \($0)" } ?? "the sound server"
  }
}
