import CLibdrm
import Glibc
import Linux
import Raster
import Testing

@testable import Display

/// Peculiarities of the display controllers of ARM boards, a card for each: it shows the same
/// picture as any other, and its console is restored.
@Suite struct BoardTests {
  struct Board: CustomTestStringConvertible {
    var testDescription: String
    /// The log line about how the card is used.
    var use = "64x48@60, atomic modesetting, XRGB8888, 2 buffers"
    var orientation = Rotation.none
    var format = PixelFormat.xrgb8888
    /// Turns an ordinary card into this board's.
    var change: @Sendable (FakeCard) -> Void
  }

  /// Values of "panel orientation" and "rotation".
  private static let leftSideUp: UInt64 = 2
  private static let none: UInt64 = 1
  private static let half: UInt64 = 4

  static let boards = [
    Board(
      testDescription: "RP1 DSI: one plane without rotation, under a portrait panel",
      orientation: .threeQuarters
    ) {
      $0.planes.removeAll { $0.id > 50 }
      $0.objects[50]?.values["rotation"] = nil
      $0[20, "panel orientation"] = leftSideUp
    },
    Board(
      testDescription: "vc4: planes turn by 180°, under a portrait panel",
      orientation: .threeQuarters
    ) {
      $0.rotations = none | half
      $0[20, "panel orientation"] = leftSideUp
    },
    Board(testDescription: "the kernel rotated its console (video=…,rotate=180)") {
      $0[50, "rotation"] = half
    },
    Board(
      testDescription: "the same without atomic modesetting",
      use: "64x48@60, legacy modesetting, XRGB8888"
    ) {
      $0.hasAtomic = false
      $0[50, "rotation"] = half
    },
    Board(
      testDescription: "i.MX 8M: the primary plane has ARGB8888 only",
      use: "atomic modesetting, ARGB8888", format: .argb8888
    ) {
      offers([.argb8888], $0)
    },
    Board(
      testDescription: "Xilinx: XRGB8888 is offered, and refused",
      use: "atomic modesetting, ARGB8888", format: .argb8888
    ) {
      $0.formats = [.argb8888, .rgb565]
    },
    Board(testDescription: "a panel of 16 bits", use: "atomic modesetting, RGB565", format: .rgb565)
    {
      offers([.rgb565], $0)
    },
    Board(
      testDescription: "a panel of 16 bits without atomic modesetting and planes",
      use: "legacy modesetting, RGB565", format: .rgb565
    ) {
      $0.hasAtomic = false
      $0.hasUniversalPlanes = false
      $0.formats = [.rgb565]
    },
    Board(testDescription: "rows end in padding up to 64 bytes and a line of memory more") {
      $0.pitch = { ($0 + 63) / 64 * 64 + 64 }
    },
    Board(testDescription: "rows end in one pixel of padding") { $0.pitch = { $0 + 4 } },
    Board(
      testDescription: "rows of 16 bits end in one pixel of padding",
      use: "atomic modesetting, RGB565", format: .rgb565
    ) {
      offers([.rgb565], $0)
      $0.pitch = { $0 + 2 }
    },
    Board(
      testDescription: "db410c: no atomic commit is accepted",
      use: "64x48@60, legacy modesetting, XRGB8888"
    ) {
      $0.refuses = { _ in true }
    },
    Board(
      testDescription: "checks are accepted, atomic commits are refused",
      use: "64x48@60, legacy modesetting, XRGB8888"
    ) {
      $0.refuses = { $0.hasPrefix("modeset") }
    },
    Board(
      testDescription: "no page flips: each picture is set, and marked as damaged",
      use: "64x48@60, legacy modesetting, XRGB8888"
    ) {
      $0.hasAtomic = false
      $0.fail("pageFlip", with: ENOSYS, times: .max)
    },
    Board(testDescription: "Raspberry Pi 5: pages of 16 KiB") { $0.pageByteCount = 16384 },
  ]

  private static func offers(_ formats: [PixelFormat], _ card: FakeCard) {
    card.formats = formats
    for index in card.planes.indices { card.planes[index].formats = formats.map(\.rawValue) }
  }

  @Test(arguments: boards)
  func showsTheDrawnPicture(_ board: Board) throws {
    let card = try FakeCard.ordinary()
    board.change(card)
    let before = card[50, "rotation"]
    let rig = try Rig(FakeMachine(card))
    #expect(rig.display.orientation == board.orientation)
    // The first picture may be refused and is then requested again; the others flip.
    for seed in UInt32(1)...4 {
      let picture = try Self.picture(seed, on: rig)
      rig.display.present(
        picture, damage: Damage(picture.size.bounds), rotation: board.orientation)
      if rig.takeEvents().contains(.changed) {
        rig.display.present(
          picture, damage: Damage(picture.size.bounds), rotation: board.orientation)
      }
      let shown = try #require(card.framebuffer(onCRTC: 40))
      let reference = try #require(Reference(size: rig.display.size, format: board.format))
      #expect(
        try card.pixels(of: shown) == reference.pixels(of: picture, rotation: board.orientation))
      try rig.vblank()
      // Without flips, presenting is limited to the mode's refresh rate.
      if !rig.display.isReady { try rig.loop.advance(byMicroseconds: 20_000) }
      #expect(rig.display.isReady)
    }
    #expect(rig.logged.contains(board.use))
    #expect(card[50, "rotation"] == before.map { _ in Self.none })
    rig.display.close()
    #expect(card.framebuffer(onCRTC: 40) == FakeCard.foreignFramebuffer)
    #expect(card[50, "rotation"] == before)
    #expect(card.framebuffers.isEmpty && card.buffers.isEmpty)
  }

  /// No two neighbouring pixels are equal, so that misplaced ones are detected; the alpha channel
  /// is set, though it is meaningless.
  private static func picture(_ seed: UInt32, on rig: Rig) throws -> PixelBuffer {
    let size = rig.display.orientation.apply(to: rig.display.size)
    let picture = try #require(PixelBuffer(size: size))
    for index in picture.pixels.indices {
      picture.pixels[index] = UInt32(truncatingIfNeeded: index) &* 0x9E37_79B1 &+ seed
    }
    return picture
  }

  /// A Raspberry Pi 5 has three cards, whose numbers vary from boot to boot.
  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func theCardWithThePanelIsFoundInAnyOrder(order: [Int]) throws {
    // v3d only renders.
    let v3d = try FakeCard()
    v3d.hasDumbBuffers = false
    let vc4 = try FakeCard.ordinary()
    vc4.connectors[0].status = .disconnected
    vc4.connectors[0].modes = []
    let dsi = try FakeCard.ordinary(connector: "DSI-1")
    let machine = FakeMachine()
    let cards = [v3d, vc4, dsi]
    machine.cards = order.enumerated().map { ("/dev/dri/card\($0.offset)", cards[$0.element]) }
    let rig = try Rig(machine)
    let number = try #require(order.firstIndex(of: 2))
    #expect(rig.logged.contains("showing on DSI-1 on /dev/dri/card\(number)"))
    #expect(v3d.framebuffers.isEmpty && vc4.framebuffers.isEmpty)
    // The other screen's console is left alone.
    #expect(vc4.journal.isEmpty)
    rig.display.close()
  }

  /// A card whose atomic commits stop working gets its console back.
  @Test func aCardRefusedLaterIsRestored() throws {
    let card = try FakeCard.ordinary()
    let rig = try Rig(FakeMachine(card))
    try rig.showAll(try rig.picture(1))
    card.refuses = { _ in true }
    for _ in 0..<2 {
      rig.display.present(try rig.picture(2), damage: everything(rig), rotation: .none)
      try rig.vblank()
    }
    #expect(rig.logged.contains("legacy modesetting"))
    card.refuses = { _ in false }
    rig.display.close()
    #expect(card.framebuffer(onCRTC: 40) == FakeCard.foreignFramebuffer)
  }
}
