import Gesture
import Glibc
import JSON
import Knobs
import LayoutFile
import Raster
import Testing

@testable import Panel

private let thumb = ContactID(device: 0, slot: 0)
private let index = ContactID(device: 0, slot: 1)

/// A panel of 200 × 100 under fingers while its layout changes; times are milliseconds.
private final class Rig {
  var panel: Panel
  /// Kinds and values of what happened, of all panels in turn.
  var happened: [String] = []
  var wished: [Panel.Wish] = []

  /// `left` (50, 50) and `right` (150, 50) of radius 40 at 20, with steps of 1.
  static func knobs(_ change: (inout KnobLayout) -> Void = { _ in }) -> [KnobLayout] {
    [("left", 50.0), ("right", 150.0)].map { id, x in
      var knob = KnobLayout(
        id: id, center: Point(x: x, y: 50), diameter: 80, scale: Scale(step: 1), value: 20)
      change(&knob)
      return knob
    }
  }

  static func layout(
    _ knobs: [KnobLayout], width: Double = 200, height: Double = 100, rotate: Int = 0
  ) -> Layout {
    Layout(panel: PanelLayout(width: width, height: height, rotate: rotate), knobs: knobs)
  }

  static func viewport(_ layout: Layout) -> Viewport {
    Viewport(panel: layout.panel, displaySize: PixelSize(width: 200, height: 100))
  }

  init(_ change: (inout KnobLayout) -> Void = { _ in }) {
    let layout = Self.layout(Self.knobs(change))
    panel = Panel(layout: layout, viewport: Self.viewport(layout))
  }

  /// With both knobs at a level of what they drive.
  convenience init(level: Double, _ change: (inout KnobLayout) -> Void = { _ in }) {
    self.init {
      $0.control = .alsa(card: "default", element: $0.id)
      change(&$0)
    }
    for knob in 0...1 { panel.connect(knob: knob) }
    news(level, 0)
    news(level, 0, knob: 1)
    happened.removeAll()
  }

  func drain() {
    happened += panel.events.compactMap(\.knob).map {
      "\(panel.layout.knobs[$0.knob].id) \($0.kind.rawValue) \(JSONText.number($0.value))"
    }
    wished += panel.wishes
    panel.events.removeAll()
    panel.wishes.removeAll()
  }

  /// A change of both knobs of the layout.
  func save(_ milliseconds: Int64, _ change: (inout KnobLayout) -> Void = { _ in }) {
    let knobs = panel.layout.knobs.map { knob in
      var knob = knob
      change(&knob)
      return knob
    }
    save(milliseconds, Self.layout(knobs))
  }

  func save(_ milliseconds: Int64, _ layout: Layout) {
    drain()
    happened.append("saved")
    let next = panel.successor(
      layout: layout, viewport: Self.viewport(layout),
      at: Timestamp(microseconds: milliseconds * 1000))
    drain()
    panel = next
    drain()
  }

  func touch(_ milliseconds: Int64, _ changes: ContactChange...) {
    panel.handle(TouchFrame(time: Timestamp(microseconds: milliseconds * 1000), changes: changes))
    drain()
  }

  func tick(_ milliseconds: Int64) {
    panel.tick(at: Timestamp(microseconds: milliseconds * 1000))
    drain()
  }

  func news(_ level: Double, _ milliseconds: Int64, knob: Int = 0) {
    panel.handleLevel(level, ofKnob: knob, at: Timestamp(microseconds: milliseconds * 1000))
    drain()
  }

  /// What happened since the layout was saved.
  var since: [String] { Array(happened.drop { $0 != "saved" }.dropFirst()) }
}

/// A place of the display: so many degrees round a centre, 30 pixels from it.
private func at(_ degrees: Double, x: Double = 50, y: Double = 50, radius: Double = 30) -> Point {
  let direction = Angle.radians(fromDegrees: degrees)
  return Point(x: (x + radius * sin(direction)) / 200, y: (y - radius * cos(direction)) / 100)
}

/// The rows of the case table of `Panel.successor`.
@Suite struct SuccessionTests {
  @Test("row 1: the same layout again changes nothing, for a finger in mid-turn either")
  func unchanged() {
    let (plain, saved) = (Rig(level: 0.2), Rig(level: 0.2))
    for rig in [plain, saved] {
      rig.touch(0, .down(thumb, at(0)))
      for step in 1...40 {
        rig.touch(Int64(step) * 10, .moved(thumb, at(Double(step) * 3)))
        if rig === saved, step % 7 == 0 { rig.save(Int64(step) * 10 + 3) }
      }
      rig.touch(900, .up(thumb))
    }
    #expect(saved.happened.filter { $0 != "saved" } == plain.happened)
    #expect(saved.wished == plain.wished)
    #expect(plain.happened.count > 20)
  }

  @Test("row 1: knobs are the same by id, wherever in the file they stand")
  func order() {
    let rig = Rig()
    rig.touch(0, .down(thumb, at(0, x: 150)))
    rig.touch(10, .moved(thumb, at(27, x: 150)))
    rig.save(20, Rig.layout(Rig.knobs().reversed()))
    rig.touch(30, .moved(thumb, at(54, x: 150)))
    rig.touch(900, .up(thumb))
    #expect(rig.since == ["right changed 40", "right ended 40"])
    #expect(rig.panel.value(ofKnob: 1) == 20)
  }

  @Test(
    "row 2: a knob that goes while it is held is cancelled, and its control gets the final value")
  func removed() {
    let rig = Rig(level: 0.2)
    rig.touch(0, .down(thumb, at(0)))
    rig.touch(10, .moved(thumb, at(27)))
    rig.save(20, Rig.layout([Rig.knobs()[1]]))
    #expect(rig.since == ["left cancelled 30"])
    #expect(rig.wished.last == Panel.Wish(knob: 0, level: 0.3, isFinal: true))
    // The finger that is still there is nobody's, and can take another knob later.
    rig.touch(30, .moved(thumb, at(90)))
    rig.touch(40, .up(thumb), .down(thumb, at(0, x: 150)))
    #expect(rig.since == ["left cancelled 30", "right began 20"])
  }

  @Test(
    "row 3: a finger does not go on turning something else",
    arguments: [ControlLayout.alsa(card: "default", element: "Other"), nil])
  func otherControl(control: ControlLayout?) {
    let rig = Rig(level: 0.2)
    rig.touch(0, .down(thumb, at(0)))
    rig.touch(10, .moved(thumb, at(27)))
    rig.save(20) { $0.control = control }
    #expect(rig.since == ["left cancelled 30"])
    #expect(rig.wished.last == Panel.Wish(knob: 0, level: 0.3, isFinal: true))
    if control != nil { rig.panel.connect(knob: 0) }
    rig.touch(30, .moved(thumb, at(90)))
    #expect(rig.since.count == 1)
    #expect(rig.panel.appearance(ofKnob: 0).state == (control == nil ? .normal : .unknown))
    if control != nil {
      rig.news(0.5, 40)
      #expect(rig.since.last == "left remote 50")
    }
  }

  struct Other: Sendable, CustomTestStringConvertible {
    var name: String
    var isConnected = false
    var after: @Sendable (inout KnobLayout) -> Void
    var value: Double
    var testDescription: String { name }
  }

  @Test(
    "rows 4 to 7: what the value becomes",
    arguments: [
      Other(
        name: "half the range", isConnected: true, after: { $0.scale.range = 0...50 }, value: 10),
      Other(
        name: "decibels", isConnected: true, after: { $0.scale = Scale(range: -60...0) },
        value: -48),
      Other(name: "coarser steps", isConnected: true, after: { $0.scale.step = 15 }, value: 15),
      Other(name: "a taper", isConnected: true, after: { $0.scale.taper = .cubic }, value: 20),
      Other(
        name: "sectors", isConnected: true,
        after: { $0.travel = .sectors(["A", "B", "C", "D", "E", "F"]) },
        value: 1),
      Other(name: "nothing behind it, still there", after: { $0.scale.range = 10...50 }, value: 20),
      Other(name: "nothing behind it, out of reach", after: { $0.scale.range = 0...10 }, value: 2),
      Other(name: "nothing behind it, far above", after: { $0.scale.range = 50...100 }, value: 60),
      Other(
        name: "nothing behind it, a wheel of six",
        after: {
          $0.travel = .sectors(["A", "B", "C", "D", "E", "F"])
          $0.value = 20
        }, value: 1),
      Other(name: "another value", after: { $0.value = 70 }, value: 70),
      Other(
        name: "another value in another range",
        after: {
          $0.scale.range = 0...10
          $0.value = 7
        }, value: 7),
    ])
  func values(_ other: Other) {
    let rig = other.isConnected ? Rig(level: 0.2) : Rig()
    rig.save(10, other.after)
    #expect(rig.panel.value(ofKnob: 0) == other.value)
    let isAnother = other.value != 20
    #expect(
      rig.since
        == (isAnother
          ? ["left", "right"].map { "\($0) remote \(JSONText.number(other.value))" } : []))
    // Nobody turned anything.
    #expect(rig.wished.isEmpty)
    rig.tick(500)
    #expect(rig.panel.nextWake == nil)
  }

  @Test("row 4: the level is what the control has, not what coarse steps made of it")
  func knownLevel() {
    let rig = Rig(level: 0.43) { $0.scale.step = 10 }
    #expect(rig.panel.value(ofKnob: 0) == 40)
    rig.save(10) { $0.scale.step = 1 }
    #expect(rig.panel.value(ofKnob: 0) == 43)
  }

  @Test("row 6: a value written for a knob that is held, or drives something, is not the truth")
  func writtenValue() {
    let rig = Rig()
    rig.touch(0, .down(thumb, at(0)))
    rig.save(10) { $0.value = 70 }
    #expect(rig.since == ["right remote 70"])
    let connected = Rig(level: 0.2)
    connected.save(10) { $0.value = 70 }
    #expect(connected.since.isEmpty && connected.panel.value(ofKnob: 0) == 20)
  }

  @Test("row 6: the pointer glides to the value that was written")
  func glides() {
    let rig = Rig()
    rig.save(10) { $0.value = 70 }
    #expect(abs(rig.panel.appearance(ofKnob: 0).position - 0.2) < 1e-6)
    rig.tick(110)
    let half = rig.panel.appearance(ofKnob: 0).position
    #expect(half > 0.3 && half < 0.6)
    rig.tick(300)
    #expect(abs(rig.panel.appearance(ofKnob: 0).position - 0.7) < 1e-6)
  }

  struct Elsewhere: Sendable, CustomTestStringConvertible {
    var name: String
    var after: @Sendable (inout KnobLayout) -> Void
    /// Where the finger goes next, and to what value.
    var to: Point
    var value: Double
    var testDescription: String { name }
  }

  @Test(
    "row 8: a finger in mid-turn turns on without a jump",
    arguments: [
      Elsewhere(name: "smaller", after: { $0.diameter = 40 }, to: at(54), value: 40),
      Elsewhere(name: "larger", after: { $0.diameter = 150 }, to: at(54), value: 40),
      // A quarter turn about the new centre, from (63.6, 23.3) to (76.7, 63.6).
      Elsewhere(
        name: "moved by ten to the left", after: { $0.center.x -= 10 },
        to: Point(x: 66.7 / 200, y: 73.6 / 100), value: 63),
      Elsewhere(
        name: "half the sweep", after: { $0.travel = .arc(from: -67.5, to: 67.5) }, to: at(54),
        value: 50),
      Elsewhere(
        name: "counter-clockwise", after: { $0.travel = .arc(from: 135, to: -135) }, to: at(54),
        value: 20),
      Elsewhere(
        name: "finer steps", after: { $0.scale.step = 0.1 }, to: at(54), value: 40),
      Elsewhere(name: "half as fast", after: { $0.feel.sensitivity = 0.5 }, to: at(54), value: 35),
      Elsewhere(
        name: "half the range", after: { $0.scale.range = 0...50 }, to: at(54), value: 20),
      // From (63.6, 23.3) up by a quarter of the 80 pixels that are a whole sweep.
      Elsewhere(
        name: "upward",
        after: {
          $0.turn = .vertical
          $0.feel.dragTravel = 80
        }, to: Point(x: 63.6 / 200, y: 3.27 / 100), value: 55),
      Elsewhere(name: "pointed at", after: { $0.turn = .absolute }, to: at(54), value: 40),
      Elsewhere(
        name: "unfiltered", after: { $0.feel.isFiltered = false }, to: at(54), value: 40),
    ])
  func midTurn(_ other: Elsewhere) {
    let rig = Rig(level: 0.2)
    rig.touch(0, .down(thumb, at(0)))
    for step in 1...9 { rig.touch(Int64(step) * 10, .moved(thumb, at(Double(step) * 3))) }
    #expect(rig.panel.value(ofKnob: 0) == 30)
    let count = rig.wished.count
    rig.save(100, other.after)
    // Where the finger rests, nothing moves: also not when it is reported again.
    let saved = rig.panel.value(ofKnob: 0)
    #expect(saved == (other.name == "half the range" ? 15 : 30))
    rig.touch(110, .moved(thumb, at(27)))
    #expect(rig.panel.value(ofKnob: 0) == saved)
    #expect(rig.wished.count == count)
    for step in 1...10 {
      let part = Double(step) / 10
      let from = at(27)
      // On the circle for those that turn; straight for the others.
      let point =
        other.to == at(54)
        ? at(27 + 27 * part)
        : Point(
          x: from.x + (other.to.x - from.x) * part, y: from.y + (other.to.y - from.y) * part)
      rig.touch(110 + Int64(step) * 10, .moved(thumb, point))
    }
    #expect(abs(rig.panel.value(ofKnob: 0) - other.value) <= 1.01, "\(rig.since)")
    rig.touch(900, .up(thumb))
    #expect(rig.wished.last?.isFinal == true)
  }

  @Test(
    "row 8: another size or rotation of the panel moves the design under a resting finger",
    arguments: [(400.0, 200.0, 0, 1.0), (200, 100, 180, 1)])
  func otherPanel(width: Double, height: Double, rotate: Int, direction: Double) {
    let rig = Rig()
    rig.touch(0, .down(thumb, at(0)))
    for step in 1...9 { rig.touch(Int64(step) * 10, .moved(thumb, at(Double(step) * 3))) }
    // Where the knob is seen stays the same.
    let knobs = Rig.knobs { knob in
      if rotate == 180 {
        knob.center = Point(x: 200 - knob.center.x, y: 100 - knob.center.y)
      } else {
        knob.center = Point(x: 2 * knob.center.x, y: 2 * knob.center.y)
        knob.diameter *= 2
      }
    }
    rig.save(100, Rig.layout(knobs, width: width, height: height, rotate: rotate))
    for step in 10...18 { rig.touch(Int64(step) * 10 + 10, .moved(thumb, at(Double(step) * 3))) }
    #expect(rig.panel.value(ofKnob: 0) == 40)
    #expect(!rig.since.contains { $0.contains("cancelled") || $0.contains("ended") })
  }

  @Test("row 9: a finger that the new rules would not let turn is cancelled and keeps its turn")
  func astray() {
    for change: @Sendable (inout KnobLayout) -> Void in [
      {
        $0.center.x += 60
        $0.feel.leave = .stop
      },
      {
        $0.center.x += 60
        $0.feel.slideAwayRadius = 50
      },
    ] {
      let rig = Rig()
      rig.touch(0, .down(thumb, at(0)))
      for step in 1...9 { rig.touch(Int64(step) * 10, .moved(thumb, at(Double(step) * 3))) }
      rig.save(100, change)
      #expect(rig.since == ["left cancelled 30"])
    }
  }

  @Test("row 10: a lock that comes while a finger turns waits for it")
  func lock() {
    let rig = Rig()
    rig.touch(0, .down(thumb, at(0)))
    rig.touch(10, .moved(thumb, at(27)))
    rig.save(20) { $0.guards.isLocked = true }
    rig.touch(30, .moved(thumb, at(54)))
    #expect(rig.since == ["left changed 40"])
    rig.touch(900, .up(thumb))
    rig.tick(900 + 5_001)
    #expect(rig.panel.appearance(ofKnob: 0).isLocked)
    #expect(rig.panel.appearance(ofKnob: 1).isLocked)
    #expect(rig.panel.nextWake == nil)
  }

  @Test("row 11: a save gives no second allowance for rises")
  func rise() {
    let rig = Rig()
    rig.touch(0, .down(thumb, at(0)))
    rig.touch(10, .moved(thumb, at(27)))
    rig.save(20) { $0.guards.maximumRisePerGesture = 15 }
    rig.touch(30, .moved(thumb, at(108)))
    #expect(rig.since == ["left changed 35"])
  }

  @Test("row 12: a change that waits is told when the new layout says")
  func report() {
    let rig = Rig { $0.report.occasion = .release }
    rig.touch(0, .down(thumb, at(0)))
    rig.touch(10, .moved(thumb, at(27)))
    #expect(rig.happened == ["left began 20"])
    rig.save(20) { $0.report.occasion = .always }
    #expect(rig.since == ["left changed 30"])
  }

  @Test("row 13: news that waits for the finger waits on")
  func newsWaits() {
    let rig = Rig(level: 0.2)
    rig.touch(0, .down(thumb, at(0)))
    rig.news(0.7, 5)
    rig.save(10) { $0.diameter = 90 }
    #expect(rig.since.isEmpty)
    #expect(rig.panel.appearance(ofKnob: 0).ghost != nil)
    rig.touch(900, .up(thumb))
    #expect(rig.since == ["left ended 20", "left remote 70"])
  }

  @Test("row 14: a muted knob comes back to what it was", arguments: [100.0, 50])
  func muted(upper: Double) {
    let rig = Rig(level: 0.2) { $0.taps.action = .mute }
    rig.touch(0, .down(thumb, at(0)))
    rig.touch(50, .up(thumb))
    #expect(rig.happened.last == "left tapped 0")
    rig.save(100) { $0.scale.range = 0...upper }
    rig.touch(1000, .down(thumb, at(0)))
    rig.touch(1050, .up(thumb))
    #expect(rig.happened.last == "left tapped \(JSONText.number(upper / 5))")
  }

  @Test("row 14: an unlocked knob stays so for its time")
  func unlocked() {
    let rig = Rig { $0.guards.isLocked = true }
    rig.touch(0, .down(thumb, at(0)))
    rig.touch(50, .up(thumb))
    rig.save(100) { $0.name = "Other" }
    #expect(!rig.panel.appearance(ofKnob: 0).isLocked)
    rig.tick(5_051)
    #expect(rig.panel.appearance(ofKnob: 0).isLocked)
  }

  @Test("row 15: a glide goes on, and so does a pointer that springs back")
  func gliding() {
    let rig = Rig(level: 0.2)
    rig.news(0.8, 100)
    rig.tick(200)
    let before = rig.panel.appearance(ofKnob: 0).position
    rig.save(200) { $0.name = "Other" }
    #expect(rig.panel.appearance(ofKnob: 0).position == before)
    rig.tick(400)
    #expect(abs(rig.panel.appearance(ofKnob: 0).position - 0.8) < 1e-6)
  }

  @Test("row 16: a new knob begins as the layout says")
  func new() {
    let rig = Rig()
    var knob = Rig.knobs()[0]
    knob.id = "third"
    knob.value = 55
    rig.save(10, Rig.layout(Rig.knobs() + [knob]))
    #expect(rig.panel.value(ofKnob: 2) == 55)
    #expect(rig.since.isEmpty)
  }

  @Test("two people turn on through ten saves that move and swap their knobs")
  func twoPeople() {
    let rig = Rig(level: 0.2)
    rig.touch(0, .down(thumb, at(0)), .down(index, at(0, x: 150)))
    for step in 1...10 {
      rig.touch(
        Int64(step) * 10, .moved(thumb, at(Double(step) * 5.4)),
        .moved(index, at(Double(step) * -2.7, x: 150)))
      rig.save(Int64(step) * 10 + 5, Rig.layout(rig.panel.layout.knobs.reversed()))
    }
    rig.touch(900, .up(thumb), .up(index))
    #expect(rig.happened.suffix(2).sorted() == ["left ended 40", "right ended 10"])
  }

  @Test("a second finger's tap takes back what the first did, also through a save")
  func guest() {
    let rig = Rig { $0.guards.secondFingerCancels = true }
    rig.touch(0, .down(thumb, at(0)))
    rig.touch(100, .moved(thumb, at(27)))
    rig.touch(200, .down(index, at(180)))
    rig.save(250)
    rig.touch(300, .up(index))
    #expect(rig.since == ["left changed 20", "left cancelled 20"])
  }
}

/// Masters and their members through a save.
@Suite struct GroupSuccessionTests {
  /// `left` is the master of `right` and `third`, which stand at 40 and 20.
  private func rig(_ change: (inout KnobLayout) -> Void = { _ in }) -> Rig {
    var knobs = Rig.knobs()
    knobs[0].control = .group(GroupLayout(members: ["right", "third"]))
    knobs[1].value = 40
    var third = knobs[1]
    third.id = "third"
    third.value = 20
    third.center = Point(x: 150, y: 500)
    knobs.append(third)
    let rig = Rig()
    rig.save(0, Rig.layout(knobs))
    rig.happened.removeAll()
    return rig
  }

  private func values(_ rig: Rig) -> [Double] {
    rig.panel.layout.knobs.indices.map { rig.panel.value(ofKnob: $0) }
  }

  @Test("a master that is turned turns on, with its members in the same ratio")
  func midTurn() {
    let (plain, saved) = (rig(), rig())
    #expect(values(plain) == [40, 40, 20])
    for rig in [plain, saved] {
      rig.touch(10, .down(thumb, at(0)))
      for step in 1...30 {
        rig.touch(10 + Int64(step) * 10, .moved(thumb, at(Double(step) * 2.7)))
        if rig === saved, step % 10 == 5 { rig.save(14 + Int64(step) * 10) { $0.name = "New" } }
      }
      rig.touch(900, .up(thumb))
    }
    #expect(values(saved) == [70, 70, 35])
    #expect(values(saved) == values(plain))
    #expect(saved.happened.filter { $0 != "saved" } == plain.happened)
  }

  @Test("members at zero still know where they were, also after a save")
  func fromZero() {
    let rig = rig()
    rig.touch(10, .down(thumb, at(0)))
    for step in 1...60 { rig.touch(10 + Int64(step) * 10, .moved(thumb, at(Double(step) * -2.7))) }
    rig.touch(900, .up(thumb))
    rig.tick(1500)
    #expect(values(rig) == [0, 0, 0])
    rig.save(2000) { $0.name = "New" }
    rig.touch(3000, .down(thumb, at(0)))
    for step in 1...20 { rig.touch(3000 + Int64(step) * 10, .moved(thumb, at(Double(step) * 2.7))) }
    rig.touch(3900, .up(thumb))
    #expect(values(rig) == [20, 20, 10])
  }

  @Test("a save moves no member")
  func quiet() {
    let rig = rig()
    rig.save(10)
    rig.save(20) { $0.diameter = 70 }
    #expect(rig.since == ["saved"] && rig.wished.isEmpty)
    #expect(values(rig) == [40, 40, 20])
  }

  @Test("a master that gets other members shows them and lets go")
  func otherMembers() {
    let rig = rig()
    rig.touch(10, .down(thumb, at(0)))
    rig.touch(20, .moved(thumb, at(27)))
    rig.save(30) { knob in
      if knob.id == "left" { knob.control = .group(GroupLayout(members: ["third"])) }
    }
    #expect(rig.since.first == "left cancelled 50")
    #expect(rig.since.last == "left remote 25")
    #expect(values(rig) == [25, 50, 25])
  }
}

/// Buttons through a save.
@Suite struct SavedButtonTests {
  private func button(_ kind: ButtonLayout.Kind, knobs: [Int] = [0]) -> ButtonLayout {
    ButtonLayout(
      id: "quiet", center: Point(x: 100, y: 90), width: 20, height: 16, action: .mute(knobs),
      kind: kind)
  }

  private func rig(_ button: ButtonLayout) -> Rig {
    let rig = Rig()
    var layout = Rig.layout(Rig.knobs())
    layout.buttons = [button]
    rig.save(0, layout)
    rig.happened.removeAll()
    return rig
  }

  private let place = Point(x: 0.5, y: 0.9)

  @Test("row 17: what is quiet while a finger presses comes back when it lifts, also in between")
  func momentary() {
    let rig = rig(button(.momentary))
    rig.touch(10, .down(thumb, place))
    #expect(rig.happened == ["left muted 0"])
    var layout = Rig.layout(Rig.knobs().reversed())
    layout.buttons = [button(.momentary, knobs: [1])]
    rig.save(20, layout)
    #expect(rig.panel.appearance(ofButton: 0).isPressed)
    rig.touch(100, .up(thumb))
    #expect(rig.since == ["left restored 20"])
  }

  @Test("row 17: what a toggle muted before a save comes back after it")
  func toggle() {
    let rig = rig(button(.toggle))
    rig.touch(10, .down(thumb, place))
    rig.touch(60, .up(thumb))
    var layout = rig.panel.layout
    layout.knobs[0].diameter = 70
    rig.save(100, layout)
    #expect(rig.panel.appearance(ofButton: 0).isOn)
    rig.touch(500, .down(thumb, place))
    rig.touch(550, .up(thumb))
    #expect(rig.since == ["left restored 20"])
  }

  @Test("row 18: a button that goes lets go")
  func gone() {
    let rig = rig(button(.momentary))
    rig.touch(10, .down(thumb, place))
    rig.save(20, Rig.layout(Rig.knobs()))
    #expect(rig.since == ["left restored 20"])
    rig.touch(30, .up(thumb))
    #expect(rig.panel.value(ofKnob: 0) == 20)
    #expect(rig.since.count == 1)
  }

  @Test("row 18: a button that does something else lets go")
  func other() {
    let rig = rig(button(.momentary))
    rig.touch(10, .down(thumb, place))
    var layout = rig.panel.layout
    layout.buttons = [button(.momentary, knobs: [1])]
    rig.save(20, layout)
    #expect(rig.since == ["left restored 20"])
    #expect(!rig.panel.appearance(ofButton: 0).isPressed)
  }
}
