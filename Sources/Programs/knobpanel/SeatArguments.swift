internal import ArgumentParsing
internal import Linux
internal import Logging
internal import Program
internal import Seat

/// The options for the seat: its name, and the service that opens its devices.
struct SeatArguments {
  enum Backend: String, ArgumentValue, CaseIterable {
    case auto, libseat, direct
  }

  static var parameters: [Parameter<Self>] {
    [
      .option("seat", \.name, help: "The seat whose devices are used."),
      .option(
        "seat-backend", value: "kind", \.backend,
        help: """
          How drm opens the card and the touchscreens: libseat uses seatd or systemd-logind, \
          direct needs the groups video and input. auto is libseat if seatd admits the user, or in \
          a login on the console with systemd-logind, else direct.
          """),
    ]
  }

  private(set) var name = "seat0"
  private var backend = Backend.auto

  /// Opens a session of the seat service.
  ///
  /// - Returns: Nil if devices are opened directly.
  /// - Throws: `Problem` if a required session cannot be opened.
  func openSession(on loop: EventLoop, log: Logger) throws -> SeatSession? {
    guard backend == .libseat || backend == .auto && SeatService.find() != nil else { return nil }
    SeatLog.send { isError, text in
      // Important errors are reported in our own words.
      log.log(level: isError ? .info : .debug, "libseat: \(text)")
    }
    do throws(SeatError) {
      let session = try SeatSession(on: loop)
      guard session.seatName == name else {
        throw .otherSeat(found: session.seatName, requested: name)
      }
      log.info("devices of \(name) by libseat")
      return session
    } catch {
      guard backend == .auto else { throw Problem("\(error)") }
      // Any other error means that this user has no service, which is not unusual.
      let level: Logger.Level = if case .silent = error { .warning } else { .info }
      log.log(level: level, "\(error); opening the devices directly")
      return nil
    }
  }
}
