import Controls
import Display
import Gesture
import Knobs
import Layout
import Linux
import Panel
import Raster
import Testing

@testable import PanelApplication
@testable import knobpanel

/// How the application handles events that arrive while it passes others on.
@Suite struct ApplicationTests {
  private typealias Rig = ApplicationRig

  // MARK: Displays

  @Test("events during a frame are drawn before the loop sleeps")
  func refusedModeset() throws {
    let rig = try Rig()
    defer { rig.application.stop() }
    rig.display.whilePresenting = { [unowned rig] count in
      if count == 0 { rig.display.onEvent(.changed) }
    }
    try rig.application.start()
    #expect(rig.display.areas == [20_000, 20_000])
    #expect(try !rig.roundIfAny())
  }

  @Test("a display that changes size in `present` is laid out again")
  func otherSize() throws {
    let rig = try Rig()
    defer { rig.application.stop() }
    rig.display.whilePresenting = { [unowned rig] count in
      guard count == 0 else { return }
      rig.display.size = PixelSize(width: 400, height: 200)
      rig.display.onEvent(.changed)
    }
    try rig.application.start()
    #expect(rig.display.areas == [20_000, 80_000])
    #expect(rig.scene.frame.size == PixelSize(width: 400, height: 200))
  }

  @Test("a pause during `present` cancels touches at once")
  func pausedWhilePresenting() throws {
    let rig = try Rig()
    defer { rig.application.stop() }
    try rig.application.start()
    try rig.touch(.down(Rig.finger, rig.at(0)))
    rig.display.whilePresenting = { [unowned rig] _ in
      rig.display.isReady = false
      rig.display.isShowing = false
      rig.display.onEvent(.paused(reason: "unplugged"))
    }
    try rig.touch(.moved(Rig.finger, rig.at(40)))
    #expect(!rig.display.isReady)
    #expect(rig.touch.calls == ["start", "suspend"])
    #expect(rig.controls["left"]?.calls.last?.hasSuffix(".") == true)
    #expect(rig.scene.panel.events.isEmpty && rig.scene.panel.controlRequests.isEmpty)
    #expect(rig.happened().last?.hasPrefix("left cancelled") == true)
  }

  @Test("a display that refuses every frame does not starve the loop")
  func refusesEveryFrame() throws {
    let rig = try Rig()
    defer { rig.application.stop() }
    rig.display.whilePresenting = { [unowned rig] _ in rig.display.onEvent(.changed) }
    try rig.application.start()
    #expect(rig.display.areas.count == 4)
    // It continues by itself, after one frame at 60 Hz.
    try rig.pass(milliseconds: 16)
    #expect(rig.display.areas.count == 4)
    try rig.pass(milliseconds: 1)
    #expect(rig.display.areas.count == 8)
    rig.display.whilePresenting = { _ in }
    try rig.pass(milliseconds: 17)
    #expect(rig.display.areas.count == 9)
    #expect(try !rig.roundIfAny())
  }

  // MARK: Controls

  @Test("a control that fails while a level is passed on cancels the touch, and all is reported")
  func failsAtOnce() throws {
    let rig = try Rig()
    defer { rig.application.stop() }
    try rig.application.start()
    let control = try #require(rig.controls["left"])
    control.whileSetting = { [unowned control] in control.onEvent(.offline(reason: "gone")) }
    try rig.touch(.down(Rig.finger, rig.at(0)))
    try rig.touch(.moved(Rig.finger, rig.at(40)))
    #expect(rig.scene.panel.events.isEmpty && rig.scene.panel.controlRequests.isEmpty)
    let happened = rig.happened()
    #expect(happened.contains { $0.hasPrefix("left changed") })
    #expect(happened.last?.hasPrefix("left cancelled") == true)
  }

  @Test(
    "a control that fails during a reload affects only its own knob",
    arguments: [["right"], ["right", "left"], ["other"], []])
  func failsWhileReloading(names: [String]) throws {
    let rig = try Rig(["left", "right"])
    defer { rig.application.stop() }
    try rig.application.start()
    let control = try #require(rig.controls["right"])
    for made in rig.controls.values {
      made.whileSetting = { [unowned made] in made.onEvent(.offline(reason: "gone")) }
      made.whileStopping = { [unowned made] in made.onEvent(.level(0.9)) }
    }
    // A pending change, and a finger that loses its knob.
    let panel = rig.scene.panel
    panel.handle(
      TouchFrame(
        time: rig.loop.now,
        changes: [
          .down(Rig.finger, rig.at(0, knob: 1)), .moved(Rig.finger, rig.at(40, knob: 1)),
        ]))
    try rig.application.show(Rig.layout(names))
    #expect(!control.calls.isEmpty)
    for (index, name) in names.enumerated() {
      let state = rig.scene.panel.viewState(ofKnob: index).state
      #expect(state == (name == "right" ? .offline : .normal), "\(name)")
      #expect(rig.scene.panel.value(ofKnob: index) != 90)
    }
    // Later events of a stopped control are ignored too.
    control.onEvent(.offline(reason: "gone again"))
    control.onEvent(.level(0.7))
    #expect(names.first != "other" || rig.scene.panel.value(ofKnob: 0) == 20)
  }

  // MARK: Touch

  /// Changes of the display, and the expected calls of the touch source.
  struct Showing: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var showsAtStart = true
    var changes: [Change] = []
    var calls: [String]

    enum Change: Sendable { case event(DisplayEvent, isShowing: Bool), other }
  }

  @Test(
    "touch is active only while the panel is visible",
    arguments: [
      Showing(testDescription: "a screen from the start", calls: ["start"]),
      Showing(
        testDescription: "no screen yet", showsAtStart: false, calls: ["start", "suspend"]),
      Showing(
        testDescription: "a screen appears", showsAtStart: false,
        changes: [.event(.changed, isShowing: false), .event(.startedShowing, isShowing: true)],
        calls: ["start", "suspend", "resume"]),
      Showing(
        testDescription: "another console, and back",
        changes: [
          .event(.paused(reason: "another console is active"), isShowing: false), .other,
          .event(.changed, isShowing: true), .other,
        ], calls: ["start", "suspend", "resume"]),
      Showing(
        testDescription: "a pause during a pause",
        changes: [
          .event(.paused(reason: "unplugged"), isShowing: false),
          .event(.paused(reason: "another console is active"), isShowing: false),
        ], calls: ["start", "suspend"]),
      Showing(
        testDescription: "the contents are lost, and nothing is seen until the next frame",
        changes: [.event(.lostContents, isShowing: false)], calls: ["start", "suspend"]),
    ])
  func showing(_ scenario: Showing) throws {
    let rig = try Rig { $0.isShowing = scenario.showsAtStart }
    defer { rig.application.stop() }
    try rig.application.start()
    for change in scenario.changes {
      try rig.round {
        guard case .event(let event, let isShowing) = change else { return }
        rig.display.isShowing = isShowing
        rig.display.onEvent(event)
      }
    }
    #expect(rig.touch.calls == scenario.calls)
  }

  @Test("touches are cancelled when the screen disappears silently")
  func silentDisappearance() throws {
    let rig = try Rig()
    defer { rig.application.stop() }
    try rig.application.start()
    try rig.touch(.down(Rig.finger, rig.at(0)))
    try rig.round { rig.display.isShowing = false }
    #expect(rig.touch.calls == ["start", "suspend"])
    #expect(!rig.scene.panel.viewState(ofKnob: 0).isHeld)
    #expect(rig.scene.panel.events.isEmpty)
  }

  @Test("a failed resume of touch is retried, but not in every round")
  func resumeFails() throws {
    let rig = try Rig { $0.isShowing = false }
    defer { rig.application.stop() }
    try rig.application.start()
    rig.touch.failures = 1
    rig.display.isShowing = true
    for _ in 0..<3 { try rig.round {} }
    #expect(rig.touch.calls == ["start", "suspend", "resume"])
    try rig.pass(milliseconds: 999)
    #expect(rig.touch.calls.count == 3)
    try rig.pass(milliseconds: 1)
    #expect(rig.touch.calls == ["start", "suspend", "resume", "resume"])
    for _ in 0..<3 { try rig.round {} }
    #expect(rig.touch.calls.count == 4)
    // It is reported once, and again when it recurs.
    #expect(rig.warnings.lines.count == 1)
    try rig.round { rig.display.isShowing = false }
    rig.touch.failures = 2
    try rig.round { rig.display.isShowing = true }
    try rig.pass(milliseconds: 2000)
    #expect(rig.touch.failures == 0 && rig.warnings.lines.count == 2)
  }

  // MARK: Viewports

  @Test("a resting finger turns nothing when the display changes")
  func otherViewport() throws {
    let rig = try Rig()
    defer { rig.application.stop() }
    try rig.application.start()
    try rig.touch(.down(Rig.finger, rig.at(0)))
    try rig.touch(.moved(Rig.finger, rig.at(40)))
    let value = rig.scene.panel.value(ofKnob: 0)
    #expect(value > 20)
    for size in [
      PixelSize(width: 400, height: 100), PixelSize(width: 100, height: 400),
      PixelSize(width: 200, height: 100),
    ] {
      try rig.round {
        rig.display.size = size
        rig.display.onEvent(.changed)
      }
      try rig.touch(.moved(Rig.finger, rig.at(40)))
      #expect(rig.scene.panel.value(ofKnob: 0) == value, "\(size)")
      #expect(rig.scene.panel.viewState(ofKnob: 0).isHeld)
    }
    // And it still turns the knob.
    try rig.touch(.moved(Rig.finger, rig.at(70)))
    #expect(rig.scene.panel.value(ofKnob: 0) > value)
  }

  @Test("a pointer is drawn where its finger will be when the frame is shown, if that is known")
  func prediction() throws {
    let rig = try Rig()
    defer { rig.application.stop() }
    try rig.application.start()
    // The display does not report when it showed the first frame, so nothing is predicted.
    try rig.round { rig.display.onEvent(.ready(shownAtMicroseconds: nil)) }
    func turn(_ direction: Double) throws {
      try rig.round {
        let now = rig.loop.now
        for report in 0...20 {
          let position = rig.at(direction * 3 * Double(report))
          let time = now.advanced(byMicroseconds: Int64(report - 20) * 10_000)
          rig.touch.onFrame(
            TouchFrame(
              time: time,
              changes: [report == 0 ? .down(Rig.finger, position) : .moved(Rig.finger, position)]))
        }
      }
    }
    try turn(1)
    let scale = rig.scene.layout.knobs[0].scale
    func ahead() -> Double {
      let panel = rig.scene.panel
      return panel.viewState(ofKnob: 0).position
        - scale.position(ofValue: panel.value(ofKnob: 0))
    }
    #expect(abs(ahead()) < 0.01)
    for direction in [-1.0, 1] {
      try rig.touch(.up(Rig.finger))
      // The frame is shown 12 ms after it was drawn, as the next one will be.
      try rig.round {
        rig.display.onEvent(.ready(shownAtMicroseconds: rig.loop.nowMicroseconds + 12_000))
      }
      try rig.pass(milliseconds: 1000)
      try turn(direction)
      // 3° in 10 ms, of a sweep of 270°.
      #expect(abs(direction * ahead() - 3.0 / 270 * 12 / 10) < 0.003)
    }
  }

  @Test("a badge shows an error, unless the current layout only logs errors")
  func badge() throws {
    for mistakes in PanelLayout.Mistakes.allCases {
      let rig = try Rig()
      defer { rig.application.stop() }
      try rig.application.start()
      var layout = Rig.layout(["left"])
      layout.panel.mistakes = mistakes
      try rig.round { try? rig.application.show(layout) }
      let frames = rig.display.areas.count
      try rig.round { rig.application.show(LayoutFault("is no layout", file: "panel.yaml")) }
      #expect((rig.display.areas.count > frames) == (mistakes == .show))
    }
  }

  @Test("stopping closes the display, and its later events are ignored")
  func end() throws {
    let rig = try Rig()
    try rig.application.start()
    rig.application.stop()
    #expect(rig.display.isClosed)
    rig.display.onEvent(.changed)
    #expect(rig.display.areas.count == 1)
    #expect(rig.controls["left"]?.calls == ["stop"])
  }
}
