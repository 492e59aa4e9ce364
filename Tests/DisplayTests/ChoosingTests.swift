import CLibdrm
import Glibc
import Raster
import Testing

@testable import Display

/// Which card, output, mode and format are used.
@Suite struct ChoosingTests {
  @Test func cardsWithoutOutputsOrScreensAreSkipped() throws {
    let computing = try FakeCard()
    let unplugged = try FakeCard.ordinary()
    unplugged.connectors[0].status = .disconnected
    unplugged.connectors[0].modes = []
    let rig = try Rig(FakeMachine(computing, unplugged, try .ordinary(connector: "DP-1")))
    #expect(rig.logged.contains("DP-1 on /dev/dri/card2"))
    #expect(computing.framebuffers.isEmpty && unplugged.framebuffers.isEmpty)
  }

  @Test func connectedScreensPrecedeUnknownOnes() throws {
    let perhaps = try FakeCard.ordinary(connector: "VGA-1")
    perhaps.connectors[0].status = .unknown
    let rig = try Rig(FakeMachine(perhaps, try .ordinary(connector: "DP-1")))
    #expect(rig.logged.contains("DP-1"))
    let alone = try Rig(FakeMachine(perhaps))
    #expect(alone.logged.contains("VGA-1"))
  }

  @Test func headsetsAreNotScreens() throws {
    let card = try FakeCard.ordinary()
    card[20, "non-desktop"] = 1
    #expect(throws: DisplayError.self) { try Rig(FakeMachine(card)) }
  }

  @Test func aFreeCardIsPreferredToABusyOne() throws {
    let busy = try FakeCard.ordinary()
    busy.isMasterElsewhere = true
    let rig = try Rig(FakeMachine(busy, try .ordinary(connector: "DSI-1")))
    #expect(rig.logged.contains("DSI-1"))
  }

  @Test func cardAndConnectorCanBeNamed() throws {
    let machine = FakeMachine(try .ordinary(), try .ordinary(connector: "DSI-1"))
    #expect(try Rig(machine) { $0.card = "card1" }.logged.contains("DSI-1"))
    #expect(try Rig(machine) { $0.connector = "DSI-1" }.logged.contains("/dev/dri/card1"))
  }

  /// Panels without detection report that nothing is connected.
  @Test func aNamedConnectorIsUsedEvenIfDisconnected() throws {
    let card = try FakeCard.ordinary(connector: "DPI-1")
    card.connectors[0].status = .disconnected
    #expect(try Rig(FakeMachine(card)) { $0.connector = "DPI-1" }.display.isReady)
  }

  struct ModeCase {
    var modes: [DRMMode]
    var request: String?
    var expected: String
  }

  @Test(arguments: [
    ModeCase(modes: [.make(640, 480), .make(800, 480, preferred: true)], expected: "800x480@60"),
    ModeCase(
      modes: [.make(800, 480, preferred: true), .make(640, 480).markedAsUserDefined()],
      expected: "640x480@60"),
    ModeCase(modes: [.make(640, 480), .make(64, 48), .make(800, 480)], expected: "64x48@60"),
    ModeCase(modes: [.make(640, 480), .make(800, 480)], expected: "800x480@60"),
    ModeCase(
      modes: [.make(800, 480, hertz: 75), .make(800, 480, hertz: 60)], expected: "800x480@75"),
    ModeCase(
      modes: [.make(800, 480, preferred: true), .make(640, 480, hertz: 75), .make(640, 480)],
      request: "640x480@60", expected: "640x480@60"),
    ModeCase(
      modes: [.make(800, 480, preferred: true), .make(640, 480, hertz: 75), .make(640, 480)],
      request: "640x480", expected: "640x480@75"),
  ])
  func modes(_ example: ModeCase) throws {
    let request = example.request.flatMap { ModeRequest($0) }
    #expect((request == nil) == (example.request == nil))
    let order = try #require(
      ModeChoice.order(example.modes, request: request, current: .make(64, 48)))
    #expect(order.first?.name == example.expected)
  }

  @Test(arguments: [
    ("1280x720", ModeRequest(width: 1280, height: 720)),
    ("1280x720@59.94", ModeRequest(width: 1280, height: 720, hertz: 59.94)),
    ("1280", nil), ("x720", nil), ("1280x", nil), ("1280x720@", nil), ("1280x720@0", nil),
    ("1280x720@60@2", nil), ("99999999999999999999x1", nil), ("-5x5", nil), ("", nil),
    ("1280x720@nan", nil), ("1280x720@inf", nil), ("0x0", nil),
  ])
  func requests(text: String, expected: ModeRequest?) {
    #expect(ModeRequest(text) == expected)
  }

  @Test(arguments: [
    (UInt64(0), Rotation.none), (1, .half), (2, .threeQuarters), (3, .quarter), (9, .none),
  ])
  func theOrientationMatchesTheProperty(value: UInt64, rotation: Rotation) throws {
    let card = try FakeCard.ordinary()
    card[20, "panel orientation"] = value
    #expect(try Rig(FakeMachine(card)).display.orientation == rotation)
  }

  @Test(arguments: [
    (160, 120, true), (0, 0, false), (16, 12, false), (160, 90, false), (150, 120, true),
    (16, 9, false),
  ])
  func implausibleSizesAreIgnored(width: Int, height: Int, isBelieved: Bool) throws {
    let card = try FakeCard.ordinary()
    card.connectors[0].widthMillimetres = width
    card.connectors[0].heightMillimetres = height
    #expect((try Rig(FakeMachine(card)).display.physicalSize != nil) == isBelieved)
  }

  @Test func aRefusedFormatIsFollowedByTheNext() throws {
    let card = try FakeCard.ordinary()
    card.formats = [.rgb565]
    #expect(try Rig(FakeMachine(card)).logged.contains("atomic modesetting, RGB565"))
  }

  @Test func aRefusedModeIsFollowedByTheNext() throws {
    let card = try FakeCard.ordinary()
    card.refuses = { $0.contains("64x48@60") }
    card.fail("setCRTC", with: EINVAL, times: PixelFormat.allCases.count)
    #expect(
      try Rig(FakeMachine(card)).logged.contains(
        "showing on HDMI-A-1 on /dev/dri/card0 (fake), 64x48@30"))
  }

  @Test func oneBufferIsUsedWithLittleMemory() throws {
    let card = try FakeCard.ordinary()
    card.bufferLimit = 1
    let rig = try Rig(FakeMachine(card))
    #expect(rig.logged.contains("1 buffer"))
    for colour in UInt32(1)...5 {
      try rig.showAll(try rig.picture(colour))
      let shown = try #require(card.framebuffer(onCRTC: 40))
      #expect(try card.pixels(of: shown)[0] == UInt8(colour))
    }
  }

  @Test func leftoverPlanesAndConnectorsAreDisabled() throws {
    let card = try FakeCard.ordinary()
    card[52, "CRTC_ID"] = 40
    card[52, "FB_ID"] = UInt64(FakeCard.foreignFramebuffer)
    card.add(
      DRMConnector(id: 21, name: "VGA-1", status: .disconnected), properties: ["CRTC_ID": 40])
    card[20, "link-status"] = 1
    let rig = try Rig(FakeMachine(card))
    try rig.showAll(try rig.picture())
    #expect(card[52, "FB_ID"] == 0)
    #expect(card[52, "CRTC_ID"] == 0)
    #expect(card[21, "CRTC_ID"] == 0)
    #expect(card[20, "link-status"] == 0)
    rig.display.close()
    #expect(card[52, "FB_ID"] == UInt64(FakeCard.foreignFramebuffer))
    #expect(card[21, "CRTC_ID"] == 40)
  }

  /// If the connector's current CRTC cannot reach a primary plane, the other CRTC is used and the
  /// first is turned off, because the kernel refuses an active CRTC without a connector.
  @Test func theConnectorCanMoveToAnotherCRTC() throws {
    let card = try FakeCard.ordinary()
    card.planes.removeFirst()
    let rig = try Rig(FakeMachine(card))
    try rig.showAll(try rig.picture())
    #expect(card.framebuffer(onCRTC: 41) != nil)
    #expect(card[40, "ACTIVE"] == 0)
    #expect(card[20, "CRTC_ID"] == 41)
  }
}

extension DRMMode {
  /// Marks the mode as defined by the user on the kernel's command line.
  fileprivate func markedAsUserDefined() -> DRMMode {
    var mode = self
    mode.info.type |= UInt32(DRM_MODE_TYPE_USERDEF)
    return mode
  }
}
