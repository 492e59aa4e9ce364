internal import Glibc
internal import Linux

/// The seat services that this process could use.
public enum SeatService: Hashable, Sendable {
  /// seatd, which listens there.
  case seatd(socket: String)
  /// systemd-logind: the process belongs to a session with a seat.
  case logind
  /// The one that `LIBSEAT_BACKEND` names.
  case named(String)

  /// The service that libseat would use; nil if there is none.
  ///
  /// The same environment as libseat's: `LIBSEAT_BACKEND`, `SEATD_SOCK`, and `XDG_SEAT`, which a
  /// login sets in sessions that have a seat (pam_systemd(8)).
  ///
  /// - Parameter environment: The value of a variable, as getenv(3) finds it.
  /// - Returns: That service.
  public static func find(
    environment: (String) -> String? = SeatService.environment
  ) -> SeatService? {
    if let name = environment("LIBSEAT_BACKEND") { return .named(name) }
    let socket = seatdSocket(environment)
    // A socket that nobody listens at remains after a crash.
    if (try? UnixSocket.connect(socket)) != nil { return .seatd(socket: socket) }
    if environment("XDG_SEAT") != nil, access("/run/systemd/seats", F_OK) == 0 { return .logind }
    return nil
  }

  /// Where seatd listens, or would.
  static func seatdSocket(_ environment: (String) -> String?) -> String {
    environment("SEATD_SOCK") ?? "/run/seatd.sock"
  }

  /// That seatd runs but does not let this user in; nil if that is not so.
  static var denial: SeatError? {
    let path = seatdSocket(environment)
    guard access(path, F_OK) == 0, access(path, W_OK) != 0, errno == EACCES else { return nil }
    var status = stat()
    let group = stat(path, &status) == 0 ? getgrgid(status.st_gid) : nil
    return .denied(socket: path, group: group.map { String(cString: $0.pointee.gr_name) })
  }

  /// A variable of this process; nil if it is not set or empty.
  public static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
