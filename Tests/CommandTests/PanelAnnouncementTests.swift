import Controls
import Gesture
import Linux
import Logging
import Testing

@testable import PanelApplication

/// What a service is told of the panel as a whole.
@Suite struct PanelAnnouncementTests {
  private typealias Rig = ApplicationRig

  /// Remembers what it was told last.
  private final class FakeService: PanelService {
    var onCommand: (Int, PanelEntity.Command) -> Void = { _, _ in }
    var onReport: (String) -> Void = { _ in }
    private var targets: [PanelEntity.Target] = []
    private(set) var states: [PanelEntity.Target: PanelEntity.State] = [:]

    func open() {}
    func announce(_ entities: [PanelEntity]) { targets = entities.map(\.target) }
    func start() {}
    func update(_ index: Int, _ state: PanelEntity.State, isAvailable: Bool) {
      states[targets[index]] = state
    }
    func stop(goingOn others: [any PanelService]?) {}

    func command(_ command: PanelEntity.Command, to target: PanelEntity.Target) throws {
      onCommand(try #require(targets.firstIndex(of: target)), command)
    }
  }

  private static func serve(_ rig: Rig) -> (PanelAnnouncement, FakeService) {
    let service = FakeService()
    let announcement = PanelAnnouncement(PanelRemote(rig.application), log: Logger(label: "test"))
    announcement.serve([service])
    return (announcement, service)
  }

  /// A finger comes down beside the knobs, and up.
  private static func touch(_ rig: Rig) {
    let place = DisplayFraction(x: 0.9, y: 0.9)
    rig.touch.onFrame(
      TouchFrame(time: .now, changes: [.down(Rig.finger, place), .up(Rig.finger)]))
  }

  @Test("A touch is told with its time; one right after it is not") func lastTouch() throws {
    let rig = try Rig()
    defer { rig.application.stop() }
    try rig.application.start()
    let (announcement, service) = Self.serve(rig)
    #expect(service.states[.lastTouch] == PanelEntity.State.none)

    let before = WallClockTimer.utcSeconds
    Self.touch(rig)
    announcement.update()
    let told = try #require(rig.application.lastTouchSeconds)
    #expect(service.states[.lastTouch] == .moment(told))
    #expect((before...WallClockTimer.utcSeconds).contains(told))

    // As if that had been a while ago, and then longer.
    for (age, isTold) in [(Int64(8), false), (11, true), (-60, true)] {
      let last = told - age
      rig.application.lastTouchSeconds = last
      Self.touch(rig)
      #expect((rig.application.lastTouchSeconds != last) == isTold, "\(age) s")
    }
  }

  @Test("A panel whose layout has no file has no mistakes, and nothing to read again")
  func withoutFile() throws {
    let rig = try Rig()
    defer { rig.application.stop() }
    try rig.application.start()
    let (announcement, service) = Self.serve(rig)
    #expect(service.states[.layout] == .word("good"))
    try service.command(.press, to: .reload)
    announcement.update()
    #expect(service.states[.layout] == .word("good"))
  }
}
