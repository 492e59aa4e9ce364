import Testing

@testable import Controls

/// Several targets of one knob; the case table is at `FollowedControl`.
@Suite struct FollowedControlTests {
  private final class Target: Control {
    let name: String
    var onEvent: (ControlEvent) -> Void = { _ in }
    var calls: [String] = []
    var failure: Failure?

    init(_ name: String) { self.name = name }

    func open() throws { if let failure { throw failure } }
    func start() { calls.append("start") }
    func set(level: Double, isFinal: Bool) { calls.append("\(level)\(isFinal ? "." : "")") }
    func set(isMuted: Bool) { calls.append(isMuted ? "mute" : "unmute") }
    func stop() { calls.append("stop") }
  }

  private struct Failure: ControlError, Equatable {
    var description: String
    var isTemporary: Bool
  }

  private let targets = ["osc", "midi", "mqtt"].map(Target.init)
  private let control: FollowedControl

  init() {
    control = FollowedControl(targets[0], followers: Array(targets[1...]))
  }

  private func started() -> () -> [ControlEvent] {
    var events: [ControlEvent] = []
    control.onEvent = { events.append($0) }
    control.start()
    for target in targets { target.calls.removeAll() }
    return {
      defer { events.removeAll() }
      return events
    }
  }

  @Test("Requests of the panel go to all targets")
  func requests() {
    let events = started()
    control.set(level: 0.5, isFinal: false)
    control.set(level: 0.6, isFinal: true)
    control.set(isMuted: true)
    for target in targets { #expect(target.calls == ["0.5", "0.6.", "mute"]) }
    control.follow(level: 0.7)
    #expect(targets.map(\.calls.count) == [3, 4, 4])
    #expect(events().isEmpty)
  }

  @Test("Only the first is believed; a lost follower is told once, and does not concern the knob")
  func reports() {
    let events = started()
    targets[0].onEvent(.level(0.3))
    targets[1].onEvent(.level(0.9))
    #expect(events() == [.level(0.3)])
    targets[1].onEvent(.offline(reason: "gone"))
    targets[1].onEvent(.offline(reason: "gone"))
    targets[1].onEvent(.level(0.1))
    targets[1].onEvent(.level(0.2))
    #expect(
      events() == [.follower(name: "midi", reason: "gone"), .follower(name: "midi", reason: nil)])
    targets[0].onEvent(.offline(reason: "off"))
    #expect(events() == [.offline(reason: "off")])
    #expect(targets.allSatisfy { $0.calls.isEmpty })
  }

  @Test("Followers follow a mute of the first, but not its first report")
  func mute() {
    let events = started()
    targets[0].onEvent(.muted(true))
    #expect(targets[1].calls.isEmpty)
    targets[0].onEvent(.muted(false))
    targets[0].onEvent(.muted(false))
    #expect(targets[1].calls == ["unmute"] && targets[0].calls.isEmpty)
    #expect(events() == [.muted(true), .muted(false), .muted(false)])
  }

  @Test(
    "A permanent error of any target is reported before a temporary one",
    arguments: [([0], [], 0), ([0], [1], 1), ([1, 2], [], 1), ([0, 1], [2], 2), ([], [0, 1], 0)])
  func open(temporary: [Int], permanent: [Int], reported: Int) throws {
    for index in temporary {
      targets[index].failure = Failure(description: "\(index)", isTemporary: true)
    }
    for index in permanent {
      targets[index].failure = Failure(description: "\(index)", isTemporary: false)
    }
    let error = try #require(throws: Failure.self) { try control.open() }
    #expect(error.description == "\(reported)")
  }
}
