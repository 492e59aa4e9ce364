internal import Glibc
internal import Linux

/// A seat service that this process could use.
public enum SeatService: Hashable, Sendable {
  /// seatd, listening at this socket.
  case seatd(socket: String)
  /// systemd-logind: the process belongs to a session with a seat.
  case logind
  /// The service named by `LIBSEAT_BACKEND`.
  case named(String)

  /// Finds the service that libseat would use.
  ///
  /// Reads the same environment variables as libseat: `LIBSEAT_BACKEND`, `SEATD_SOCK`, and
  /// `XDG_SEAT`, which a login sets in sessions that have a seat (pam_systemd(8)).
  ///
  /// - Parameter environment: Returns the value of a variable, like getenv(3).
  /// - Returns: The service; nil if there is none.
  public static func find(
    environment: (String) -> String? = SeatService.environment
  ) -> SeatService? {
    if let name = environment("LIBSEAT_BACKEND") { return .named(name) }
    let socket = seatdSocket(environment)
    // After a crash, a socket without a listener remains.
    if (try? UnixSocket.connect(socket)) != nil { return .seatd(socket: socket) }
    if environment("XDG_SEAT") != nil, access("/run/systemd/seats", F_OK) == 0 { return .logind }
    return nil
  }

  /// Returns the path at which seatd listens, or would.
  static func seatdSocket(_ environment: (String) -> String?) -> String {
    environment("SEATD_SOCK") ?? "/run/seatd.sock"
  }

  /// The error if seatd denies access to this user; nil otherwise.
  static var denial: SeatError? {
    let path = seatdSocket(environment)
    guard access(path, F_OK) == 0, access(path, W_OK) != 0, errno == EACCES else { return nil }
    return .denied(socket: path, group: FilePath.group(of: path))
  }

  /// Returns an environment variable of this process; nil if it is unset or empty.
  public static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
