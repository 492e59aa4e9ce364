import Foundation
import Linux
import TestPatience
import Testing

@testable import Seat

/// Sessions with a real seatd.
///
/// The tests run one at a time, as they share its socket.
@Suite(.serialized) struct SeatSessionTests {
  /// A session and the changes that it reported.
  private final class User {
    let session: SeatSession
    var changes: [DeviceSessionChange] = []
    /// Called for each change.
    var onChange: (DeviceSessionChange) -> Void = { _ in }

    init(on loop: EventLoop) throws {
      session = try SeatSession(
        on: loop, library: try SeatLibrary(), deadline: SeatDeadline(milliseconds: 300),
        retryWait: Backoff())
      session.onChange = { [unowned self] in
        changes.append($0)
        onChange($0)
      }
    }
  }

  /// Runs the loop until a condition holds; seatd is another process.
  private func run(_ loop: EventLoop, until isDone: () -> Bool) throws {
    try Patience.run(loop, state: "unknown", until: isDone)
  }

  private func content(_ node: String, by access: DeviceAccess) throws -> String {
    let device = try DeviceFile(opening: node, flags: O_RDONLY, by: access)
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = try bytes.withUnsafeMutableBytes { try device.read(into: $0) } ?? 0
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  @Test("seatd opens a device that the panel cannot, and closes it; then nothing wakes the loop")
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
    "A device that seatd does not open is an error, and the session continues",
    arguments: ["/dev/input/event9", "/etc/passwd"])
  func refusedDevice(node: String) throws {
    let seatd = try PrivateSeatd()
    let allowed = try seatd.addDevice("event3", "touch")
    let loop = try EventLoop(clock: ManualClock())
    let user = try User(on: loop)
    let error = #expect(throws: SystemError.self) { try content(node, by: user.session.access) }
    // libseat 0.9 loses seatd's reason.
    #expect(
      [ENOENT, EAGAIN].contains {
        error == SystemError(call: "libseat_open_device", subject: node, code: $0)
      })
    try loop.advance(byMicroseconds: 60_000_000)
    #expect(user.changes.isEmpty && user.session.isActive)
    #expect(try content(allowed, by: user.session.access) == "touch")
  }

  @Test("Without seatd, the error is one line with a remedy")
  func noService() throws {
    _ = PrivateSeatd.folder
    let error = #expect(throws: SeatError.self) { try SeatSession(on: EventLoop()) }
    let text = try #require(error?.description)
    #expect(text.contains("sudo systemctl start seatd") && !text.contains("\n"), "\(text)")
  }

  @Test("The loss of a killed seatd is reported once, and the session returns with it")
  func killed() throws {
    let seatd = try PrivateSeatd()
    let node = try seatd.addDevice("event3", "touch")
    let loop = try EventLoop(clock: ManualClock())
    let user = try User(on: loop)
    let access = user.session.access
    let open = try access.open(node, O_RDONLY)
    seatd.stop()
    try run(loop) { !user.changes.isEmpty }
    let isLost =
      switch user.changes.first {
      case .lost(let reason, wasActive: true): !reason.isEmpty
      default: false
      }
    #expect(isLost, "\(user.changes)")
    #expect(!user.session.isActive)
    let error = #expect(throws: SystemError.self) { try access.open(node, O_RDONLY) }
    #expect(error?.isTemporary == true)
    // Open devices can still be closed.
    access.close(open)
    #expect(fcntl(open, F_GETFD) == -1)
    try loop.advance(byMicroseconds: 60_000_000)
    #expect(user.changes.count == 1)

    try seatd.start()
    try loop.advance(byMicroseconds: Backoff().longestMicroseconds)
    try run(loop) { user.changes.count > 1 }
    #expect(user.changes.last == .activated)
    #expect(try content(node, by: access) == "touch")
  }

  @Test("A seatd that is stopped at the start is reported in one line, and nothing leaks")
  func silentAtStart() throws {
    let seatd = try PrivateSeatd()
    seatd.suspend(true)
    let loop = try EventLoop(clock: ManualClock())
    let error = #expect(throws: SeatError.self) { try User(on: loop) }
    #expect(error == .silent(socket: PrivateSeatd.socket))
    seatd.suspend(false)
    #expect(try User(on: loop).session.isActive)
  }

  @Test("A seatd that stops later ends the session, which returns when seatd continues")
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
    try run(loop) { !user.changes.isEmpty }
    #expect(user.changes == [.lost(reason: "it does not answer", wasActive: true)])
    access.close(open)
    // Two attempts; a service has 250 ms to answer each.
    try loop.advance(byMicroseconds: 250_000 + 500_000)
    #expect(user.changes.count == 1)
    seatd.suspend(false)
    try loop.advance(byMicroseconds: 1_000_000)
    try run(loop) { user.changes.count > 1 }
    #expect(user.changes.last == .activated)
    #expect(try content(node, by: access) == "touch")
  }

  @Test("Another session gets the devices only after this one releases them, and returns them")
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
      #expect(second.changes.isEmpty)
      #expect(!first.session.isActive)
      first.session.access.close(open)
    }
    try first.session.switchSession(to: 1)
    try run(loop) { second.session.isActive }
    #expect(first.changes == [.deactivated])
    #expect(second.changes == [.activated])
    #expect(try content(node, by: second.session.access) == "touch")

    second.session.close()
    try run(loop) { first.session.isActive }
    #expect(first.changes == [.deactivated, .activated])
    #expect(try content(node, by: first.session.access) == "touch")
  }

  @Test("A message received while a device is opened is handled without another event")
  func messageDuringOpen() throws {
    let seatd = try PrivateSeatd()
    let node = try seatd.addDevice("event3", "touch")
    let loop = try EventLoop(clock: ManualClock())
    let (first, second) = (try User(on: loop), try User(on: loop))
    try first.session.switchSession(to: 1)
    // seatd answers in the order of the requests, so its message is read with the next answer.
    _ = try? content(node, by: first.session.access)
    try run(loop) { second.session.isActive }
    #expect(first.changes == [.deactivated])
  }

  @Test("The environment selects the service")
  func found() throws {
    let seatd = try PrivateSeatd()
    let socket = ["SEATD_SOCK": PrivateSeatd.socket]
    let named = ["LIBSEAT_BACKEND": "logind"]
    #expect(SeatService.find { socket[$0] } == .seatd(socket: PrivateSeatd.socket))
    #expect(SeatService.find { named[$0] } == .named("logind"))
    seatd.stop()
    // The socket file still exists, as after a crash.
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
    (.otherSeat(found: "seat1", requested: "seat0"), "--seat seat1"),
  ]

  @Test(arguments: cases)
  func eachErrorIncludesARemedy(error: SeatError, advice: String) {
    #expect(error.description.contains(advice))
  }
}
