import Glibc
import Linux
import Raster
import Testing

@testable import Display

/// When events are delivered, and the value of `isShowing` then.
@Suite struct EventTests {
  /// Conditions under which `present` causes an event.
  enum Condition: CaseIterable {
    case refusedModeset, refusedEverything, lostMaster, lostCard, firstPicture

    func apply(to rig: Rig) throws {
      switch self {
      case .refusedModeset: rig.card.fail("modeset", with: EINVAL)
      case .refusedEverything:
        rig.card.refuses = { _ in true }
        rig.card.fail("setCRTC", with: EINVAL, times: 100)
      case .lostMaster: rig.card.fail("test", with: EACCES)
      case .lostCard:
        rig.card.fail("test", with: ENODEV)
        rig.machine.cards = []
      case .firstPicture: break
      }
    }

    func isExpected(_ event: DisplayEvent?) -> Bool {
      switch self {
      case .refusedModeset: event == .changed
      case .refusedEverything, .lostMaster, .lostCard: event?.isPaused == true
      case .firstPicture: event == .startedShowing
      }
    }
  }

  /// The caller of `present` is about to wait for the loop: an event delivered right away would be
  /// acted on only after the next touch.
  @Test(arguments: Condition.allCases)
  func eventsOfPresentArriveInTheNextTurn(condition: Condition) throws {
    let rig = try Rig()
    try condition.apply(to: rig)
    var rounds = 0
    rig.loop.afterEvents = { rounds += 1 }
    rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
    #expect(rig.delivered.isEmpty)
    #expect(rounds == 0)
    try rig.loop.runOnce(timeoutMilliseconds: 0)
    #expect(condition.isExpected(rig.delivered.first))
    #expect(rounds == 1)
    #expect(rig.takeEvents().count == 1)
    // Nothing remains that would wake the loop again at once.
    try rig.loop.runOnce(timeoutMilliseconds: 0)
    #expect(rounds == 1)
  }

  /// As in the application: it redraws in `afterEvents` after an event, and nothing else wakes it.
  @Test func aRefusedModesetRecoversWithoutATouch() throws {
    let rig = try Rig()
    rig.card.fail("modeset", with: EINVAL)
    let picture = try rig.picture(9)
    var needsDrawing = true
    rig.display.onEvent = { event in
      if case .changed = event { needsDrawing = true }
    }
    rig.loop.afterEvents = {
      guard needsDrawing, rig.display.isReady else { return }
      needsDrawing = false
      rig.display.present(picture, damage: everything(rig), rotation: .none)
    }
    rig.loop.afterEvents()
    #expect(!rig.display.isShowing)
    try rig.loop.runOnce(timeoutMilliseconds: 0)
    #expect(rig.display.isShowing)
    #expect(rig.card.framebuffer(onCRTC: 40) != FakeCard.foreignFramebuffer)
  }

  @Test func eventsKeepTheirOrderWhenOneFollowsAtOnce() throws {
    let rig = try Rig()
    rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
    rig.card.connectors[0].status = .disconnected
    rig.machine.send(.changed("/dev/dri/card0"))
    #expect(rig.delivered.map(\.isPaused) == [false, true])
    #expect(rig.delivered.first == .startedShowing)
  }

  @Test func noEventsArriveAfterTheEnd() throws {
    let rig = try Rig()
    rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
    rig.display.close()
    try rig.loop.runOnce(timeoutMilliseconds: 0)
    #expect(rig.takeEvents().isEmpty)
    #expect(!rig.display.isShowing)
  }

  // MARK: isShowing

  /// A change to a display that shows, and whether the picture stays visible.
  enum Change: CaseIterable {
    case picture, cablePulled, otherScreen, badLink, cardGone, masterLost, modesetRefused

    var ends: Bool { self != .picture }

    func apply(to rig: Rig) throws {
      switch self {
      case .picture: break
      case .cablePulled:
        rig.card.connectors[0].status = .disconnected
        rig.machine.send(.changed("/dev/dri/card0"))
      case .otherScreen:
        rig.card.connectors[0].modes = [.make(80, 60, preferred: true)]
        rig.machine.send(.changed("/dev/dri/card0"))
      case .badLink:
        rig.card[20, "link-status"] = 1
        rig.machine.send(.changed("/dev/dri/card0"))
      case .cardGone:
        rig.machine.cards = []
        rig.machine.send(.removed("/dev/dri/card0"))
      case .masterLost: rig.card.fail("flip", with: EACCES)
      case .modesetRefused:
        rig.card.fail("flip", with: EINVAL)
        rig.card.fail("modeset", with: EINVAL)
      }
      if rig.display.isReady, rig.display.isShowing {
        rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
      }
    }
  }

  @Test(arguments: Change.allCases)
  func eachChangeOfShowingCausesAnEvent(change: Change) throws {
    let rig = try Rig()
    #expect(!rig.display.isShowing)
    try rig.showAll(try rig.picture())
    #expect(rig.display.isShowing)
    #expect(rig.takeEvents() == [.startedShowing])

    try change.apply(to: rig)
    #expect(rig.display.isShowing == !change.ends)
    #expect(rig.takeEvents().isEmpty == !change.ends)

    guard rig.display.isReady else { return }
    try rig.showAll(try rig.picture())
    #expect(rig.display.isShowing)
    #expect(rig.takeEvents().contains(.startedShowing) == change.ends)
  }

  @Test func nothingIsShownWhileAnotherConsoleIsActive() throws {
    let rig = try Rig(FakeMachine(try .ordinary()), terminal: FakeTerminal())
    try rig.showAll(try rig.picture())
    rig.display.consoleDidRelease()
    #expect(!rig.display.isShowing)
    #expect(rig.takeEvents().last?.isPaused == true)
    rig.display.consoleDidAcquire()
    #expect(!rig.display.isShowing)
    #expect(rig.takeEvents() == [.changed])
    try rig.showAll(try rig.picture())
    #expect(rig.display.isShowing)
    #expect(rig.takeEvents() == [.startedShowing])
  }
}
