import CLinux
import Glibc
import Linux
import NotifySocket
import Raster
import Testing

@testable import Display

/// The last picture stays on the screen while the panel restarts.
@Suite struct KeptPictureTests {
  private func store() throws -> (store: DescriptorStore, socket: NotifySocket) {
    let socket = try NotifySocket()
    let environment = socket.environment()
    let manager = try #require(ServiceManager { environment[$0] })
    return (DescriptorStore(manager, passed: PassedDescriptors { _ in nil }), socket)
  }

  private func shown(on card: FakeCard) throws -> UInt8 {
    try card.pixels(of: try #require(card.framebuffer(onCRTC: 40)))[0]
  }

  @Test("On exit, the card, the console and the picture are left as they are")
  func end() throws {
    let (store, _) = try store()
    let terminal = FakeTerminal()
    let rig = try Rig(FakeMachine(try .ordinary()), terminal: terminal) { $0.store = store }
    try rig.showAll(try rig.picture(7))
    #expect(rig.machine.kept == ["/dev/dri/card0"])
    _ = rig.takeJournal()
    rig.display.close()
    #expect(rig.takeJournal() == [])
    #expect(try shown(on: rig.card) == 7)
    #expect(rig.card.isMaster)
    #expect(terminal.display == Int32(KD_GRAPHICS))
  }

  @Test("The next run replaces that picture with its own, and frees it")
  func nextRun() throws {
    let (store, _) = try store()
    let first = try Rig(FakeMachine(try .ordinary())) { $0.store = store }
    try first.showAll(try first.picture(7))
    first.display.close()
    let card = first.card
    let left = Set(card.framebuffers.keys)
    card.isTakenOver = true
    _ = first.takeJournal()

    let second = try Rig(first.machine) { $0.store = store }
    #expect(try shown(on: card) == 7)
    try second.showAll(try second.picture(9))
    #expect(try shown(on: card) == 9)
    #expect(left.isDisjoint(with: card.framebuffers.keys))
    #expect(!second.takeJournal().contains { $0.contains("lost its framebuffer") })
    // No memory leaks from run to run.
    let count = card.framebuffers.count
    second.display.close()
    let third = try Rig(first.machine) { $0.store = store }
    try third.showAll(try third.picture(11))
    #expect(card.framebuffers.count == count)
  }

  @Test("A picture that is not visible is not kept: the console is restored")
  func invisiblePicture() throws {
    let (store, _) = try store()
    let terminal = FakeTerminal()
    let rig = try Rig(FakeMachine(try .ordinary()), terminal: terminal) { $0.store = store }
    rig.display.close()
    #expect(terminal.display == Int32(KD_TEXT))
    #expect(rig.card.framebuffers.isEmpty)
  }

  @Test("A card that was left open without DRM master is opened anew")
  func leftWithoutMaster() throws {
    let (store, _) = try store()
    let left = try FakeCard.ordinary()
    left.isTakenOver = true
    left.fail("setMaster", with: EACCES, times: .max)
    let machine = FakeMachine(try .ordinary())
    machine.leftOpen["/dev/dri/card0"] = left
    let rig = try Rig(machine) { $0.store = store }
    try rig.showAll(try rig.picture(7))
    #expect(try shown(on: rig.card) == 7)
    #expect(left.flipCount == 0)
  }

  @Test("A removed card is no longer kept")
  func lostCard() throws {
    let (store, _) = try store()
    let rig = try Rig(FakeMachine(try .ordinary())) { $0.store = store }
    try rig.showAll(try rig.picture(7))
    rig.machine.cards = []
    rig.machine.send(.removed("/dev/dri/card0"))
    #expect(rig.machine.kept == [])
  }

  @Test("The service manager keeps one card at a time")
  func oneCard() throws {
    let (store, socket) = try store()
    store.keep(0, name: "card0")
    store.keep(0, name: "card0")
    store.keep(0, name: "card1")
    store.remove("card1")
    store.remove("card1")
    #expect(
      socket.messages() == [
        "FDSTORE=1\nFDNAME=card0", "FDSTOREREMOVE=1\nFDNAME=card0", "FDSTORE=1\nFDNAME=card1",
        "FDSTOREREMOVE=1\nFDNAME=card1",
      ])
  }
}
