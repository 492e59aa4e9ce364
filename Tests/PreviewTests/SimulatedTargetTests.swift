import Controls
import Layout
import LayoutFile
import Linux
import PanelApplication
import Testing

@testable import Preview

/// The reports of simulated controls; the numbers are the rows of the table of `SimulatedTarget`.
@Suite final class SimulatedTargetTests {
  private let loop: EventLoop
  private let target: SimulatedTarget
  private let a: SimulatedControl
  private let b: SimulatedControl
  private let random = Losses()
  private let reports = Recorder()

  /// Decides which of the next requests are lost.
  private final class Losses {
    var next: [Bool] = []
    var shares: [Double] = []
  }

  /// The events that the two controls reported.
  private final class Recorder {
    var a: [ControlEvent] = []
    var b: [ControlEvent] = []
    var changes = 0
  }

  init() throws {
    loop = try EventLoop(clock: ManualClock())
    target = SimulatedTarget(level: 0.5, loop: loop) { [random] share in
      random.shares.append(share)
      return random.next.isEmpty ? false : random.next.removeFirst()
    }
    a = SimulatedControl(name: "a", target: target)
    b = SimulatedControl(name: "b", target: target)
    a.onEvent = { [reports] in reports.a.append($0) }
    b.onEvent = { [reports] in reports.b.append($0) }
    target.onChange = { [reports] in reports.changes += 1 }
    try a.open()
    a.start()
    b.start()
    #expect(reports.a == [.level(0.5)] && reports.b == [.level(0.5)])
    (reports.a, reports.b) = ([], [])
  }

  /// Advances the clock.
  private func wait(_ milliseconds: Int64) throws {
    try loop.advance(byMicroseconds: milliseconds * 1000)
  }

  @Test("1: a level is set at once, and not reported to the sender", arguments: [0, 0.25, 1])
  func atOnce(level: Double) throws {
    a.set(level: level, isFinal: true)
    #expect(target.level == level)
    #expect(reports.a == [] && reports.b == [.level(level)])
    #expect(reports.changes == 1)
    try wait(60_000)
    #expect(loop.wakeUpCount == 0, "nothing is scheduled")
  }

  @Test("1: levels are set after the delay, in order, and not reported to the sender")
  func later() throws {
    target.behavior.delayMilliseconds = 40
    reports.changes = 0
    for level in [0.6, 0.7, 0.8] { a.set(level: level, isFinal: level == 0.8) }
    try wait(39)
    #expect(target.level == 0.5 && reports.b == [])
    try wait(1)
    #expect(reports.a == [] && reports.b == [.level(0.6), .level(0.7), .level(0.8)])
    #expect(reports.changes == 3)
    let wakeUps = loop.wakeUpCount
    try wait(60_000)
    #expect(loop.wakeUpCount == wakeUps, "nothing more is scheduled")
  }

  @Test(
    "2: the nearest step is set, and reported to all if it differs",
    arguments: [(0.4, 0.5, true), (0.5, 0.5, false), (0.1, 0.0, true), (1.0, 1.0, false)])
  func steps(requested: Double, expected: Double, isReported: Bool) {
    target.behavior.stepCount = 3
    a.set(level: requested, isFinal: true)
    #expect(target.level == expected)
    #expect(reports.a == (isReported ? [.level(expected)] : []))
    #expect(reports.b == [.level(expected)])
  }

  @Test("2: with one step or less, all levels are possible", arguments: [0, 1, -1])
  func noSteps(count: Int) {
    target.behavior.stepCount = count
    a.set(level: 0.123, isFinal: true)
    #expect(target.level == 0.123 && reports.a == [])
  }

  @Test("3: after a lost request, the unchanged level is reported") func lost() throws {
    target.behavior.loss = 0.25
    random.next = [true]
    a.set(level: 0.9, isFinal: true)
    try wait(299)
    #expect(target.level == 0.5 && reports.a == [] && reports.b == [])
    try wait(1)
    #expect(reports.a == [.level(0.5)])
    #expect(random.shares == [0.25])
  }

  @Test("4: nothing is reported if a newer request arrives") func lostThenNewer() throws {
    target.behavior.loss = 1
    random.next = [true, false]
    a.set(level: 0.9, isFinal: false)
    a.set(level: 0.8, isFinal: true)
    try wait(400)
    #expect(target.level == 0.8 && reports.a == [])
  }

  @Test("Without losses, no random number is drawn") func noRandom() {
    a.set(level: 0.9, isFinal: true)
    #expect(random.shares == [])
  }

  @Test(
    "5: an outside change is limited to the range and the steps",
    arguments: [(0.7, 0, 0.7), (-1, 0, 0), (2, 0, 1), (0.7, 2, 1)])
  func outside(requested: Double, steps: Int, expected: Double) {
    target.behavior.stepCount = steps
    target.move(to: requested)
    #expect(reports.a == [.level(expected)] && reports.b == [.level(expected)])
    #expect(target.level == expected)
  }

  @Test("6, 7: an outage drops requests, and its end reports the level") func outage() throws {
    target.behavior.delayMilliseconds = 20
    a.set(level: 0.9, isFinal: true)
    target.behavior.isOnline = false
    #expect(reports.a.count == 1 && reports.a == reports.b)
    #expect(reports.a == [.offline(reason: "set offline in the preview")])
    a.set(level: 0.1, isFinal: true)
    target.move(to: 0.2)
    try wait(60)
    #expect(target.level == 0.5, "waiting and new requests are dropped")
    #expect(reports.a.count == 1)
    target.behavior.isOnline = true
    #expect(reports.a.last == .level(0.5) && reports.b.last == .level(0.5))
    let count = reports.changes
    target.behavior.isOnline = true
    #expect(reports.changes == count, "nothing has changed")
  }

  @Test("A control that is stopped or not yet started does nothing")
  func stopped() {
    a.stop()
    target.move(to: 0.7)
    a.set(level: 0.1, isFinal: true)
    #expect(reports.a == [] && target.level == 0.7)
    a.start()
    #expect(reports.a == [.level(0.7)])
    target.behavior.isOnline = false
    a.stop()
    (reports.a, reports.b) = ([], [])
    a.start()
    #expect(reports.a.count == 1 && reports.b == [])
  }

  @Test("A flood of requests is bounded, and the last one counts") func flood() throws {
    target.behavior.delayMilliseconds = 500
    for number in 0..<1000 { a.set(level: Double(number) / 999, isFinal: number == 999) }
    try wait(600)
    #expect(target.level == 1)
    #expect(reports.b.count <= 257)
    #expect(reports.a == [])
  }

  @Test("Knobs, readings, labels and buttons are simulated, but nothing else that the panel reads")
  func items() throws {
    let text = """
      version: 1
      presence: {file: {path: /run/presence}}
      light: {file: {path: /run/lux}}
      messages: {file: {path: /run/message}}
      knobs:
        hall: {center: [400, 240], diameter: 200, range: [5, 30], value: 21, control: {file: {path: /run/wanted}}, reading: {file: {path: /run/actual}}}
      labels:
        - {text: "{value} °C", at: [40, 40], value: {file: {path: /run/outside}}}
      """
    let outcome = LayoutReader.parse(
      bytes: Array(text.utf8), path: "test.yaml", language: ControlRegistry.standard.language)
    let layout = try #require(outcome.layout, "\(outcome.text)")
    let targets = SimulatedTargets(loop: loop)
    let made = layout.controlledItems.filter { targets.makeControl(for: $0) != nil }.map(\.item)
    #expect(made == [.knob(0), .reading(0), .label(0)])
    #expect(layout.controlledItems.count == 6)
  }
}
