import CLibinput
import Gesture
import Linux
import Testing

@testable import Touch

@Suite struct LibinputSourceTests {
  /// A seat without devices, whatever the machine.
  private static let emptySeat = "seat-without-devices"

  @Test func startsSuspendsAndResumesWithoutAnyDevice() throws {
    let loop = try EventLoop()
    let source = LibinputSource(seat: Self.emptySeat, loop: loop)
    var frames: [TouchFrame] = []
    source.onFrame = { frames.append($0) }
    var events: [TouchDeviceEvent] = []
    source.onDevice = { events.append($0) }
    try source.start()
    try loop.runOnce(timeoutMilliseconds: 0)
    source.suspend()
    try source.resume()
    source.suspend()
    #expect(frames == [])
    #expect(events == [])
    #expect(source.devices.isEmpty)
    #expect(source.accessError == nil)
  }

  @Test func reportsThatUdevIsNotRunning() throws {
    let source = LibinputSource(seat: Self.emptySeat, loop: try EventLoop())
    var errors: [String] = []
    source.onLog = { level, message in if level == .error { errors.append(message) } }
    try source.start()
    #expect(errors.contains { $0.contains("start systemd-udevd") } != TouchDevices.isUdevRunning)
  }

  @Test func anInvalidSeatIsAnError() throws {
    let name = String(repeating: "x", count: 1000)
    let source = LibinputSource(seat: name, loop: try EventLoop())
    let error = #expect(throws: TouchError.self) { try source.start() }
    #expect(error == .seat(name))
  }

  @Test func anEndedSourceIsNoLongerWatched() throws {
    let loop = try EventLoop()
    for _ in 0..<3 {
      let source = LibinputSource(seat: Self.emptySeat, loop: loop)
      try source.start()
    }
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(loop.wakeUpCount == 0)
  }

  @Test func theListIsEmptyWithoutATouchscreen() throws {
    #expect(try TouchDevices.list(seat: Self.emptySeat).allSatisfy { $0.state != .usable })
  }
}

@Suite struct LibinputCallbackTests {
  private func callbacks(refusingWith code: Int32) -> LibinputCallbacks {
    LibinputCallbacks(
      access: DeviceAccess(
        open: { path, _ throws(SystemError) in
          guard code == 0 else { throw SystemError(call: "open", subject: path, code: code) }
          return 17
        }, close: { _ in }))
  }

  @Test func aRefusedDeviceIsReportedAndReturnsTheErrno() {
    let callbacks = callbacks(refusingWith: SystemError.accessDenied)
    var denied: [String] = []
    callbacks.onDenied = { denied.append("\($0) \($1)") }
    let table = callbacks.table
    #expect(table.open(table.owner, "/dev/input/event3", 0) == -SystemError.accessDenied)
    #expect(denied == ["/dev/input/event3 \(SystemError.accessDenied)"])
  }

  @Test func anOpenedDeviceReturnsItsDescriptor() {
    let callbacks = callbacks(refusingWith: 0)
    let table = callbacks.table
    withExtendedLifetime(callbacks) {
      #expect(table.open(table.owner, "/dev/input/event3", 0) == 17)
    }
  }

  @Test func messagesArriveWithoutTheirNewline() {
    let callbacks = callbacks(refusingWith: 0)
    var messages: [String] = []
    callbacks.onLog = { messages.append("\($0) \($1)") }
    let table = callbacks.table
    for priority in [10, 20, 30] as [UInt32] {
      table.log(table.owner, .init(rawValue: priority), "lagging by 25ms\n")
    }
    #expect(
      messages == [
        "debug lagging by 25ms", "information lagging by 25ms", "error lagging by 25ms",
      ])
  }

  @Test func directAccessOpensOrReportsTheError() throws {
    let access = DeviceAccess.direct
    let descriptor = try access.open("/dev/null", 0)
    #expect(descriptor >= 0)
    access.close(descriptor)
    let error = #expect(throws: SystemError.self) { try access.open("/dev/input/none", 0) }
    #expect(error?.code == SystemError.noEntry)
  }
}

@Suite struct TouchErrorTests {
  private static let panel = TouchDevice(
    name: "Goodix", sysname: "event3", node: "/dev/input/event3", seat: "seat1", vendor: 0,
    product: 0, outputName: nil, sizeMillimetres: nil, isCalibrated: false)

  @Test func deniedDevicesIncludeARemedy() {
    let denied = DeniedTouchDevice(device: Self.panel, code: SystemError.accessDenied)
    #expect(
      TouchError.denied([denied]).description == """
        no touch device could be opened: “Goodix” /dev/input/event3: Permission denied (open); \
        add the user to the group that owns it (sudo usermod -aG input USER) and log in again
        """)
  }

  @Test func busyDevicesAreNotAPermissionProblem() {
    let denied = DeniedTouchDevice(device: Self.panel, code: SystemError.busy)
    #expect(TouchError.denied([denied]).description.hasSuffix("(sudo fuser -v /dev/input/event3)"))
  }

  @Test func statesAreExplained() {
    #expect(TouchDevices.State.usable.explanation(of: Self.panel) == "can be used")
    #expect(TouchDevices.State.otherSeat.explanation(of: Self.panel).contains("seat1"))
    #expect(
      TouchDevices.State.denied(code: SystemError.accessDenied).explanation(of: Self.panel) == """
        cannot be opened: open: Permission denied; \
        add the user to the group that owns it (sudo usermod -aG input USER) and log in again
        """)
  }
}

@Suite struct LibinputShortageTests {
  private static let shortage = TouchError.system(
    SystemError(call: "epoll_create1", code: 24))

  @Test("without descriptors for libinput, it reports that once, and starts when there are some")
  func triesAgain() throws {
    let loop = try EventLoop(clock: ManualClock())
    var attempts = 0
    var log: [String] = []
    let source = LibinputSource(
      seat: "seat-without-devices", loop: loop, retryWait: Backoff()
    ) { () throws(TouchError) in
      attempts += 1
      if attempts < 4 { throw Self.shortage }
      return try LibinputContext(access: .direct)
    }
    source.onLog = { log.append("\($0): \($1)") }
    try source.start()
    #expect(attempts == 1)
    #expect(source.devices.isEmpty && source.accessError == nil)
    for (attempt, wait) in [(2, 250_000), (3, 500_000), (4, 1_000_000)] as [(Int, Int64)] {
      try loop.advance(byMicroseconds: wait - 1)
      #expect(attempts == attempt - 1)
      try loop.advance(byMicroseconds: 1)
      #expect(attempts == attempt)
    }
    let own = log.filter { $0.contains("touch input") }
    #expect(
      own == [
        "error: no touch input yet, trying again: epoll_create1: "
          + SystemError(call: "", code: 24).reason,
        "information: touch input started",
      ])
    source.suspend()
    try source.resume()
    #expect(attempts == 4)
  }

  @Test("while the console is elsewhere it does not retry; it does at once when it is back")
  func suspended() throws {
    let loop = try EventLoop(clock: ManualClock())
    var attempts = 0
    let source = LibinputSource(
      seat: "seat-without-devices", loop: loop, retryWait: Backoff()
    ) { () throws(TouchError) in
      attempts += 1
      if attempts < 2 { throw Self.shortage }
      return try LibinputContext(access: .direct)
    }
    try source.start()
    source.suspend()
    try loop.advance(byMicroseconds: 60_000_000)
    #expect(attempts == 1)
    try source.resume()
    #expect(attempts == 2)
  }

  @Test("other errors are not retried")
  func otherErrors() throws {
    let source = LibinputSource(
      seat: "seat-without-devices", loop: try EventLoop(), retryWait: Backoff()
    ) { () throws(TouchError) in throw .library(call: "udev_new") }
    let error = #expect(throws: TouchError.self) { try source.start() }
    #expect(error == .library(call: "udev_new"))
  }
}

@Suite struct LibinputLibraryTests {
  @Test("a missing library is reported with its package")
  func missing() throws {
    let error = try #require(throws: TouchError.self) {
      try LibinputLibrary(fileName: "libnowhere.so.10")
    }
    #expect(
      error.description.hasPrefix(
        "libinput is missing; install the package libinput10 (libnowhere.so.10:"))
  }

  @Test("a library without one of its functions is too old")
  func old() throws {
    let error = try #require(throws: TouchError.self) {
      try LibinputLibrary(fileName: "libm.so.6")
    }
    #expect(
      error.description
        == "libinput is too old, it has no libinput_device_config_calibration_get_matrix; "
        + "update the package libinput10")
  }
}
