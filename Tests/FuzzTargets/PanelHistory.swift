// Internal types, visible only with `-enable-testing`.
#if DEBUG || TESTABLE
import Gesture
import Glibc
import Knobs
import Layout
import Randomness
import Raster

@testable import Panel

extension FuzzTarget {
  /// Events on a panel in any order, drawn from a seed of eight bytes: nothing gets louder by more
  /// than its finger turned.
  static let history = FuzzTarget(name: "history", longestInput: 8) { bytes in
    let seed = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    var history = PanelHistory(seed: seed)
    if let fault = history.play() { throw FuzzFailure(description: "seed \(seed): \(fault)") }
  }
}

/// Fingers, controls, saves and time, in any order, on a panel of four knobs.
struct PanelHistory {
  /// The tolerance above what a finger turned: half a step of the value, half a step of the value
  /// found, and how far filtered samples are ahead of the finger or behind it.
  private static let slack = 4.5
  /// The maximum rise that a delayed report or the noise filter can hold back, in values.
  private static let maximumOwed = 25.0

  /// The maximum turn by the roll of a lifting fingertip, which is undone, in values.
  private static let roll = 4.0

  /// The real movement of a finger on a knob.
  private struct Finger {
    var knob: Int
    var degrees: Double
    var radius: Double
    /// The value at touch-down, which is restored if the touch is cancelled.
    var found: Double
    /// The upward turn that the knob has not followed yet, in values.
    var owed = 0.0
  }

  private var random: SeededGenerator
  private var panel: PanelController
  private var clock: Int64 = 0
  private var fingers: [Int32: Finger] = [:]
  /// Levels that controls have reported and a held knob has not shown yet, as values.
  private var waiting: [Int: Double] = [:]
  /// The finger that was just lifted.
  private var lifted: Finger?
  private var lastAct = ""

  init(seed: UInt64) {
    random = SeededGenerator(seed: 0x5EED_0000 &+ seed)
    let layout = Self.layout(&random)
    panel = PanelController(layout: layout, viewport: Self.viewport(layout))
    for knob in 1...2 where random.below(3) > 0 {
      panel.connect(.knob(knob))
      panel.handleLevel(random.fraction(), of: .knob(knob), at: Timestamp(microseconds: 0))
    }
  }

  /// Makes a master over two members, and a separate knob, each with random guards.
  private static func layout(_ random: inout SeededGenerator) -> LayoutDocument {
    let knobs = ["home", "a", "b", "alone"].enumerated().map { index, id in
      var knob = KnobLayout(
        id: id, center: DesignPoint(x: 100 + 200 * Double(index), y: 100), diameter: 160,
        scale: Scale(step: random.below(2) == 0 ? 1 : 0),
        value: index == 0 ? 0 : (100 * random.fraction()).rounded())
      if id == "home" { knob.control = .group(GroupLayout(members: ["a", "b"], shows: .loudest)) }
      knob.overTravel = Knob.OverTravel.allCases.randomElement(using: &random)
      knob.turn = random.below(4) == 0 ? .auto : .relative
      if random.below(3) == 0 { knob.guards.limit = 70 }
      if random.below(3) == 0 { knob.guards.maximumRisePerSecond = 40 }
      if random.below(4) == 0 { knob.guards.maximumRisePerGesture = 20 }
      if random.below(4) == 0 { knob.guards.cancel = .restore }
      if random.below(4) == 0 { knob.guards.secondFingerCancels = true }
      if random.below(4) == 0 { knob.feel.liftOffMicroseconds = 0 }
      if random.below(4) == 0 { knob.feel.isFiltered = false }
      if random.below(4) == 0 { knob.report.perSecond = 10 }
      return knob
    }
    return LayoutDocument(panel: PanelLayout(width: 800, height: 200), knobs: knobs)
  }

  private static func viewport(_ layout: LayoutDocument) -> Viewport {
    Viewport(panel: layout.panel, displaySize: PixelSize(width: 800, height: 200))
  }

  private var values: [Double] { panel.knobs.map(\.knob.value) }

  /// Plays until something gets louder than requested, and returns that step; nil if nothing does.
  mutating func play() -> String? {
    for step in 0..<40 {
      let before = values
      let touched = act()
      if let fault = check(before, touched) { return "step \(step), \(lastAct): \(fault)" }
      panel.events.removeAll()
      panel.controlRequests.removeAll()
    }
    return nil
  }

  /// Performs a random act; returns the knob whose finger moved.
  private mutating func act() -> Int? {
    let slot = Int32(random.below(3))
    lifted = nil
    clock += Int64(8 + random.below(9)) * 1000
    switch random.below(16) {
    case 0, 1: return land(slot)
    case 2...8: return move(slot)
    case 9: return lift(slot, isCancelled: random.below(3) == 0)
    case 10, 11: remote()
    case 12: lose()
    case 13: save()
    default: wait()
    }
    return nil
  }

  private mutating func land(_ slot: Int32) -> Int? {
    guard fingers[slot] == nil else { return move(slot) }
    let knob = random.below(4)
    var finger = Finger(
      knob: knob, degrees: 360 * random.fraction(), radius: 60 + 20 * random.fraction(),
      found: values[knob])
    lastAct = "finger \(slot) lands on \(knob)"
    send(.down(contact(slot), position(of: finger)))
    // Touchscreens report again at once; from sources that report rarely, longer movements are
    // accepted.
    clock += Int64(8 + random.below(9)) * 1000
    send(.moved(contact(slot), position(of: finger)))
    guard panel.knobs[knob].recognizer.owner == contact(slot) else { return nil }
    // A finger that resumes soon where it was heading has turned that far: half a turn at most.
    if panel.knobs[knob].recognizer.isResumed {
      finger.owed = 180 / 2.7
      // A level shown meanwhile waits until the finger lifts again.
      if waiting[knob] == nil, knob == 1 || knob == 2 { waiting[knob] = finger.found }
      finger.found = panel.knobs[knob].touch.initial.value
    }
    fingers[slot] = finger
    return nil
  }

  private mutating func move(_ slot: Int32) -> Int? {
    guard var finger = fingers[slot] else { return land(slot) }
    let turn = (random.fraction() - 0.5) * 20
    lastAct = "finger \(slot) turns by \(turn)"
    if random.below(6) == 0 {
      lastAct += " after a report far away"
      var elsewhere = finger
      elsewhere.degrees += 120 + 120 * random.fraction()
      send(.moved(contact(slot), position(of: elsewhere)))
      clock += Int64(8 + random.below(9)) * 1000
    }
    finger.degrees += turn
    // One value per 2.7 degrees or, if `auto` decides so, per 2.4 pixels up or to the right.
    let straight = panel.knobs[finger.knob].layout.turn == .auto ? abs(turn) * 80 / 57 / 2.4 : 0
    finger.owed = min(finger.owed + max(turn / 2.7, straight, 0), Self.maximumOwed)
    fingers[slot] = finger
    send(.moved(contact(slot), position(of: finger)))
    return finger.knob
  }

  private mutating func lift(_ slot: Int32, isCancelled: Bool) -> Int? {
    guard let finger = fingers.removeValue(forKey: slot) else { return nil }
    lifted = finger
    lastAct = "finger \(slot) lifts from \(finger.knob), cancelled: \(isCancelled)"
    send(isCancelled ? .cancelled(contact(slot)) : .up(contact(slot)))
    return nil
  }

  private mutating func remote() {
    let knob = 1 + random.below(2)
    let level = random.fraction()
    lastAct = "level \(level) of \(knob)"
    if panel.knobs[knob].control.state != .none { waiting[knob] = 100 * level }
    guard panel.knobs[knob].control.state != .none else { return }
    panel.handleLevel(level, of: .knob(knob), at: now)
  }

  private mutating func lose() {
    let knob = 1 + random.below(2)
    guard panel.knobs[knob].control.state != .none, random.below(3) == 0 else { return }
    lastAct = "loss of \(knob)"
    panel.handleLoss(of: .knob(knob), at: now)
  }

  /// Saves a layout with other positions or limits; values stay.
  private mutating func save() {
    var layout = panel.layout
    let guards = random.below(2) == 0
    let shift = Double(random.below(3)) * 4
    for index in layout.knobs.indices {
      if guards { layout.knobs[index].guards.limit = random.below(2) == 0 ? 60 : nil }
      layout.knobs[index].center.x = 100 + 200 * Double(index) + shift
    }
    lastAct = "save"
    let old = panel
    panel = old.successor(layout: layout, viewport: Self.viewport(layout), at: now)
  }

  private mutating func wait() {
    clock += Int64(random.below(400)) * 1000
    lastAct = "time passes"
    while let wake = panel.nextWake, wake <= now { panel.tick(at: wake) }
  }

  /// Returns what got louder without a reason, or nil.
  private mutating func check(_ before: [Double], _ touched: Int?) -> String? {
    if panel.context.hasEffects { return "effects of knobs are left" }
    let after = values
    for knob in after.indices {
      var highest = before[knob]
      // A control's own level is shown, at once or when the finger lifts.
      if let level = waiting[knob] { highest = max(highest, level) }
      if let lifted, lifted.knob == knob {
        highest = max(highest, lifted.found, before[knob] + Self.roll)
      }
      for (slot, finger) in fingers where finger.knob == knob {
        highest = max(highest, finger.found)
        highest = max(highest, before[knob] + finger.owed)
        let rise = max(after[knob] - before[knob], 0)
        fingers[slot]?.owed = max(finger.owed - rise, 0)
      }
      // A master shows its loudest member, and no member rises by more than the master, which goes
      // to where its finger found it if that is cancelled, before it shows its loudest member again.
      if knob == 0 { highest = max(highest, after[1], after[2]) }
      let found = lifted.map { $0.knob == 0 ? $0.found : 0 } ?? 0
      let rise = max(after[0], found) - before[0]
      if knob == 1 || knob == 2, rise > 0 { highest = max(highest, before[knob] + rise) }
      if after[knob] > highest + Self.slack {
        return "knob \(knob) of \(before) to \(after), at most \(highest)"
      }
    }
    for request in panel.controlRequests {
      guard let knob = request.knob, let level = request.level else { continue }
      if 100 * level > max(after[knob], before[knob]) + Self.slack {
        return "knob \(knob) at \(after[knob]) asks for \(100 * level)"
      }
    }
    for knob in 1...2 where panel.knobs[knob].recognizer.owner == nil && !isHeld(0) {
      waiting[knob] = nil
    }
    return nil
  }

  private func isHeld(_ knob: Int) -> Bool { panel.knobs[knob].recognizer.owner != nil }

  // MARK: The panel

  private var now: Timestamp { Timestamp(microseconds: clock) }

  private func contact(_ slot: Int32) -> ContactID { ContactID(device: 0, slot: slot) }

  private func position(of finger: Finger) -> DisplayFraction {
    let center = panel.knobs[finger.knob].layout.center
    let radians = Angle.radians(fromDegrees: finger.degrees)
    return DisplayFraction(
      x: (center.x + finger.radius * sin(radians)) / 800,
      y: (center.y - finger.radius * cos(radians)) / 200)
  }

  private func send(_ change: ContactChange) {
    panel.handle(TouchFrame(time: now, changes: [change]))
  }
}
#endif
