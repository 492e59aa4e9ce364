import FakeMonitors
import Foundation
import Linux
import TestPatience
import Testing

@testable import Backlight

/// A monitor's backlight on a fake libddcutil that is slow, fails and counts calls.
@Suite struct MonitorBacklightTests {
  typealias Version = FakeMonitors.Version
  static let versions = Version.allCases

  /// A backlight and the events that it reported.
  private final class User {
    let loop: EventLoop
    let backlight: MonitorBacklight
    var events: [MonitorBacklight.Event] = []

    init(_ options: MonitorOptions) throws {
      loop = try EventLoop()
      backlight = MonitorBacklight(options: options, loop: loop)
      backlight.onEvent = { [unowned self] in events.append($0) }
    }

    /// Runs the loop until the thread has reported that many events.
    func run(untilEventCount count: Int) throws {
      try Patience.run(loop, state: events) { events.count >= count }
      try #require(events.count == count, "\(events)")
    }
  }

  @Test(
    "Brightness is scaled to the monitor's range, and the original value is restored",
    arguments: versions)
  func set(_ version: Version) throws {
    let monitors = try FakeMonitors(version)
    monitors["maximum"] = 1000
    monitors["value"] = 700
    let user = try User(monitors.options())
    user.backlight.set(0.3)
    try user.run(untilEventCount: 2)
    #expect(user.events == [.found(name: "monitor \"Wall 1\"", maximum: 1000), .settled])
    #expect(monitors["value"] == 300)
    user.backlight.close(isEnd: true)
    #expect(monitors["value"] == 700)
    #expect(monitors["open"] == 0)
  }

  @Test("Nothing is loaded, read or written until a brightness is set", arguments: versions)
  func untouched(_ version: Version) throws {
    let monitors = try FakeMonitors(version)
    let user = try User(monitors.options())
    user.backlight.search(atOutput: "HDMI-A-1")
    try user.loop.runOnce(timeoutMilliseconds: 0)
    user.backlight.close(isEnd: true)
    #expect(monitors["reads"] == 0 && user.loop.wakeUpCount == 0)
  }

  @Test(
    "While the monitor is slow, only the last value is written and the loop keeps running",
    arguments: versions)
  func coalesced(_ version: Version) throws {
    let monitors = try FakeMonitors(version)
    monitors["is_held"] = 1
    let user = try User(monitors.options())
    user.backlight.set(0.1)
    try #require(try monitors.waitForWrite())
    // The thread is blocked in a write; none of these calls waits for it.
    for percent in 20...90 {
      user.backlight.set(Double(percent) / 100)
      try user.loop.runOnce(timeoutMilliseconds: 0)
    }
    #expect(monitors["writes"] == 1)
    monitors["is_held"] = 0
    try monitors.release()
    try user.run(untilEventCount: 2)
    #expect(user.events.last == .settled)
    #expect(monitors["writes"] == 2)
    #expect(monitors["value"] == 90)
  }

  @Test(
    "A value that the monitor already has is not written: writes wear some monitors out",
    arguments: versions)
  func sameValue(_ version: Version) throws {
    let monitors = try FakeMonitors(version)
    let user = try User(monitors.options())
    user.backlight.set(0.7)
    try user.run(untilEventCount: 2)
    user.backlight.close(isEnd: true)
    #expect(monitors["writes"] == 0)
  }

  @Test("A write that fails twice is repeated and succeeds", arguments: versions)
  func repeated(_ version: Version) throws {
    let monitors = try FakeMonitors(version)
    monitors["failures"] = 2
    let user = try User(monitors.options())
    user.backlight.set(0.4)
    try Patience.run(user.loop, state: user.events) { user.events.last == .settled }
    #expect(monitors["value"] == 40 && monitors["writes"] == 3)
  }

  @Test("A refusal is reported with its reason, and the next value is tried", arguments: versions)
  func refused(_ version: Version) throws {
    let monitors = try FakeMonitors(version)
    let user = try User(monitors.options())
    user.backlight.set(0.5)
    try user.run(untilEventCount: 2)
    monitors["failures"] = 3
    user.backlight.set(0.4)
    try user.run(untilEventCount: 3)
    #expect(
      user.events.last
        == .failed(.refused(monitor: "monitor \"Wall 1\"", reason: "EIO, I/O error")))
    user.backlight.set(0.3)
    try user.run(untilEventCount: 4)
    #expect(user.events.last == .settled && monitors["value"] == 30)
    user.backlight.close(isEnd: true)
    #expect(monitors["value"] == 70)
  }

  @Test(
    "A replacement monitor is found by a new search, and gets the brightness", arguments: versions)
  func exchanged(_ version: Version) throws {
    let monitors = try FakeMonitors(version)
    let user = try User(monitors.options())
    user.backlight.set(0.5)
    try user.run(untilEventCount: 2)
    try monitors.addOutput("card0-DP-1", edidByte: 2)
    monitors["monitor_count"] = 2
    user.backlight.search(atOutput: "DP-1")
    try user.run(untilEventCount: 4)
    #expect(user.events[2] == .found(name: "monitor \"Wall 2\"", maximum: 100))
    #expect(monitors["value", at: 1] == 50 && monitors["searches"] == 1)
  }

  @Test("Finding the same monitor again keeps the original value to restore", arguments: versions)
  func foundAgain(_ version: Version) throws {
    let monitors = try FakeMonitors(version)
    let user = try User(monitors.options())
    user.backlight.set(0.5)
    try user.run(untilEventCount: 2)
    user.backlight.searchAgain()
    try user.run(untilEventCount: 3)
    user.backlight.close(isEnd: true)
    #expect(monitors["value"] == 70)
  }

  @Test("A hung thread does not keep the program from ending", arguments: versions)
  func hanging(_ version: Version) throws {
    let monitors = try FakeMonitors(version)
    monitors["is_held"] = 1
    let user = try User(monitors.options())
    user.backlight.set(0.1)
    try #require(try monitors.waitForWrite())
    user.backlight.close(isEnd: false)
    #expect(monitors["value"] == 70)
    try monitors.release()
  }

  // MARK: Which monitor

  @Test(
    "The monitor is matched to the output by EDID, or by bus if two EDIDs are alike",
    arguments: [
      ("card1-DP-1", UInt8(2), nil, 1),
      ("card0-HDMI-A-1", 1, 4, 0),
      ("card0-HDMI-A-1", 1, 6, 2),
    ] as [(String, UInt8, Int?, Int)], versions)
  func choice(
    _ row: (output: String, edidByte: UInt8, bus: Int?, chosen: Int), _ version: Version
  ) throws {
    let (output, edidByte, bus, chosen) = row
    let monitors = try FakeMonitors(version)
    monitors["monitor_count"] = 3
    monitors["first_byte", at: 2] = 1
    try monitors.addOutput(output, edidByte: edidByte, bus: bus)
    let user = try User(monitors.options(String(output.dropFirst(6))))
    user.backlight.set(0.5)
    try user.run(untilEventCount: 2)
    let values = (0..<3).map { monitors["value", at: $0] }
    #expect(values == (0..<3).map { $0 == chosen ? 50 : 70 })
  }

  /// What is wrong, which determines the error.
  enum Trouble: CaseIterable {
    case noLibrary, noBus, denied, noMonitor, otherMonitor, several, withoutBrightness
  }

  @Test(
    "A missing prerequisite is reported once, with a remedy",
    arguments: Trouble.allCases, versions)
  func missing(_ trouble: Trouble, _ version: Version) throws {
    let monitors = try FakeMonitors(version)
    var options = monitors.options("DP-1")
    let bus = monitors.folder.appending(path: "dev/i2c-4").path
    let message: String
    switch trouble {
    case .noLibrary:
      options = monitors.options(libraries: ["none.so", "neither.so"])
      message = "install the package libddcutil5, or libddcutil4 on Debian 12 ("
    case .noBus:
      try FileManager.default.removeItem(atPath: bus)
      message = "modprobe i2c-dev"
    case .denied:
      // Root may open every file, so use a dangling symbolic link.
      try FileManager.default.removeItem(atPath: bus)
      try FileManager.default.createSymbolicLink(atPath: bus, withDestinationPath: bus + "-gone")
      message = "no permission for \(bus); add the user of the panel to the group"
    case .noMonitor:
      monitors["monitor_count"] = 0
      message = "no monitor answers DDC/CI; switch DDC/CI on"
    case .otherMonitor:
      try monitors.addOutput("card0-DP-1", edidByte: 9)
      message = "no monitor answers DDC/CI on DP-1; switch"
    case .several:
      monitors["monitor_count"] = 2
      message = "several monitors are connected (monitor \"Wall 1\", monitor \"Wall 2\"); "
    case .withoutBrightness:
      monitors["is_unsupported"] = 1
      message = "monitor \"Wall 1\" has no brightness that DDC/CI can set"
    }
    let user = try User(options)
    user.backlight.set(0.5)
    try user.run(untilEventCount: 1)
    guard case .failed(let error) = user.events[0] else {
      Issue.record("\(user.events)")
      return
    }
    #expect("\(error)".contains(message), "\(error)")
    #expect(!"\(error)".contains("\n"))
    #expect(monitors["writes"] == 0)
  }

  // MARK: The library

  @Test("Version 2 is initialized once, which keeps its warnings out of the system's log")
  func initialized() throws {
    let monitors = try FakeMonitors(.two)
    let user = try User(monitors.options())
    for (count, value) in [(2, 0.4), (3, 0.5)] {
      user.backlight.set(value)
      try user.run(untilEventCount: count)
    }
    #expect(monitors["initializations"] == 1)
  }

  @Test("If the first version is not installed, the other one is used", arguments: versions)
  func other(_ version: Version) throws {
    let monitors = try FakeMonitors(version)
    let user = try User(monitors.options(libraries: ["none.so", "libddcutil.so"]))
    user.backlight.set(0.5)
    try user.run(untilEventCount: 2)
    #expect(user.events.last == .settled && monitors["value"] == 50)
  }

  /// Nothing is sent to a monitor: libddcutil only gives the text of a status.
  @Test("The installed libddcutil has all functions that are used") func installed() throws {
    let monitors = try FakeMonitors()
    var options = monitors.options()
    options.libraries = MonitorOptions().libraries
    #expect(try DDCLibrary(for: options).failure(-EIO) == "EIO, Input/output error")
  }
}
