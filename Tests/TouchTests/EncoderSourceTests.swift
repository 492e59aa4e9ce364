import CLinux
import Gesture
import Glibc
import Linux
import Testing
import Udev

@testable import Touch

/// Devices that can be opened and read, and devices that cannot.
@Suite struct EncoderSourceTests {
  /// Input devices that tests plug in and write to; each node is a socket.
  private final class FakeSystem: EncoderSystem {
    var plugged: [EncoderDescription] = []
    var openError: SystemError?
    var watchError: SystemError?
    var handler: (() -> Void)?
    /// The ends to write to, by node.
    private(set) var writers: [String: Int32] = [:]
    private(set) var openCount = 0
    private(set) var listCount = 0

    func devices() -> [EncoderDescription] {
      listCount += 1
      return plugged
    }

    func open(_ description: EncoderDescription) throws(SystemError) -> EncoderDevice {
      if let openError { throw openError }
      openCount += 1
      var ends: [Int32] = [0, 0]
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
      try check("socketpair") { socketpair(AF_UNIX, kind, 0, &ends) }
      unplug(description.node)
      writers[description.node] = ends[1]
      return EncoderDevice(description, file: DeviceFile(owning: FileDescriptor(owning: ends[0])))
    }

    func watch(on loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
      if let watchError { throw watchError }
      self.handler = handler
    }

    func unwatch() { handler = nil }

    /// Closes the writing end, as the kernel ends the device's descriptor.
    func unplug(_ node: String) {
      if let writer = writers.removeValue(forKey: node) { close(writer) }
    }

    func report(
      _ node: String, _ type: UInt16, _ code: UInt16, _ value: Int32, times count: Int = 1
    ) {
      var event = input_event()
      (event.type, event.code, event.value) = (type, code, value)
      guard let writer = writers[node] else { return }
      [input_event](repeating: event, count: count).withUnsafeBytes {
        _ = send(writer, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
    }

    deinit { for writer in writers.values { close(writer) } }
  }

  /// A source and what it reported.
  private final class Rig {
    let system = FakeSystem()
    let loop: EventLoop
    let source: EncoderSource
    var actions: [String] = []
    var keys: [String] = []
    var events: [EncoderEvent] = []

    init(_ change: (FakeSystem) -> Void = { _ in }) throws {
      loop = try EventLoop()
      change(system)
      source = EncoderSource(system, loop: loop)
      source.onAction = { [unowned self] index, action, _ in actions.append("\(index) \(action)") }
      source.onKey = { [unowned self] index, isDown in
        keys.append("\(index) \(isDown.map { $0 ? "down" : "up" } ?? "none")")
      }
      source.onEvent = { [unowned self] in events.append($0) }
    }

    func turn(_ axis: EncoderInput.Axis = .dial, by value: Int32, _ node: String = "/dev/e1") throws
    {
      system.report(node, 2, axis.relativeCode ?? 0, value)
      system.report(node, 0, 0, 0)
      try round()
    }

    func round() throws { try loop.runOnce(timeoutMilliseconds: 0) }
  }

  private static let knob = EncoderDescription(
    name: "Knob", node: "/dev/e1", aliases: ["/dev/input/by-id/usb-knob"], axes: [.dial, .x])
  private static let keyboard = EncoderDescription(
    name: "Keys", node: "/dev/e2", aliases: [], axes: [.wheel, .keys])
  private static let dial = EncoderInput(device: "Knob", axis: .dial)
  private static let keys = EncoderInput(device: "Keys", axis: .keys)

  @Test("Turns of a named device arrive with their counts; those of other axes do not")
  func turns() throws {
    let rig = try Rig { $0.plugged = [Self.knob, Self.keyboard] }
    rig.source.watch([Self.dial])
    try rig.turn(by: 1)
    try rig.turn(by: -3)
    try rig.turn(.x, by: 5)
    #expect(rig.actions == ["0 turned(counts: 1)", "0 turned(counts: -3)"])
    #expect(rig.events == [.added(name: "Knob", node: "/dev/e1")])
    #expect(rig.system.openCount == 1)
  }

  @Test(
    "A device is selected by its name, its node or a link to it",
    arguments: ["Knob", "/dev/e1", "/dev/input/by-id/usb-knob"])
  func names(_ name: String) throws {
    let rig = try Rig { $0.plugged = [Self.knob] }
    rig.source.watch([EncoderInput(device: name, axis: .dial)])
    try rig.turn(by: 2)
    #expect(rig.actions == ["0 turned(counts: 2)"])
  }

  @Test("Volume keys repeat; mute and press arrive once")
  func keyPresses() throws {
    let rig = try Rig { $0.plugged = [Self.knob, Self.keyboard] }
    rig.source.watch([Self.keys, Self.dial])
    // Codes of KEY_VOLUMEUP, KEY_VOLUMEDOWN, KEY_MUTE, KEY_ENTER, BTN_0.
    for (code, values) in [(115, [1, 2, 2, 0]), (114, [1, 0]), (113, [1, 2, 0]), (28, [1, 0])] {
      for value in values { rig.system.report("/dev/e2", 1, UInt16(code), Int32(value)) }
    }
    for value in [1, 2, 0] as [Int32] { rig.system.report("/dev/e1", 1, 0x100, value) }
    try rig.round()
    #expect(
      rig.actions.sorted() == [
        "0 muted", "0 turned(counts: -1)", "0 turned(counts: 1)", "0 turned(counts: 1)",
        "0 turned(counts: 1)", "1 pressed",
      ])
  }

  @Test("Of thousands of events, a portion is read in each turn of the loop") func flood() throws {
    let rig = try Rig { $0.plugged = [Self.knob] }
    rig.source.watch([Self.dial])
    rig.system.report("/dev/e1", 2, 7, 1, times: 2000)
    var count = 0
    while rig.actions.count < 2000, count < 1000 {
      let before = rig.actions.count
      try rig.round()
      #expect(rig.actions.count - before <= EncoderDevice.portionCount)
      count += 1
    }
    #expect(rig.actions.count == 2000)
  }

  @Test("A flood of udev messages causes one device search per turn")
  func messages() {
    var (taken, looks) = (0, 0)
    UdevEncoders.receiveAll({ looks += 1 }) {
      taken += 1
      return .message(())
    }
    #expect(taken == UdevMonitor.turnLimit && looks == 1)
    UdevEncoders.receiveAll({ looks += 1 }, next: { .nothing })
    #expect(looks == 1)
    var receptions: [UdevMessages<Void>.Reception] = [.nothing, .loss]
    UdevEncoders.receiveAll({ looks += 1 }, next: { receptions.removeLast() })
    #expect(looks == 2)
  }

  @Test("After dropped events, the rest of the report is ignored")
  func dropped() throws {
    let rig = try Rig { $0.plugged = [Self.knob] }
    rig.source.watch([Self.dial])
    rig.system.report("/dev/e1", 0, 3, 0)
    try rig.turn(by: 9)
    try rig.turn(by: 1)
    #expect(rig.actions == ["0 turned(counts: 1)"])
  }

  @Test("A missing device is reported once, and used when it is plugged in")
  func plugged() throws {
    let rig = try Rig()
    rig.source.watch([Self.dial])
    rig.system.handler?()
    #expect(
      rig.events == [
        .trouble(
          "input device “Knob” is not connected; it is used once plugged in (`knobpanel devices` "
            + "lists the connected ones)")
      ])
    rig.system.plugged = [Self.knob]
    rig.system.handler?()
    try rig.turn(by: 1)
    #expect(rig.events.last == .added(name: "Knob", node: "/dev/e1"))
    #expect(rig.actions.count == 1)
  }

  @Test("An unplugged device is reported once, and comes back")
  func unplugged() throws {
    let rig = try Rig { $0.plugged = [Self.knob] }
    rig.source.watch([Self.dial])
    rig.system.plugged = []
    rig.system.unplug("/dev/e1")
    try rig.round()
    rig.system.handler?()
    #expect(rig.events == [.added(name: "Knob", node: "/dev/e1"), .removed(name: "Knob")])
    rig.system.plugged = [Self.knob]
    rig.system.handler?()
    try rig.turn(by: 1)
    #expect(rig.actions == ["0 turned(counts: 1)"])
    // No ready descriptor is left that would wake the loop.
    let count = rig.loop.wakeUpCount
    try rig.round()
    #expect(rig.loop.wakeUpCount == count)
  }

  @Test("A device that cannot be opened is reported with a remedy")
  func denied() throws {
    let rig = try Rig {
      $0.plugged = [Self.knob]
      $0.openError = SystemError(call: "open", subject: "/dev/e1", code: EACCES)
    }
    rig.source.watch([Self.dial])
    rig.system.handler?()
    #expect(rig.events.count == 1)
    let text = "\(rig.events)"
    #expect(text.contains("Knob” cannot be opened: ") && text.contains("usermod -aG input"))
    rig.system.openError = nil
    rig.system.handler?()
    #expect(rig.events.last == .added(name: "Knob", node: "/dev/e1"))
    // If it is refused again later, it is reported again.
    rig.source.suspend()
    rig.system.openError = SystemError(call: "open", subject: "/dev/e1", code: EACCES)
    rig.source.resume()
    #expect(rig.events.count == 3 && rig.events.last == rig.events.first)
  }

  @Test("A missing axis is reported with the existing ones")
  func axes() throws {
    let rig = try Rig { $0.plugged = [Self.knob] }
    rig.source.watch([EncoderInput(device: "Knob", axis: .wheel)])
    #expect(
      rig.events == [
        .trouble("input device “Knob” has no `wheel`; available: `dial`, `x`")
      ])
    #expect(rig.system.openCount == 0)
  }

  // MARK: Keys and switches

  private static let sensor = EncoderDescription(
    name: "pir", node: "/dev/e3", aliases: [], axes: [], keys: [.key(143), .switch(5)])
  private static let motion = KeyInput(device: "pir", code: .key(143))

  @Test("A key that is down or up arrives once, with its repetitions left out")
  func keyStates() throws {
    let rig = try Rig { $0.plugged = [Self.sensor] }
    rig.source.watch([], keys: [Self.motion])
    for value in [1, 2, 2, 0, 1] as [Int32] { rig.system.report("/dev/e3", 1, 143, value) }
    rig.system.report("/dev/e3", 1, 30, 1)
    try rig.round()
    #expect(rig.keys == ["0 up", "0 down", "0 up", "0 down"])
    #expect(rig.actions.isEmpty)
  }

  @Test("Without a number, each key and switch of the device counts")
  func anyKey() throws {
    let rig = try Rig { $0.plugged = [Self.sensor] }
    rig.source.watch([], keys: [KeyInput(device: "pir")])
    for (type, code, value) in [(1, 143, 1), (5, 5, 1), (1, 143, 0), (5, 5, 0), (1, 30, 1)] {
      rig.system.report("/dev/e3", UInt16(type), UInt16(code), Int32(value))
    }
    try rig.round()
    #expect(rig.keys == ["0 up", "0 down", "0 up"])
  }

  @Test("An unplugged sensor has no state until it is back; so has one that is suspended")
  func lostKey() throws {
    let rig = try Rig { $0.plugged = [Self.sensor] }
    rig.source.watch([], keys: [Self.motion])
    rig.system.report("/dev/e3", 1, 143, 1)
    try rig.round()
    rig.system.plugged = []
    rig.system.unplug("/dev/e3")
    try rig.round()
    #expect(rig.keys == ["0 up", "0 down", "0 none"])
    rig.system.plugged = [Self.sensor]
    rig.system.handler?()
    rig.source.suspend()
    rig.source.resume()
    #expect(rig.keys.dropFirst(3) == ["0 up", "0 none", "0 up"])
    #expect(rig.events.contains(.removed(name: "pir")))
  }

  @Test("A missing key is reported with the existing ones")
  func missingKey() throws {
    let rig = try Rig { $0.plugged = [Self.sensor] }
    rig.source.watch([], keys: [KeyInput(device: "pir", code: .key(1))])
    #expect(
      rig.events == [
        .trouble("input device “pir” has no `key: 1`; available: `key: 143`, `switch: 5`")
      ])
    #expect(rig.keys.isEmpty)
  }

  @Test("One device turns a knob and reports a key")
  func both() throws {
    var device = Self.knob
    device.keys = [.key(0x100)]
    let rig = try Rig { [device] in $0.plugged = [device] }
    rig.source.watch([Self.dial], keys: [KeyInput(device: "Knob", code: .key(0x100))])
    rig.system.report("/dev/e1", 1, 0x100, 1)
    try rig.turn(by: 1)
    #expect(rig.actions == ["0 pressed", "0 turned(counts: 1)"])
    #expect(rig.keys == ["0 up", "0 down"])
    #expect(rig.system.openCount == 1)
  }

  @Test("Without a monitor, present devices are used, and the limitation is reported")
  func noMonitor() throws {
    let rig = try Rig {
      $0.plugged = [Self.knob]
      $0.watchError = SystemError(call: "udev_monitor_enable_receiving", code: EPERM)
    }
    rig.source.watch([Self.dial])
    try rig.turn(by: 1)
    #expect(rig.actions.count == 1)
    #expect("\(rig.events)".contains("that are plugged in later will not be found"))
  }

  @Test("While nothing is shown, the devices are closed")
  func suspended() throws {
    let rig = try Rig { $0.plugged = [Self.knob] }
    rig.source.watch([Self.dial])
    rig.source.suspend()
    try rig.turn(by: 1)
    #expect(rig.actions.isEmpty)
    rig.source.resume()
    rig.source.resume()
    try rig.turn(by: 2)
    #expect(rig.actions == ["0 turned(counts: 2)"])
    #expect(rig.system.openCount == 2)
  }

  @Test("Another layout closes unneeded devices; a panel without encoders searches for none")
  func otherLayout() throws {
    let rig = try Rig { $0.plugged = [Self.knob, Self.keyboard] }
    rig.source.watch([])
    #expect(rig.system.listCount == 0)
    rig.source.watch([Self.dial])
    rig.source.watch([Self.keys, Self.dial])
    #expect(rig.system.openCount == 2)
    try rig.turn(by: 1)
    #expect(rig.actions == ["1 turned(counts: 1)"])
    rig.source.watch([Self.keys])
    try rig.turn(by: 1)
    #expect(rig.actions.count == 1)
  }

  @Test(
    "Codes are read from the bit words of sysfs",
    arguments: [("0", 8, false), ("100", 8, true), ("80", 7, true), ("80", 8, false)]
      as [(
        String, UInt16, Bool
      )]) func words(_ text: String, _ code: UInt16, _ isSet: Bool)
  {
    #expect(BitWords(text).contains(code) == isSet)
  }

  @Test("Codes beyond the first word are in the words before it") func longWords() {
    #expect(BitWords("8000000000000 0").contains(115))
    #expect(!BitWords("8000000000000 0").contains(51))
    #expect(!BitWords(nil).contains(0))
  }
}
