import Glibc
import Raster
import Testing

@testable import Display

/// The cards of Raspberry Pi boards as kernels 6.1, 6.6 and 6.12 list them, in any order.
///
/// Source: the boards' kernels, drivers/gpu/drm (v3d, vc4, rp1), and reports of their owners.
@Suite struct RaspberryPiTests {
  /// What a card shows.
  struct Screen: Sendable {
    var connector: String
    /// Nil if nothing is connected.
    var mode: (width: UInt16, height: UInt16)?
    /// The value of "panel orientation"; nil without the property.
    var orientation: UInt64?
  }

  struct Board: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// Drivers and connectors, in any order.
    var cards: [(driver: String, screens: [Screen])]
    var driver: String
    var connector: String
    var mode: String
    var rotation = Rotation.none
  }

  private static let v3d: (driver: String, screens: [Screen]) = ("v3d", [])
  private static let noHDMI = [Screen(connector: "HDMI-A-1"), Screen(connector: "HDMI-A-2")]
  private static let fullHD = Screen(connector: "HDMI-A-1", mode: (1920, 1080))

  private static func dsi(
    _ width: UInt16, _ height: UInt16, at connector: String = "DSI-1", orientation: UInt64? = nil
  ) -> Screen {
    Screen(connector: connector, mode: (width, height), orientation: orientation)
  }

  /// A Raspberry Pi 5 with one DSI panel and nothing at its HDMI sockets.
  private static func pi5(
    _ description: String, _ screen: Screen, mode: String, rotation: Rotation = .none
  ) -> Board {
    Board(
      testDescription: description,
      cards: [v3d, ("vc4", noHDMI), ("drm-rp1-dsi", [screen])], driver: "drm-rp1-dsi",
      connector: screen.connector, mode: mode, rotation: rotation)
  }

  static let boards = [
    Board(
      testDescription: "Pi 4, kernels 6.1 and 6.6: HDMI", cards: [v3d, ("vc4", [fullHD])],
      driver: "vc4", connector: "HDMI-A-1", mode: "1920x1080@60"),
    Board(
      testDescription: "Pi 4, kernels 6.1 and 6.6: Touch Display 1, on the card of HDMI",
      cards: [v3d, ("vc4", noHDMI + [dsi(800, 480)])],
      driver: "vc4", connector: "DSI-1", mode: "800x480@60"),
    Board(
      testDescription: "Pi 4, kernel 6.12: Touch Display 1, upside down (rotation=180)",
      cards: [v3d, ("vc4", noHDMI + [dsi(800, 480, orientation: 1)])],
      driver: "vc4", connector: "DSI-1", mode: "800x480@60", rotation: .half),
    Board(
      testDescription: "Pi 4, kernel 6.12: Touch Display 2",
      cards: [v3d, ("vc4", noHDMI + [dsi(720, 1280)])],
      driver: "vc4", connector: "DSI-1", mode: "720x1280@60"),
    Board(
      testDescription: "Pi 5, kernels 6.6 and 6.12: HDMI, no DSI card",
      cards: [v3d, ("vc4", [fullHD, Screen(connector: "HDMI-A-2")])],
      driver: "vc4", connector: "HDMI-A-1", mode: "1920x1080@60"),
    Board(
      testDescription: "Pi 5, kernels 6.6 and 6.12: the second HDMI socket",
      cards: [
        v3d,
        (
          "vc4",
          [
            Screen(connector: "HDMI-A-1"),
            Screen(connector: "HDMI-A-2", mode: (1280, 800)),
          ]
        ),
      ],
      driver: "vc4", connector: "HDMI-A-2", mode: "1280x800@60"),
    pi5("Pi 5, kernels 6.1 and 6.6: Touch Display 1", dsi(800, 480), mode: "800x480@60"),
    pi5(
      "Pi 5, kernel 6.12: Touch Display 2 without an orientation", dsi(720, 1280),
      mode: "720x1280@60"),
    pi5(
      "Pi 5, kernel 6.12: Touch Display 2 at the other socket",
      dsi(720, 1280, at: "DSI-2", orientation: 0), mode: "720x1280@60"),
    pi5(
      "Pi 5, kernel 6.12: Touch Display 2 with rotation=90",
      dsi(720, 1280, at: "DSI-2", orientation: 3), mode: "720x1280@60", rotation: .quarter),
    pi5(
      "Pi 5, kernel 6.12: Touch Display 2 with rotation=270", dsi(720, 1280, orientation: 2),
      mode: "720x1280@60", rotation: .threeQuarters),
    Board(
      testDescription: "Pi 5, kernel 6.12: Touch Display 2 beside a card for each DSI socket",
      cards: [
        v3d, ("vc4", noHDMI), ("drm-rp1-dsi", [dsi(720, 1280, at: "DSI-2")]), ("drm-rp1-dsi", []),
      ],
      driver: "drm-rp1-dsi", connector: "DSI-2", mode: "720x1280@60"),
  ]

  /// Returns all orders of these cards.
  private static func orders(of cards: [FakeCard]) -> [[FakeCard]] {
    guard cards.count > 1 else { return [cards] }
    return cards.indices.flatMap { index in
      var others = cards
      let first = others.remove(at: index)
      return orders(of: others).map { [first] + $0 }
    }
  }

  private static func card(_ driver: String, _ screens: [Screen]) throws -> FakeCard {
    let card = try FakeCard()
    card.driverName = driver
    card.hasDumbBuffers = driver != "v3d"
    if driver == "v3d" { card.fail("resources", with: EOPNOTSUPP, times: .max) }
    // Planes of vc4 turn by 180°; the one of RP1's DSI does not turn.
    card.rotations = driver == "vc4" ? 0b11_0101 : 1
    for (index, screen) in screens.enumerated() {
      let number = UInt32(index)
      card.crtcs.append(40 + number)
      card.addCRTC(40 + number)
      card.addPlane(
        50 + number, type: 1, possibleCRTCs: 1 << number,
        formats: [PixelFormat.xrgb8888.rawValue, PixelFormat.rgb565.rawValue], hasClips: false)
      if driver != "vc4" { card.objects[50 + number]?.values["rotation"] = nil }
      card.encoders.append(DRMEncoder(id: 30 + number, possibleCRTCs: 1 << number))
      card.add(
        DRMConnector(
          id: 20 + number, name: screen.connector,
          status: screen.mode == nil ? .disconnected : .connected,
          modes: screen.mode.map { [.make($0.width, $0.height, preferred: true)] } ?? [],
          encoders: [30 + number], encoder: 0),
        properties: screen.orientation.map { ["panel orientation": $0] } ?? [:])
    }
    return card
  }

  @Test("the card with the screen is found in any order of the cards", arguments: boards)
  func finds(_ board: Board) throws {
    for order in Self.orders(of: try board.cards.map { try Self.card($0.driver, $0.screens) }) {
      let machine = FakeMachine()
      machine.cards = order.enumerated().map { ("/dev/dri/card\($0.offset)", $0.element) }
      let rig = try Rig(machine)
      let index = try #require(
        order.firstIndex { card in
          card.connectors.contains { $0.name == board.connector && !$0.modes.isEmpty }
        })
      #expect(
        rig.logged.contains(
          "showing on \(board.connector) on /dev/dri/card\(index) (\(board.driver)), "
            + "\(board.mode), atomic modesetting, XRGB8888"), "\(rig.logged)")
      #expect(rig.display.orientation == board.rotation)
      rig.display.close()
    }
  }

  @Test("`doctor` lists the cards, and why one cannot be used", arguments: boards)
  func lists(_ board: Board) throws {
    let machine = FakeMachine()
    let cards = try board.cards.map { try Self.card($0.driver, $0.screens) }
    machine.cards = cards.enumerated().map { ("/dev/dri/card\($0.offset)", $0.element) }
    let list = try DisplayList.read(seat: "seat0", from: machine).cards
    #expect(list.map(\.driver) == board.cards.map(\.driver))
    for (entry, card) in zip(list, board.cards) {
      let canShow = !card.screens.isEmpty
      #expect(entry.hasDumbBuffers == (card.driver != "v3d"))
      #expect(entry.formats == (canShow ? ["XR24", "RG16"] : []))
      #expect((entry.trouble == nil) == card.screens.contains { $0.mode != nil })
      if card.driver == "v3d" {
        #expect(entry.trouble?.contains("cannot display pictures") == true)
      }
      let names = ["Normal", "Upside Down", "Left Side Up", "Right Side Up"]
      for (output, screen) in zip(entry.outputs, card.screens) {
        #expect(output.name == screen.connector)
        #expect(output.panelOrientation == screen.orientation.map { names[Int($0)] })
      }
    }
  }
}
