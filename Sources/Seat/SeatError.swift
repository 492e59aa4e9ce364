public import Linux

/// Why there is no session of a seat service.
public enum SeatError: Error, Hashable, CustomStringConvertible {
  /// libseat cannot be used.
  case noLibrary(LibraryError)
  /// seatd's socket may not be used; the path, and the group that may.
  case denied(socket: String, group: String?)
  /// seatd takes connections but does not answer; the path of its socket.
  case silent(socket: String)
  /// Neither seatd nor logind gave a session.
  case refused(SystemError)
  /// The session is on another seat than the one asked for.
  case otherSeat(found: String, asked: String)

  /// The reason in one line, with what to do.
  public var description: String {
    switch self {
    case .noLibrary(let error): error.description
    case .denied(let socket, let group):
      "no permission for \(socket): add the user to the group \(group ?? "of seatd"), log in again "
        + "and retry"
    case .silent(let socket):
      "seatd does not answer at \(socket): restart it (sudo systemctl restart seatd)"
    case .refused(let error) where error.code == SystemError.busy:
      "another program has the seat: stop the desktop or compositor on this console (\(error))"
    case .refused(let error):
      "no seat service gives a session: start seatd (sudo systemctl start seatd), or log in on the "
        + "console with systemd-logind (\(error))"
    case .otherSeat(let found, let asked):
      "the session is on \(found), not on \(asked): ask for it with --seat \(found)"
    }
  }
}
