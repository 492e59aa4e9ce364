import Gesture
import Glibc
import Knobs
import Layout
import LayoutFile
@testable import Panel
import Raster
import Testing

private let thumb = ContactID(device: 0, slot: 0)
private let second = ContactID(device: 0, slot: 1)

/// One knob of radius 100 in the middle of a panel of 480 × 480, at 20 of 0…100.
private func makePanel(_ change: (inout KnobLayout) -> Void = { _ in }) -> PanelController {
  var knob = KnobLayout(
    id: "knob", center: DesignPoint(x: 240, y: 240), diameter: 200, scale: Scale(step: 1), value: 20
  )
  change(&knob)
  let layout = LayoutDocument(panel: PanelLayout(width: 480, height: 480), knobs: [knob])
  return PanelController(
    layout: layout,
    viewport: Viewport(panel: layout.panel, displaySize: PixelSize(width: 480, height: 480)))
}

private func ring(_ degrees: Double, _ radius: Double = 80) -> DisplayFraction {
  let radians = Angle.radians(fromDegrees: degrees)
  return DisplayFraction(
    x: (240 + radius * sin(radians)) / 480, y: (240 - radius * cos(radians)) / 480)
}

private func at(_ milliseconds: Int64) -> Timestamp {
  Timestamp(microseconds: milliseconds * 1000)
}

extension PanelController {
  fileprivate func touch(_ milliseconds: Int64, _ changes: ContactChange...) {
    handle(TouchFrame(time: at(milliseconds), changes: changes))
  }

  /// Turns evenly, with a report every 10 ms; the finger is already down.
  fileprivate func turn(
    _ contact: ContactID = thumb, from start: Double, to end: Double, at begin: Int64,
    until finish: Int64, radius: Double = 80
  ) {
    for time in stride(from: begin, through: finish, by: 10) {
      let t = Double(time - begin) / Double(finish - begin)
      touch(time, .moved(contact, ring(start + (end - start) * t, radius)))
    }
  }

  fileprivate func tap(_ milliseconds: Int64, _ degrees: Double = 90, radius: Double = 60) {
    touch(milliseconds, .down(thumb, ring(degrees, radius)))
    touch(milliseconds + 60, .up(thumb))
  }

  /// Calls `tick` as the event loop would, until a time.
  fileprivate func run(until milliseconds: Int64) {
    while let wake = nextWake, wake <= at(milliseconds) { tick(at: wake) }
  }

  fileprivate func kinds() -> [String] {
    defer { events.removeAll() }
    return knobEvents.map { "\($0.kind.rawValue) \(JSONNumber.text($0.value))" }
  }

  fileprivate var value: Double { value(ofKnob: 0) }
  fileprivate var look: KnobViewState { viewState(ofKnob: 0) }
}

private enum JSONNumber {
  static func text(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}

/// Rows 15 to 23 of the case table in `PanelController`, and the effect of options on the others.
@Suite struct PanelFeelTests {
  @Test("Row 15: A tap that rolls changes nothing")
  func rollingTap() {
    let panel = makePanel { $0.scale.step = 0 }
    panel.touch(0, .down(thumb, ring(0)))
    panel.turn(from: 0, to: 3, at: 10, until: 80)
    panel.touch(90, .up(thumb))
    #expect(panel.value == 20)
    #expect(panel.kinds().last == "tapped 20")
  }

  @Test("Row 15: The roll of a lifting finger is undone")
  func liftOff() {
    let panel = makePanel { $0.scale.step = 0 }
    panel.touch(0, .down(thumb, ring(0)))
    panel.turn(from: 0, to: 90, at: 10, until: 500)
    for time in stride(from: Int64(510), to: 700, by: 10) {
      panel.touch(time, .moved(thumb, ring(90)))
    }
    let rested = panel.value
    panel.turn(from: 90, to: 94, at: 700, until: 730)
    #expect(panel.value != rested)
    panel.touch(735, .up(thumb))
    #expect(panel.value == rested)
    #expect(panel.knobEvents.last?.kind == .ended && panel.knobEvents.last?.value == rested)
  }

  @Test("Row 16: On release, the control and the event listener get one change")
  func reportOnRelease() {
    let panel = makePanel { $0.report.occasion = .release }
    panel.connect(.knob(0))
    panel.handleLevel(0.2, of: .knob(0), at: at(0))
    panel.events.removeAll()
    panel.touch(0, .down(thumb, ring(0)))
    panel.turn(from: 0, to: 27, at: 10, until: 500)
    #expect(panel.kinds() == ["began 20"])
    panel.touch(600, .up(thumb))
    #expect(panel.kinds() == ["changed 30", "ended 30"])
    #expect(panel.controlRequests.map(\.level) == [0.3, 0.3])
    #expect(panel.controlRequests.last?.isFinal == true)
  }

  @Test("Row 16: Ten changes a second are reported, and always the last value")
  func reportLimit() {
    let panel = makePanel {
      $0.scale.step = 0
      $0.report.perSecond = 10
    }
    panel.touch(0, .down(thumb, ring(0)))
    for time in stride(from: Int64(10), through: 1000, by: 10) {
      panel.run(until: time)
      panel.touch(time, .moved(thumb, ring(Double(time) * 0.05)))
    }
    let changes = panel.knobEvents.filter { $0.kind == .changed }
    #expect(changes.count >= 9 && changes.count <= 11)
    panel.run(until: 1200)
    #expect(panel.knobEvents.last?.kind == .changed)
    #expect(panel.knobEvents.last?.value == panel.value)
    panel.touch(1300, .up(thumb))
    #expect(panel.knobEvents.last?.value == panel.value)
  }

  @Test("Rows 17 and 18: A locked knob turns only after a tap, and locks itself again")
  func lock() {
    let panel = makePanel { $0.guards.lock = .tap }
    #expect(panel.look.isLocked)
    panel.touch(0, .down(thumb, ring(0)))
    panel.turn(from: 0, to: 90, at: 10, until: 500)
    panel.touch(600, .up(thumb))
    #expect(panel.kinds() == ["began 20", "ended 20"])
    panel.tap(1000)
    #expect(!panel.look.isLocked)
    panel.touch(2000, .down(thumb, ring(0)))
    panel.turn(from: 0, to: 27, at: 2010, until: 2500)
    panel.touch(2600, .up(thumb))
    #expect(panel.value == 30)
    panel.run(until: 7599)
    #expect(!panel.look.isLocked)
    panel.run(until: 7600)
    #expect(panel.look.isLocked)
    #expect(panel.nextWake == nil)
  }

  @Test(
    "Row 19: A cancelled contact keeps or restores the value", arguments: Guards.Cancel.allCases)
  func cancel(_ cancel: Guards.Cancel) {
    let panel = makePanel { $0.guards.cancel = cancel }
    panel.touch(0, .down(thumb, ring(0)))
    panel.turn(from: 0, to: 27, at: 10, until: 500)
    panel.events.removeAll()
    panel.touch(510, .cancelled(thumb))
    #expect(
      panel.kinds() == (cancel == .keep ? ["cancelled 30"] : ["changed 20", "cancelled 20"]))
  }

  @Test("Row 20: Sliding a finger away undoes its turn")
  func slideAway() {
    let panel = makePanel { $0.feel.slideAwayRadius = 200 }
    panel.touch(0, .down(thumb, ring(0)))
    panel.turn(from: 0, to: 27, at: 10, until: 500)
    panel.touch(600, .moved(thumb, ring(27, 150)))
    panel.touch(610, .moved(thumb, ring(27, 210)))
    #expect(panel.value == 20)
    #expect(panel.kinds().suffix(2) == ["changed 20", "cancelled 20"])
    panel.turn(from: 27, to: 90, at: 700, until: 900)
    panel.touch(1000, .up(thumb))
    #expect(panel.kinds().isEmpty)
  }

  @Test(
    "Row 20: A second finger's tap undoes the turn, if configured", arguments: [true, false])
  func secondFinger(cancels: Bool) {
    let panel = makePanel { $0.guards.secondFingerCancels = cancels }
    panel.touch(0, .down(thumb, ring(0)))
    panel.turn(from: 0, to: 27, at: 10, until: 500)
    panel.touch(600, .down(second, ring(180)))
    panel.touch(680, .up(second))
    #expect(panel.value == (cancels ? 20 : 30))
  }

  @Test("Row 21: A nudge repeats while the finger stays, up on the right, down on the left")
  func nudges() {
    let panel = makePanel {
      $0.taps.action = .nudge(5)
      $0.taps.repeats = true
    }
    panel.tap(0)
    #expect(panel.value == 25)
    panel.tap(1000, -90)
    #expect(panel.value == 20)
    panel.touch(2000, .down(thumb, ring(90, 60)))
    panel.run(until: 2499)
    #expect(panel.value == 20)
    panel.run(until: 2800)
    #expect(panel.value == 35)
    panel.turn(from: 90, to: 117, at: 2810, until: 3200, radius: 60)
    panel.run(until: 4000)
    #expect(panel.value == 45)
  }

  @Test("Row 22: A palm turns nothing, if the device reports contact sizes")
  func palm() {
    let panel = makePanel { $0.guards.largestContact = 60 }
    for width in [50.0 / 480, 70.0 / 480] {
      var frame = TouchFrame(time: at(0), changes: [.down(thumb, ring(0))])
      frame.widths = [ContactWidth(contact: thumb, fractionOfDisplayWidth: width)]
      panel.handle(frame)
      panel.turn(from: 0, to: 27, at: 10, until: 500)
      panel.touch(600, .up(thumb))
      #expect(panel.value == 30)
    }
    #expect(panel.kinds().suffix(2) == ["began 30", "cancelled 30"])
  }

  @Test("Row 23: A contact lost for a moment loses no travel, and its snap is undone")
  func dropout() {
    let panel = makePanel {
      $0.scale.step = 10
      $0.snap = .release
    }
    panel.touch(0, .down(thumb, ring(0)))
    panel.turn(from: 0, to: 40, at: 10, until: 400)
    panel.touch(410, .up(thumb))
    #expect(panel.value == 30)
    panel.touch(450, .down(second, ring(45)))
    panel.turn(second, from: 45, to: 67.5, at: 460, until: 700)
    #expect(abs(panel.value - 45) < 0.05)
    #expect(panel.look.isHeld)
  }

  @Test(
    "With a hold, a turn has no effect before the hold time and full effect after it",
    arguments: [100, 400])
  func hold(start: Int64) {
    let panel = makePanel { $0.feel.holdMicroseconds = 300_000 }
    panel.touch(0, .down(thumb, ring(0)))
    panel.run(until: start)
    panel.turn(from: 0, to: 27, at: start, until: start + 400)
    panel.touch(start + 500, .up(thumb))
    #expect(panel.value == (start < 300 ? 20 : 30))
    #expect(panel.kinds().isEmpty == (start < 300))
  }

  @Test("A soft ceiling stops the first grab and lets the second pass")
  func ceiling() {
    let panel = makePanel { $0.guards.ceiling = 60 }
    for (start, value) in [(0, 60.0), (3000, 80)] as [(Int64, Double)] {
      panel.touch(start, .down(thumb, ring(0)))
      panel.turn(from: 0, to: start == 0 ? 270 : 54, at: start + 10, until: start + 1000)
      panel.touch(start + 1100, .up(thumb))
      #expect(panel.value == value)
    }
  }

  @Test("A value rises no faster than allowed, however fast it is turned, and falls at once")
  func rise() {
    let panel = makePanel { $0.guards.maximumRisePerSecond = 20 }
    panel.touch(0, .down(thumb, ring(0)))
    panel.turn(from: 0, to: 200, at: 10, until: 1000)
    #expect(panel.value > 40 && panel.value <= 45)
    panel.turn(from: 200, to: 92, at: 1010, until: 1100)
    #expect(panel.value <= 10)
  }

  @Test("A tap mutes, and the next tap restores, unless the knob was turned in between")
  func mute() {
    let panel = makePanel { $0.taps.action = .mute }
    panel.tap(0)
    #expect(panel.value == 0)
    panel.tap(1000)
    #expect(panel.value == 20)
    panel.tap(2000)
    panel.touch(3000, .down(thumb, ring(0)))
    panel.turn(from: 0, to: 27, at: 3010, until: 3500)
    panel.touch(3600, .up(thumb))
    #expect(panel.value == 10)
    #expect(
      panel.kinds().filter { $0.hasPrefix("tapped") } == ["tapped 0", "tapped 20", "tapped 0"])
  }

  @Test("A tap moves to the next value, and from the last to the first")
  func next() {
    let panel = makePanel {
      $0.travel = .sectors(["a", "b", "c"])
      $0.scale = Scale(range: 0...2, step: 1)
      $0.value = 0
      $0.taps.action = .next
    }
    var values: [Double] = []
    for start in stride(from: Int64(0), to: 4000, by: 1000) {
      panel.tap(start)
      values.append(panel.value)
    }
    #expect(values == [1, 2, 0, 1])
  }

  @Test("A double tap in the middle of the hub moves to the default")
  func doubleTapInTheMiddle() {
    let panel = makePanel {
      $0.defaultValue = 35
      $0.feel.innerRadius = 40
    }
    panel.tap(0, radius: 0)
    panel.tap(200, radius: 0)
    #expect(panel.value == 35)
  }

  @Test("A pointer pulled beyond the stop springs back 0.2 s after the finger lifts")
  func rubber() {
    let panel = makePanel()
    panel.touch(0, .down(thumb, ring(0)))
    panel.turn(from: 0, to: -90, at: 10, until: 500)
    let held = panel.look.overTravel
    #expect(held < -3 && held > -8)
    #expect(panel.look.position == 0)
    panel.touch(600, .up(thumb))
    panel.run(until: 700)
    #expect(panel.look.overTravel < 0 && panel.look.overTravel > held)
    panel.run(until: 801)
    #expect(panel.look.overTravel == 0)
    #expect(panel.nextWake == nil)
  }

  @Test("The value before a touch, and a level received meanwhile, can be drawn")
  func marks() {
    let panel = makePanel()
    panel.connect(.knob(0))
    panel.handleLevel(0.2, of: .knob(0), at: at(0))
    #expect(panel.look.origin == nil)
    panel.touch(0, .down(thumb, ring(0)))
    panel.turn(from: 0, to: 27, at: 10, until: 400)
    panel.handleLevel(0.7, of: .knob(0), at: at(500))
    #expect(panel.look.origin == 0.2)
    #expect(panel.look.ghost == 0.7)
    panel.touch(600, .up(thumb))
    #expect(panel.look.origin == nil)
    #expect(panel.look.ghost == nil)
  }

  @Test("A wheel glides to its sector's middle in 0.2 s, and can be grabbed on the way")
  func wheel() {
    let panel = makePanel {
      $0.travel = .sectors(["a", "b", "c", "d"])
      $0.scale = Scale(range: 0...3, step: 1)
      $0.value = 0
    }
    panel.touch(0, .down(thumb, ring(0)))
    panel.turn(from: 0, to: 60, at: 10, until: 600)
    panel.touch(700, .up(thumb))
    #expect(abs(panel.look.position - 60.0 / 360) < 1e-3)
    panel.run(until: 800)
    let middle = panel.look.position
    #expect(middle > 0.18 && middle < 0.24)
    panel.touch(810, .down(thumb, ring(180)))
    #expect(abs(panel.look.position - middle) < 0.02)
    panel.touch(2000, .up(thumb))
    panel.run(until: 3000)
    #expect(panel.look.position == 0.25)
    #expect(panel.value == 1)
  }

  @Test("An endless knob reports when it wraps, and in which direction")
  func wraps() {
    let panel = makePanel {
      $0.travel = .endless
      $0.scale = Scale(range: 0...360, step: 1)
      $0.value = 350
    }
    panel.touch(0, .down(thumb, ring(0)))
    panel.turn(from: 0, to: 20, at: 10, until: 400)
    panel.turn(from: 20, to: -20, at: 410, until: 900)
    #expect(panel.knobEvents.map(\.wrapped).filter { $0 != 0 } == [1, -1])
    let wrap = panel.events.first { $0.knob?.wrapped ?? 0 != 0 }
    #expect(
      wrap?.json(of: panel.layout, origin: at(0)).contains(",\"wrapped\":1,") == true)
  }

  @Test("A stuck contact is released after a minute")
  func stuck() {
    let panel = makePanel()
    panel.touch(0, .down(thumb, ring(0)))
    panel.run(until: 59_999)
    #expect(panel.look.isHeld)
    panel.run(until: 60_000)
    #expect(!panel.look.isHeld)
    #expect(panel.nextWake == nil)
    panel.touch(61_000, .moved(thumb, ring(90)))
    #expect(panel.kinds() == ["began 20", "cancelled 20"])
  }

  @Test("The same touches cause exactly the same events, whatever ran before")
  func repeatable() {
    func play(_ panel: PanelController) -> [PanelEvent] {
      panel.touch(0, .down(thumb, ring(0)))
      for step in 1...300 {
        let wobble = Double((step * 7919) % 13) / 10
        panel.touch(Int64(step) * 9, .moved(thumb, ring(Double(step) * 1.7 + wobble, 80 + wobble)))
      }
      panel.touch(2800, .up(thumb))
      panel.run(until: 10_000)
      return panel.events
    }
    let first = play(makePanel { $0.scale.step = 0 })
    #expect(first.count > 100)
    #expect(play(makePanel { $0.scale.step = 0 }) == first)
  }
}
