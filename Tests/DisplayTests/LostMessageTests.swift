import Glibc
import Linux
import Raster
import Testing
import Udev

@testable import Display

/// The kernel drops messages about cards and cables when its buffer is full.
@Suite struct LostMessageTests {
  /// An event whose message the kernel dropped.
  enum Missed: CaseIterable {
    case nothing, cablePulled, otherScreen, badLink, cardReplaced, cardGone

    func apply(to rig: Rig) throws {
      switch self {
      case .nothing: break
      case .cablePulled: rig.card.connectors[0].status = .disconnected
      case .otherScreen: rig.card.connectors[0].modes = [.make(80, 60, preferred: true)]
      case .badLink: rig.card[20, "link-status"] = 1
      case .cardReplaced, .cardGone:
        rig.card.fail("all", with: ENODEV, times: .max)
        rig.machine.cards = self == .cardGone ? [] : [("/dev/dri/card0", try FakeCard.ordinary())]
      }
    }

    func isExpected(_ events: [DisplayEvent]) -> Bool {
      switch self {
      case .nothing: events.isEmpty
      case .cablePulled, .cardGone: events.map(\.isPaused) == [true]
      case .otherScreen, .cardReplaced: events == [.changed]
      case .badLink: events == [.lostContents]
      }
    }
  }

  @Test(arguments: Missed.allCases)
  func aLossCausesASearch(missed: Missed) throws {
    let rig = try lit()
    try missed.apply(to: rig)
    rig.machine.send(.missed)
    #expect(missed.isExpected(rig.takeEvents()))
    rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
    _ = rig.takeEvents()
    rig.machine.send(.missed)
    #expect(rig.takeEvents().isEmpty)
  }

  @Test func aScreenWithALostMessageEndsThePause() throws {
    let rig = try lit()
    rig.card.connectors[0].status = .disconnected
    rig.machine.send(.changed("/dev/dri/card0"))
    rig.card.connectors[0].status = .connected
    _ = rig.takeEvents()
    rig.machine.send(.missed)
    #expect(rig.takeEvents() == [.changed])
  }

  @Test func lostMessagesWaitWhileAnotherConsoleIsActive() throws {
    let rig = try Rig(FakeMachine(try .ordinary()), terminal: FakeTerminal())
    try rig.showAll(try rig.picture())
    try #require(rig.terminal).leave()
    try rig.loop.runOnce(timeoutMilliseconds: 0)
    rig.card.connectors[0].status = .disconnected
    _ = (rig.takeEvents(), rig.takeJournal())
    rig.machine.send(.missed)
    #expect(rig.takeEvents().isEmpty && rig.takeJournal().isEmpty)
  }

  /// In any order from the socket, all messages are read first and the loss is reported once.
  @Test(
    arguments: [
      ([], []),
      ([.message(.added("a")), .message(nil)], [.added("a")]),
      ([.loss], [.missed]),
      ([.loss, .message(.added("a")), .loss], [.added("a"), .missed]),
      ([.message(.removed("a")), .loss, .message(nil)], [.removed("a"), .missed]),
    ] as [([UdevMessages<CardEvent>.Reception], [CardEvent])])
  func aLossIsReportedOnceAfterTheOtherMessages(
    receptions: [UdevMessages<CardEvent>.Reception], expected: [CardEvent]
  ) {
    var left = receptions[...]
    var events: [CardEvent] = []
    UdevCards.receiveAll({ events.append($0) }, next: { left.popFirst() ?? .nothing })
    #expect(events == expected)
  }

  @Test func aFloodOfMessagesDoesNotBlockTheLoop() {
    var count = 0
    UdevCards.receiveAll({ _ in }) {
      count += 1
      return .message(nil)
    }
    #expect(count == UdevMonitor.turnLimit)
  }

  /// A loose cable, or a card that comes and goes: handling each message takes milliseconds.
  @Test func aFloodOfEqualMessagesCausesOneSearch() {
    let flood: [CardEvent] = [
      .changed("a"), .added("b"), .removed("b"), .changed("b"), .removed("c"),
    ]
    var count = 0
    var events: [CardEvent] = []
    UdevCards.receiveAll({ events.append($0) }) {
      count += 1
      return .message(flood[count % flood.count])
    }
    #expect(count == UdevMonitor.turnLimit)
    #expect(
      events == [.removed("b"), .removed("c"), .added("b"), .changed("b"), .changed("a")])
  }

  private func lit() throws -> Rig {
    let rig = try Rig()
    try rig.showAll(try rig.picture())
    _ = (rig.takeEvents(), rig.takeJournal())
    return rig
  }
}
