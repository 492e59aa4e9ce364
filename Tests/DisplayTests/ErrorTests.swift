import Glibc
import Linux
import Raster
import Testing

@testable import Display

/// Error messages when no display can be opened.
@Suite struct ErrorTests {
  @Test func noCard() throws {
    #expect(opening(FakeMachine()).contains("check that its kernel driver is loaded"))
    #expect(opening(FakeMachine()) { $0.seat = "seat1" }.contains("seat1"))
  }

  @Test func noSuchCard() throws {
    let message = opening(FakeMachine(try .ordinary())) { $0.card = "card7" }
    #expect(message == "no graphics card card7: found /dev/dri/card0")
  }

  @Test(arguments: [EACCES, EPERM])
  func noPermission(code: Int32) throws {
    let machine = FakeMachine(try .ordinary())
    machine.openErrors["/dev/dri/card0"] = code
    #expect(opening(machine).contains("add the user to the group render"))
  }

  @Test func aBusyCardReportsItsHolders() throws {
    let card = try FakeCard.ordinary()
    card.isMasterElsewhere = true
    let machine = FakeMachine(card)
    #expect(opening(machine).contains("/dev/dri/card0 is in use by another program"))
    machine.holders = ["weston (pid 123)"]
    #expect(
      opening(machine)
        == "weston (pid 123) is using /dev/dri/card0; stop it or run as its Wayland client")
    #expect(card.framebuffers.isEmpty)
  }

  @Test func noScreen() throws {
    let card = try FakeCard.ordinary()
    card.connectors[0].status = .disconnected
    card.connectors[0].modes = []
    let message = opening(FakeMachine(card))
    #expect(message.contains("HDMI-A-1 disconnected"))
    #expect(message.contains("video=HDMI-A-1:e"))
  }

  @Test func noSuchConnectorOrMode() throws {
    let machine = FakeMachine(try .ordinary())
    #expect(opening(machine) { $0.connector = "DSI-1" }.contains("found HDMI-A-1 connected"))
    let message = opening(machine) { $0.mode = ModeRequest(width: 9, height: 9) }
    #expect(message.contains("no mode 9x9"))
    #expect(message.contains("64x48@60, 32x24@59.6, 64x48@30"))
  }

  @Test func aNamedConnectorWithoutModes() throws {
    let card = try FakeCard.ordinary()
    card.connectors[0].modes = []
    let message = opening(FakeMachine(card)) { $0.connector = "HDMI-A-1" }
    #expect(message.contains("video=HDMI-A-1:1280x720@60e"))
  }

  @Test func everyModeRefused() throws {
    let card = try FakeCard.ordinary()
    card.refuses = { _ in true }
    card.fail("setCRTC", with: EINVAL, times: 100)
    #expect(opening(FakeMachine(card)).contains("refused every mode of HDMI-A-1"))
    #expect(card.framebuffers.isEmpty && card.buffers.isEmpty)
  }

  @Test func aCardThatRefusedEveryModeIsRestored() throws {
    let card = try FakeCard.ordinary()
    card.hasAtomic = false
    card.fail("markDirty", with: EINVAL, times: 100)
    #expect(opening(FakeMachine(card)).contains("refused every mode of HDMI-A-1"))
    #expect(card.framebuffer(onCRTC: 40) == FakeCard.foreignFramebuffer)
    #expect(!card.isMaster)
  }

  @Test(arguments: [EIO, ENOMEM, EINVAL])
  func unlistablePlanesAreAnError(code: Int32) throws {
    let card = try FakeCard.ordinary()
    card.fail("planeIDs", with: code)
    #expect(opening(FakeMachine(card)).contains("planeIDs"))
    #expect(card.journal.isEmpty)
  }

  @Test func aCardWithoutOutputs() throws {
    let card = try FakeCard.ordinary()
    card.hasDumbBuffers = false
    #expect(opening(FakeMachine(card)).contains("(driver fake) cannot display pictures"))
  }

  @Test func theMostSpecificReasonOfSeveralCardsIsReported() throws {
    let busy = try FakeCard.ordinary()
    busy.isMasterElsewhere = true
    #expect(opening(FakeMachine(try FakeCard(), busy)).contains("in use"))
  }

  @Test(arguments: [ENOENT, EIO])
  func callsThatFailUnexpectedly(code: Int32) throws {
    let card = try FakeCard.ordinary()
    card.fail("connector", with: code)
    #expect(opening(FakeMachine(card)).contains("connector: "))
  }

  // MARK: The list of displays

  @Test func theListContainsTheValuesOfOptions() throws {
    let card = try FakeCard.ordinary()
    card[20, "panel orientation"] = 2
    let list = try DisplayList.read(seat: "seat0", from: FakeMachine(card))
    #expect(
      list.cards == [
        .init(
          path: "/dev/dri/card0", driver: "fake", trouble: nil, hasDumbBuffers: true,
          hasAtomic: true, formats: ["XR24", "AR24", "RG16"],
          outputs: [
            .init(
              name: "HDMI-A-1", status: "connected",
              modes: ["64x48@60", "64x48@30", "32x24@59.6"], orientationDegrees: 270,
              panelOrientation: "Left Side Up", physicalSize: PhysicalSize(width: 160, height: 120))
          ])
      ])
    // Listing must not keep other programs from the card.
    #expect(!card.isMaster)
  }

  @Test func theListReportsWhyACardIsUnusable() throws {
    let busy = try FakeCard.ordinary()
    busy.isMasterElsewhere = true
    let machine = FakeMachine(try .ordinary(), busy, try FakeCard())
    machine.openErrors["/dev/dri/card0"] = EACCES
    let troubles = try DisplayList.read(seat: "seat0", from: machine).cards.map(\.trouble)
    #expect(troubles[0]?.contains("group render") == true)
    #expect(troubles[1]?.contains("in use") == true)
    #expect(troubles[2]?.contains("cannot display pictures") == true)
  }

  /// The error message, empty if there is none.
  private func opening(
    _ machine: FakeMachine, _ change: (inout KMSOptions) -> Void = { _ in }
  ) -> String {
    do {
      _ = try Rig(machine, change)
      return ""
    } catch {
      return "\(error)"
    }
  }
}
