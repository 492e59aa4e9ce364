import Foundation
import Linux
import TestPatience
import Testing

@testable import Seat

/// Sessions of a real seatd.
///
/// One test at a time: they share its socket.
@Suite(.serialized) struct SeatSessionTests {
  /// A session and what it has told.
  private final class User {
    let session: SeatSession
    var told: [DeviceSessionChange] = []
    /// Runs while it is told.
    var onChange: (DeviceSessionChange) -> Void = { _ in }

    init(on loop: EventLoop) throws {
      session = try SeatSession(
        on: loop, library: try SeatLibrary(), deadline: SeatDeadline(milliseconds: 300),
        retryWait: Backoff())
      session.onChange = { [unowned self] in
        told.append($0)
        onChange($0)
      }
    }
  }

  /// Runs the loop until it is so, as seatd is another program.
  private func run(_ loop: EventLoop, until isDone: () -> Bool) throws {
    try Patience.run(loop, told: "nothing", until: isDone)
  }

  private func content(_ node: String, by access: DeviceAccess) throws -> String {
    let device = try DeviceFile(opening: node, flags: O_RDONLY, by: access)
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = try bytes.withUnsafeMutableBytes { try device.read(into: $0) } ?? 0
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  @Test("seatd opens what the panel could not, and closes it again; then nothing wakes the loop")
  func opens() throws {
    let seatd = try PrivateSeatd()
    let node = try seatd.addDevice("event3", "touch")
    #expect(throws: SystemError.self) { try content(node, by: .direct) }
    let loop = try EventLoop(clock: ManualClock())
    let session = try SeatSession(on: loop)
    #expect(session.isActive)
    #expect(session.seatName == "seat0")
    for _ in 0..<3 { #expect(try content(node, by: session.access) == "touch") }
    try loop.advance(byMicroseconds: 60_000_000)
    #expect(loop.wakeUpCount == 0)
  }

  @Test(
    "a device that seatd does not open says why, and the session goes on",
    arguments: [("/dev/input/event9", ENOENT), ("/etc/passwd", ENOENT)])
  func refusedDevice(node: String, code: Int32) throws {
    let seatd = try PrivateSeatd()
    let good = try seatd.addDevice("event3", "touch")
    let loop = try EventLoop(clock: ManualClock())
    let user = try User(on: loop)
    let error = #expect(throws: SystemError.self) { try content(node, by: user.session.access) }
    #expect(error == SystemError(call: "libseat_open_device", subject: node, code: code))
    try loop.advance(byMicroseconds: 60_000_000)
    #expect(user.told.isEmpty && user.session.isActive)
    #expect(try content(good, by: user.session.access) == "touch")
  }

  @Test("without seatd there is one line that says what to do")
  func noService() throws {
    _ = PrivateSeatd.folder
    let error = #expect(throws: SeatError.self) { try SeatSession(on: EventLoop()) }
    let text = try #require(error?.description)
    #expect(text.contains("sudo systemctl start seatd") && !text.contains("\n"), "\(text)")
  }

  @Test("a killed seatd is told once, and the session is there again when it is back")
  func killed() throws {
    let seatd = try PrivateSeatd()
    let node = try seatd.addDevice("event3", "touch")
    let loop = try EventLoop(clock: ManualClock())
    let user = try User(on: loop)
    let access = user.session.access
    let open = try access.open(node, O_RDONLY)
    seatd.stop()
    try run(loop) { !user.told.isEmpty }
    let isLost =
      switch user.told.first {
      case .lost(let reason, wasActive: true): !reason.isEmpty
      default: false
      }
    #expect(isLost, "\(user.told)")
    #expect(!user.session.isActive)
    let error = #expect(throws: SystemError.self) { try access.open(node, O_RDONLY) }
    #expect(error?.isTemporary == true)
    // What was open can be closed, and is.
    access.close(open)
    #expect(fcntl(open, F_GETFD) == -1)
    try loop.advance(byMicroseconds: 60_000_000)
    #expect(user.told.count == 1)

    try seatd.start()
    try loop.advance(byMicroseconds: Backoff().longestMicroseconds)
    try run(loop) { user.told.count > 1 }
    #expect(user.told.last == .activated)
    #expect(try content(node, by: access) == "touch")
  }

  @Test("a seatd that is stopped is told in one line, and takes nothing with it")
  func silentAtStart() throws {
    let seatd = try PrivateSeatd()
    seatd.suspend(true)
    let loop = try EventLoop(clock: ManualClock())
    let error = #expect(throws: SeatError.self) { try User(on: loop) }
    #expect(error == .silent(socket: PrivateSeatd.socket))
    seatd.suspend(false)
    #expect(try User(on: loop).session.isActive)
  }

  @Test("a seatd that stops later ends the session, which is there again when it goes on")
  func silentLater() throws {
    let seatd = try PrivateSeatd()
    let node = try seatd.addDevice("event3", "touch")
    let loop = try EventLoop(clock: ManualClock())
    let user = try User(on: loop)
    let access = user.session.access
    let open = try access.open(node, O_RDONLY)
    seatd.suspend(true)
    let error = #expect(throws: SystemError.self) { try access.open(node, O_RDONLY) }
    #expect(error?.code == ETIMEDOUT)
    try run(loop) { !user.told.isEmpty }
    #expect(user.told == [.lost(reason: "it does not answer", wasActive: true)])
    access.close(open)
    // Two attempts, in each of which a service has 250 ms to answer.
    try loop.advance(byMicroseconds: 250_000 + 500_000)
    #expect(user.told.count == 1)
    seatd.suspend(false)
    try loop.advance(byMicroseconds: 1_000_000)
    try run(loop) { user.told.count > 1 }
    #expect(user.told.last == .activated)
    #expect(try content(node, by: access) == "touch")
  }

  @Test("another session gets the devices only after this one has let go, and gives them back")
  func switched() throws {
    let seatd = try PrivateSeatd()
    let node = try seatd.addDevice("event3", "touch")
    let loop = try EventLoop(clock: ManualClock())
    let (first, second) = (try User(on: loop), try User(on: loop))
    #expect(first.session.isActive)
    #expect(!second.session.isActive)
    let early = #expect(throws: SystemError.self) {
      try content(node, by: second.session.access)
    }
    #expect(early?.isTemporary == true)

    let open = try first.session.access.open(node, O_RDONLY)
    first.onChange = { change in
      guard change == .deactivated else { return }
      #expect(second.told.isEmpty)
      #expect(!first.session.isActive)
      first.session.access.close(open)
    }
    try first.session.switchSession(to: 1)
    try run(loop) { second.session.isActive }
    #expect(first.told == [.deactivated])
    #expect(second.told == [.activated])
    #expect(try content(node, by: second.session.access) == "touch")

    second.session.close()
    try run(loop) { first.session.isActive }
    #expect(first.told == [.deactivated, .activated])
    #expect(try content(node, by: first.session.access) == "touch")
  }

  @Test("what is said while a device is opened is not left until something else happens")
  func saidInBetween() throws {
    let seatd = try PrivateSeatd()
    let node = try seatd.addDevice("event3", "touch")
    let loop = try EventLoop(clock: ManualClock())
    let (first, second) = (try User(on: loop), try User(on: loop))
    try first.session.switchSession(to: 1)
    // seatd answers in the order of the requests, so that its message is read with the next answer.
    _ = try? content(node, by: first.session.access)
    try run(loop) { second.session.isActive }
    #expect(first.told == [.deactivated])
  }

  @Test("which service would be used follows from the environment")
  func found() throws {
    let seatd = try PrivateSeatd()
    let socket = ["SEATD_SOCK": PrivateSeatd.socket]
    let named = ["LIBSEAT_BACKEND": "logind"]
    #expect(SeatService.find { socket[$0] } == .seatd(socket: PrivateSeatd.socket))
    #expect(SeatService.find { named[$0] } == .named("logind"))
    seatd.stop()
    // The socket is still there, as after a crash.
    #expect(FileManager.default.fileExists(atPath: PrivateSeatd.socket))
    #expect(SeatService.find { socket[$0] } == nil)
  }
}

@Suite struct SeatErrorTests {
  @Test func aMissingLibraryNamesItsPackage() {
    let error = #expect(throws: SeatError.self) { try SeatLibrary(fileName: "libseat.so.none") }
    #expect(error?.description.contains("install the package libseat1") == true)
  }

  @Test func aLibraryWithoutItsFunctionsIsTooOld() {
    let error = #expect(throws: SeatError.self) { try SeatLibrary(fileName: "libc.so.6") }
    #expect(
      error?.description
        == "libseat is too old, it has no libseat_close_device; update the package libseat1")
  }

  static let cases: [(SeatError, String)] = [
    (.silent(socket: "/run/seatd.sock"), "sudo systemctl restart seatd"),
    (.denied(socket: "/run/seatd.sock", group: "video"), "add the user to the group video"),
    (.denied(socket: "/run/seatd.sock", group: nil), "add the user to the group of seatd"),
    (
      .refused(SystemError(call: "libseat_open_seat", code: EBUSY)),
      "stop the desktop or compositor on this console"
    ),
    (.refused(SystemError(call: "libseat_open_seat", code: ENOSYS)), "start seatd"),
    (.otherSeat(found: "seat1", asked: "seat0"), "--seat seat1"),
  ]

  @Test(arguments: cases)
  func eachSaysWhatToDo(error: SeatError, advice: String) {
    #expect(error.description.contains(advice))
  }
}
