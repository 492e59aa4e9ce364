import Display
import Gesture
import Glibc
import Linux
import Raster
import Testing
import Touch

@testable import FuzzTargets
@testable import Wayland

/// A compositor that sends as much as it can: what each turn of the loop handles, and how much is
/// buffered.
@Suite struct FloodTests {
  /// A window at a fake compositor, and the events that it reported.
  private final class Rig {
    let loop: EventLoop
    let compositor: FakeCompositor
    let session: Session
    let touch = WaylandTouch()
    var events: [DisplayEvent] = []
    var changes: [ContactChange] = []
    var changeCount = 0

    init() throws {
      let path = "/tmp/knobpanel-flood-\(getpid())-\(Int.random(in: 0..<1 << 40))"
      let globals: [(interface: String, version: UInt32)] = [
        ("wl_compositor", 4), ("wl_shm", 1), ("xdg_wm_base", 1), ("wl_seat", 5), ("wl_output", 4),
      ]
      compositor = try #require(FakeCompositor(globals: globals, path: path))
      loop = try EventLoop(clock: ManualClock())
      var options = WaylandOptions()
      options.socket = path
      session = try Session(options: options, loop: loop, touch: touch)
      compositor.accept()
      session.onEvent = { [unowned self] in events.append($0) }
      touch.onFrame = { [unowned self] in
        changes += $0.changes
        changeCount += $0.changes.count
      }
      touch.start()
      for _ in 0..<4 { try round() }
      // With a touchscreen.
      compositor.send(try id(of: "wl_seat"), 0, WireMessage(words: [4]))
      compositor.send(try configuration(width: 300, serial: 1))
      for _ in 0..<2 { try round() }
      try #require(session.window?.isConfigured == true)
      events = []
    }

    deinit { session.close() }

    func round() throws {
      compositor.serve()
      try loop.runOnce(timeoutMilliseconds: 0)
    }

    func id(of interface: String) throws -> UInt32 {
      try #require(compositor.objects.first { $0.value.name == interface }?.key)
    }

    func configuration(width: UInt32, serial: UInt32) throws -> [UInt8] {
      FakeCompositor.event(try id(of: "xdg_toplevel"), 0, WireMessage(words: [width, 200, 0]))
        + FakeCompositor.event(try id(of: "xdg_surface"), 0, WireMessage(words: [serial]))
    }

    /// Sends bytes at once and handles them; returns the number of rounds.
    func flood(_ bytes: [UInt8], _ body: () -> Void = {}) throws -> Int {
      compositor.send(bytes)
      for count in 0..<1000 {
        let wakeUps = loop.wakeUpCount
        try round()
        if loop.wakeUpCount == wakeUps { return count }
        body()
      }
      return 1000
    }
  }

  @Test("Of thousands of sizes, each turn handles a portion and lays the panel out once")
  func sizes() throws {
    let rig = try Rig()
    var bytes: [UInt8] = []
    for serial in UInt32(2)..<3002 {
      bytes += try rig.configuration(width: 300 + serial % 7, serial: serial)
    }
    let rounds = try rig.flood(bytes) {
      #expect(rig.events.count <= 1)
      rig.events = []
    }
    #expect(rounds >= bytes.count / Connection.turnByteLimit)
    #expect(
      rig.session.window?.geometry.logicalSize == PixelSize(width: 300 + 3001 % 7, height: 200))
  }

  @Test("Several changes of outputs in a turn are reported once") func outputs() throws {
    let rig = try Rig()
    let (output, registry) = (try rig.id(of: "wl_output"), try rig.id(of: "wl_registry"))
    let done = FakeCompositor.event(output, 2, WireMessage())
    let scales = (0..<2000).flatMap { index in
      FakeCompositor.event(output, 3, WireMessage(words: [UInt32(1 + index % 2)])) + done
    }
    let rounds = try rig.flood(scales) {
      #expect(rig.events.count <= 1)
      rig.events = []
    }
    #expect(rounds >= scales.count / Connection.turnByteLimit)
    // The output is the fifth global.
    _ = try rig.flood(FakeCompositor.event(registry, 1, WireMessage(words: [5])))
    #expect(rig.events.map(\.isPause) == [true])
  }

  @Test("More outputs and seats than any machine has are ignored") func globals() throws {
    let rig = try Rig()
    let registry = try rig.id(of: "wl_registry")
    for name in UInt32(0)..<50 {
      rig.compositor.announce(100 + name, from: registry)
      try rig.round()
    }
    #expect(rig.session.outputs.count == Session.globalLimit)
    #expect(rig.events.isEmpty)
  }

  @Test("A frame of thousands of fingers is read in portions and limited")
  func fingers() throws {
    let rig = try Rig()
    let (touch, surface) = (try rig.id(of: "wl_touch"), try rig.id(of: "wl_surface"))
    var bytes: [UInt8] = []
    for finger in UInt32(0)..<3000 {
      bytes += FakeCompositor.event(
        touch, 0, WireMessage(words: [finger, 0, surface, finger, 5 << 8, 5 << 8]))
    }
    bytes += FakeCompositor.event(touch, 3, WireMessage())
    let rounds = try rig.flood(bytes)
    #expect(rounds >= bytes.count / Connection.turnByteLimit)
    #expect(rig.changeCount == ContactCollector.contactLimit)
    // Each of them can end.
    rig.touch.cancelAll()
    #expect(rig.changeCount == 2 * ContactCollector.contactLimit)
  }

  @Test("Thousands of taps do not starve the loop")
  func taps() throws {
    let rig = try Rig()
    let (touch, surface) = (try rig.id(of: "wl_touch"), try rig.id(of: "wl_surface"))
    var bytes: [UInt8] = []
    for serial in UInt32(0)..<1500 {
      bytes += FakeCompositor.event(
        touch, 0, WireMessage(words: [serial, 0, surface, 1, 5 << 8, 5 << 8]))
      bytes += FakeCompositor.event(touch, 1, WireMessage(words: [serial, 0, 1]))
    }
    let rounds = try rig.flood(bytes) {
      #expect(rig.changes.count <= Connection.turnByteLimit / 16)
      rig.changes = []
    }
    #expect(rounds >= bytes.count / Connection.turnByteLimit)
    #expect(rig.changeCount == 3000)
  }
}

extension DisplayEvent {
  fileprivate var isPause: Bool { if case .paused = self { true } else { false } }
}
