import Gesture
import Knobs
import Testing

private func radians(_ degrees: Double) -> Double { Angle.radians(fromDegrees: degrees) }
private func at(_ milliseconds: Int64) -> Timestamp {
  Timestamp(microseconds: milliseconds * 1000)
}

/// The rows of `Knob`'s case table that depend on an option.
@Suite struct KnobOptionTests {
  @Test(
    "Rows 2, 3 and 7: Over-travel is discarded, held or kept as slack",
    arguments: Knob.OverTravel.allCases)
  func overTravel(_ policy: Knob.OverTravel) {
    var knob = Knob(scale: Scale(), value: 100, overTravel: policy)
    knob.turn(byRadians: radians(720 + 27))
    #expect(knob.value == 100)
    knob.turn(byRadians: radians(-54))
    switch policy {
    case .discard: #expect(abs(knob.value - 80) < 1e-4)
    case .hold: #expect(abs(knob.value - 90) < 1e-4)
    case .slack: #expect(knob.value == 100)
    }
    knob.release()
    knob.turn(byRadians: radians(-27))
    #expect(knob.value < 95)
  }

  @Test(
    "Strain is the travel beyond a stop", arguments: Knob.OverTravel.allCases
  )
  func strain(_ policy: Knob.OverTravel) {
    var knob = Knob(scale: Scale(), value: 100, overTravel: policy)
    knob.turn(byRadians: radians(20))
    #expect(abs(knob.strain - radians(20)) < 1e-9)
    knob.turn(byRadians: radians(20))
    #expect(abs(knob.strain - radians(40)) < 1e-9)
    knob.release()
    #expect(knob.strain == 0)
  }

  @Test(
    "Rows 8 and 9: Values snap to steps always, on release or never", arguments: Knob.Snap.allCases)
  func snap(_ snap: Knob.Snap) {
    var knob = Knob(scale: Scale(step: 10), value: 50, snap: snap)
    knob.turn(byRadians: radians(27 * 1.3))
    let held = knob.value
    knob.release()
    switch snap {
    case .always: #expect(held == 60 && knob.value == 60)
    case .release: #expect(abs(held - 63) < 1e-4 && knob.value == 60)
    case .none: #expect(abs(held - 63) < 1e-4 && abs(knob.value - 63) < 1e-4)
    }
  }

  @Test("Row 10: A magnet attracts nearby values, without leaps or lost travel")
  func magnet() {
    var knob = Knob(scale: Scale(), value: 40, magnets: [Magnet(value: 50, width: 2)])
    var last = knob.value
    var atMagnet = 0
    for _ in 0..<200 {
      knob.turn(byRadians: radians(0.27))
      #expect(knob.value >= last && knob.value - last < 0.21)
      if knob.value == 50 { atMagnet += 1 }
      last = knob.value
    }
    #expect(atMagnet >= 39)
    #expect(abs(knob.value - 60) < 1e-4)
  }

  @Test("Row 11: A wheel comes to rest on the middle of a sector", arguments: [2, 3, 5, 8])
  func settles(count: Int) {
    var knob = Knob(
      scale: Scale(), travel: .sectors((0..<count).map { "\($0)" }), value: 0)
    knob.turn(byRadians: 0.8 * Angle.fullTurn / Double(count))
    knob.release()
    #expect(knob.value == 1)
    #expect(abs(knob.position - 1 / Double(count)) < 1e-12)
  }

  @Test("Row 11: A wheel thrown at any speed stops within half a turn", arguments: [-1.0, 1])
  func inertiaAtAnySpeed(direction: Double) {
    let names = (0..<20).map { "\($0)" }
    for speed in [60.0, 200, 5000] {
      var knob = Knob(scale: Scale(), travel: .sectors(names), value: 10, hasInertia: true)
      knob.release(atRadiansPerSecond: direction * speed)
      #expect(knob.value == 10 + direction * 9)
    }
  }

  @Test("Row 11: With inertia, a wheel continues in the direction of the turn")
  func inertia() {
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"]
    for (hasInertia, speed, value) in [
      (true, 6.0, 3.0), (true, -6, 5), (false, 6, 0), (true, 0, 0),
    ] {
      var knob = Knob(
        scale: Scale(), travel: .sectors(names), value: 0, hasInertia: hasInertia)
      knob.release(atRadiansPerSecond: speed)
      #expect(knob.value == value)
    }
    var knob = Knob(scale: Scale(), travel: .sectors(names), value: 0, hasInertia: true)
    knob.release(atRadiansPerSecond: .infinity)
    #expect(knob.value.isFinite)
  }

  @Test("Row 12: A knob stays at the highest allowed position, and turns down at once")
  func highest() {
    var knob = Knob(scale: Scale(), value: 50, overTravel: .slack)
    knob.turn(byRadians: radians(270), highest: 0.7)
    #expect(abs(knob.value - 70) < 1e-4)
    knob.turn(byRadians: radians(-27), highest: 0.7)
    #expect(abs(knob.value - 60) < 1e-4)
    knob.turn(byRadians: radians(10), highest: 0.3)
    #expect(abs(knob.value - 60) < 1e-4)
  }

  @Test("An endless knob counts its laps in both directions")
  func laps() {
    var knob = Knob(scale: Scale(range: 0...360), travel: .endless, value: 350)
    knob.turn(byRadians: radians(20))
    #expect(knob.laps == 1)
    knob.turn(byRadians: radians(-40))
    #expect(knob.laps == 0)
  }

  @Test("Restoring a mark restores the whole state")
  func mark() {
    var knob = Knob(scale: Scale(step: 5), value: 50)
    knob.turn(byRadians: radians(6))
    let mark = knob.mark
    knob.turn(byRadians: radians(400))
    #expect(knob.strain > 0)
    knob.restore(mark)
    #expect(knob.mark == mark)
    #expect(knob.value == 50)
    #expect(knob.strain == 0)
  }

  @Test(
    "The arc's origin is a position within the range",
    arguments: [
      (ArcOrigin.minimum, 0.0), (.center, 0.5), (.value(0), 0.75), (.value(-999), 0),
    ])
  func arcOrigin(_ origin: ArcOrigin, position: Double) throws {
    let found = try #require(origin.position(on: Scale(range: -60...20)))
    #expect(abs(found - position) < 1e-9)
  }

  @Test("Named values are shown by their names")
  func named() {
    let format = ValueFormat(decimals: 1, named: [.init(value: 0, name: "off")])
    #expect(format.text(for: 0) == "off")
    #expect(format.text(for: 0.5) == "0.5")
  }

  @Test("A travel of three turns covers the range")
  func turns() {
    var knob = Knob(scale: Scale(), travel: .turns(3), value: 0)
    knob.turn(byRadians: radians(540))
    #expect(abs(knob.value - 50) < 1e-4)
  }
}

/// The rows of the case table in `RiseGuard`.
@Suite struct RiseGuardTests {
  private func makeGuard(_ change: (inout Guards) -> Void, step: Double = 0) -> RiseGuard {
    var guards = Guards()
    change(&guards)
    return RiseGuard(guards, scale: Scale(step: step))
  }

  @Test("Row 1: The rise per second is limited, and a quarter of it is allowed at once")
  func perSecond() {
    var riseGuard = makeGuard { $0.maximumRisePerSecond = 20 }
    riseGuard.begin(at: 30, time: at(0))
    #expect(riseGuard.highest(from: 30, at: at(0)) == 35)
    riseGuard.moved(from: 30, to: 35)
    #expect(riseGuard.highest(from: 35, at: at(0)) == 35)
    #expect(riseGuard.highest(from: 35, at: at(100)) == 37)
    #expect(riseGuard.highest(from: 35, at: at(60_000)) == 40)
    riseGuard.moved(from: 35, to: 10)
    #expect(riseGuard.highest(from: 10, at: at(60_000)) == 15)
  }

  @Test("Row 1: Time that runs backwards allows no rise")
  func backwards() {
    var riseGuard = makeGuard { $0.maximumRisePerSecond = 20 }
    riseGuard.begin(at: 30, time: at(1000))
    riseGuard.moved(from: 30, to: 35)
    #expect(riseGuard.highest(from: 35, at: at(0)) == 35)
  }

  @Test("Row 2: The rise is limited per grab, however often it goes back and forth")
  func perGesture() {
    var riseGuard = makeGuard { $0.maximumRisePerGesture = 15 }
    riseGuard.begin(at: 30, time: at(0))
    for value in [30.0, 45, 10, 44] { #expect(riseGuard.highest(from: value, at: at(9)) == 45) }
    riseGuard.begin(at: 45, time: at(10))
    #expect(riseGuard.highest(from: 45, at: at(20)) == 60)
  }

  @Test("Rows 3 and 4: A second grab passes the ceiling")
  func ceiling() {
    var riseGuard = makeGuard({ $0.ceiling = 72 }, step: 5)
    riseGuard.begin(at: 30, time: at(0))
    #expect(riseGuard.highest(from: 30, at: at(1)) == 70)
    riseGuard.begin(at: 70, time: at(2))
    #expect(riseGuard.highest(from: 70, at: at(3)) == 100)
  }

  @Test("Row 5: No grab passes the limit", arguments: [30.0, 85, 95])
  func limit(found: Double) {
    var riseGuard = makeGuard({ $0.limit = 87 }, step: 5)
    riseGuard.begin(at: found, time: at(0))
    #expect(riseGuard.highest(from: found, at: at(1)) == 85)
    #expect(riseGuard.limit == 85)
  }

  @Test("Row 5: The end of the range counts as a step, whatever the step") func limitAtTheEnd() {
    #expect(makeGuard({ $0.limit = 100 }, step: 30).limit == 100)
    #expect(makeGuard({ $0.limit = 99 }, step: 30).limit == 90)
  }
}

/// The rows of the case table in `Reporter`.
@Suite struct ReporterTests {
  private func reporter(_ occasion: Report.Occasion, perSecond: Double?) -> Reporter {
    var report = Report()
    report.occasion = occasion
    report.perSecond = perSecond
    return Reporter(report)
  }

  @Test("Row 1: Without a limit, every change is reported")
  func all() {
    var reporter = reporter(.always, perSecond: nil)
    for time in 0..<5 { #expect(reporter.change(at: at(Int64(time))) == true) }
    #expect(reporter.finish() == false)
  }

  @Test("Rows 1, 2, 3 and 5: At most ten changes a second are reported, and always the last")
  func limited() {
    var reporter = reporter(.always, perSecond: 10)
    #expect(reporter.change(at: at(0)) == true)
    #expect(reporter.change(at: at(50)) == false)
    #expect(reporter.change(at: at(60)) == false)
    #expect(reporter.wake == at(100))
    #expect(reporter.tick(at: at(99)) == false)
    #expect(reporter.tick(at: at(100)) == true)
    #expect(reporter.wake == nil)
    #expect(reporter.change(at: at(120)) == false)
    #expect(reporter.finish() == true)
    #expect(reporter.finish() == false)
  }

  @Test("Rows 4 and 5: On release, the change is reported once")
  func release() {
    var reporter = reporter(.release, perSecond: nil)
    #expect(reporter.change(at: at(0)) == false)
    #expect(reporter.wake == nil)
    #expect(reporter.tick(at: at(99_999)) == false)
    #expect(reporter.finish() == true)
  }

  @Test("Time that runs backwards does not suppress reports")
  func backwards() {
    var reporter = reporter(.always, perSecond: 10)
    #expect(reporter.change(at: at(1000)) == true)
    #expect(reporter.change(at: at(500)) == true)
  }
}
