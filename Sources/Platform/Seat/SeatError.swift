public import Linux

/// The reason why there is no session of a seat service.
public enum SeatError: Error, Hashable, CustomStringConvertible {
  /// libseat is unavailable.
  case noLibrary(LibraryError)
  /// No permission for seatd's socket; its path, and the group that has permission.
  case denied(socket: String, group: String?)
  /// seatd accepts connections but does not answer; the path of its socket.
  case silent(socket: String)
  /// Neither seatd nor logind granted a session.
  case refused(SystemError)
  /// The session is on another seat than requested.
  case otherSeat(found: String, requested: String)

  /// The reason and the remedy, in one line.
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
      "no seat service provides a session: start seatd (sudo systemctl start seatd), or log in on "
        + "the console with systemd-logind (\(error))"
    case .otherSeat(let found, let requested):
      "the session is on \(found), not on \(requested): use --seat \(found)"
    }
  }
}
