import Glibc
import Linux
import Testing

@testable import Controls

/// Cards that appear while a control waits; a temporary folder stands for /dev.
@Suite struct HotPlugTests {
  let devices: Devices

  init() throws {
    devices = try Devices()
  }

  @Test func newCardsAreDetectedEvenTheFirstOne() throws {
    let loop = try EventLoop(clock: ManualClock())
    var arrivals = 0
    let watch = try CardArrivals(loop: loop, in: devices.parent) { arrivals += 1 }
    func arrived() throws -> Bool {
      let before = arrivals
      try loop.advance(byMicroseconds: 0)
      return arrivals > before
    }
    #expect(try !arrived())
    devices.makeFolder()
    #expect(try arrived())
    devices.add("controlC0")
    #expect(try arrived())
    devices.allow("controlC0")
    #expect(try arrived())
    // Other devices, and opening a card, are ignored.
    devices.add("timer")
    #expect(try !arrived())
    devices.open("controlC0")
    #expect(try !arrived())
    // The last card goes, and its folder with it; then one comes back.
    devices.removeFolder()
    _ = try arrived()
    devices.makeFolder()
    #expect(try arrived())
    devices.add("controlC1")
    #expect(try arrived())
    withExtendedLifetime(watch) {}
  }

  @Test func newCardIsOpenedBeforeTheBackoffEnds() throws {
    let card = FakeElement.Card(TestMixer("plain", 0, 100), at: 20)
    card.isPresent = false
    let rig = try ControlRig(deviceParent: devices.parent, card.open)
    // As after a minute offline: the next attempt is at least seven seconds away.
    for _ in 0..<8 { _ = rig.control.retry.nextMicroseconds(now: 0) }
    rig.control.start()
    #expect(card.openCount == 1)
    card.isPresent = true
    devices.makeFolder()
    devices.add("controlC0")
    // udev gets time to set the permissions.
    try rig.pass(milliseconds: 99)
    #expect(card.openCount == 1)
    try rig.pass(milliseconds: 1)
    #expect(rig.events.count == 2)
    #expect(rig.events.last == .level(0.2))
    #expect(card.openCount == 2)
    // From now on it no longer watches.
    let count = rig.loop.wakeUpCount
    devices.add("controlC1")
    try rig.pass(milliseconds: 60_000)
    #expect(rig.loop.wakeUpCount == count)
  }

  @Test func retriesWithoutFolderWatches() throws {
    let card = FakeElement.Card(TestMixer("plain", 0, 100), at: 20)
    card.isPresent = false
    let rig = try ControlRig(deviceParent: devices.parent + "/nowhere", card.open)
    rig.control.start()
    card.isPresent = true
    try rig.pass(milliseconds: 250)
    #expect(rig.events.count == 2)
    #expect(rig.events.last == .level(0.2))
  }

  /// A folder that stands for /dev.
  final class Devices {
    let parent: String

    init() throws {
      var template = Array("/tmp/knobpanel-test-XXXXXX".utf8CString)
      let made = template.withUnsafeMutableBufferPointer { buffer -> String? in
        guard let base = buffer.baseAddress, let name = mkdtemp(base) else { return nil }
        return String(cString: name)
      }
      parent = try #require(made)
    }

    deinit {
      removeFolder()
      rmdir(parent)
    }

    private var folder: String { parent + "/snd" }

    func makeFolder() { #expect(mkdir(folder, 0o700) == 0) }

    func add(_ name: String) {
      let descriptor = Glibc.open("\(folder)/\(name)", O_CREAT | O_RDWR, 0)
      #expect(descriptor >= 0)
      close(descriptor)
    }

    func open(_ name: String) {
      let descriptor = Glibc.open("\(folder)/\(name)", O_RDWR)
      #expect(descriptor >= 0)
      close(descriptor)
    }

    func allow(_ name: String) { #expect(chmod("\(folder)/\(name)", 0o600) == 0) }

    func removeFolder() {
      for name in ["controlC0", "controlC1", "timer"] { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }
  }
}
