import Foundation
import Glibc
import Linux
import NotifySocket
import Testing

/// Messages to a service manager, at a real socket.
@Suite struct ServiceManagerTests {
  private func makeManager(_ environment: [String: String]) -> ServiceManager? {
    ServiceManager { environment[$0] }
  }

  @Test("each message is as specified in sd_notify(3)")
  func messages() throws {
    let socket = try NotifySocket()
    let manager = try #require(makeManager(socket.environment()))
    manager.ready(status: "showing on HDMI-A-1")
    manager.report(status: "two\nlines")
    manager.keepAlive()
    manager.removeStored(name: "card0")
    manager.stopping()
    #expect(
      socket.messages() == [
        "READY=1\nSTATUS=showing on HDMI-A-1", "STATUS=two lines", "WATCHDOG=1",
        "FDSTOREREMOVE=1\nFDNAME=card0", "STOPPING=1",
      ])
  }

  @Test("a stored descriptor is the same open file")
  func storedDescriptor() throws {
    let socket = try NotifySocket()
    let manager = try #require(makeManager(socket.environment()))
    let pipe = try Pipe()
    manager.store(pipe.reading.number, name: "card0")
    let received = try #require(socket.receiveDescriptor())
    let copy = FileDescriptor(owning: received.descriptor)
    #expect(received.message == "FDSTORE=1\nFDNAME=card0")
    pipe.fill()
    var byte: UInt8 = 0
    #expect(read(copy.number, &byte, 1) == 1)
  }

  @Test(
    "without a usable socket there is no manager",
    arguments: [nil, "", "notify", "@", "/" + String(repeating: "x", count: 107)])
  func noManager(path: String?) {
    #expect(ServiceManager { $0 == "NOTIFY_SOCKET" ? path : nil } == nil)
  }

  @Test("a manager that is gone or does not read has no effect")
  func unresponsiveManager() throws {
    #expect(makeManager(["NOTIFY_SOCKET": "/nonexistent"]) != nil)
    makeManager(["NOTIFY_SOCKET": "/nonexistent"])?.keepAlive()
    let socket = try NotifySocket()
    let manager = try #require(makeManager(socket.environment()))
    for _ in 0..<10_000 { manager.keepAlive() }
    #expect(!socket.messages().isEmpty)
  }

  @Test("an abstract socket works, too")
  func abstractSocket() throws {
    let name = "@knobpanel-\(UUID().uuidString)"
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0[1...].copyBytes(from: name.utf8.dropFirst())
    }
    let receiver = FileDescriptor(
      owning: Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0))
    let size = socklen_t(MemoryLayout<sa_family_t>.size + name.utf8.count)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(receiver.number, $0, size) }
    }
    try #require(result == 0)
    try #require(makeManager(["NOTIFY_SOCKET": name])).keepAlive()
    let hasArrived = receiver.waitForInput(milliseconds: 0)
    #expect(hasArrived)
  }

  @Test(
    "the watchdog interval applies only to the process that it names",
    arguments: [
      (["WATCHDOG_USEC": "3000000"], 3_000_000),
      (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "\(getpid())"], 3_000_000),
      (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "1"], nil),
      (["WATCHDOG_USEC": "0"], nil), (["WATCHDOG_USEC": "soon"], nil), ([:], nil),
    ] as [([String: String], Int64?)])
  func watchdog(environment: [String: String], expected: Int64?) throws {
    let socket = try NotifySocket()
    let manager = try #require(makeManager(environment.merging(socket.environment()) { $1 }))
    #expect(manager.watchdogMicroseconds == expected)
  }

  @Test(
    "descriptors that are not for this process are left alone",
    arguments: [
      [:], ["LISTEN_PID": "1", "LISTEN_FDS": "1"], ["LISTEN_PID": "\(getpid())"],
      ["LISTEN_PID": "\(getpid())", "LISTEN_FDS": "-1"],
      ["LISTEN_PID": "\(getpid())", "LISTEN_FDS": "many"],
    ])
  func notPassed(environment: [String: String]) {
    #expect(PassedDescriptors { environment[$0] }.names.isEmpty)
  }
}
