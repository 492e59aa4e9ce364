internal import Knobs

/// The way back from where a tap or a button has sent a knob.
///
/// It is open as long as nobody else decides what the knob says: a finger's turn, a change from
/// outside and another button each close it. Going back over one opens the one before it again.
struct UndoPoint {
  /// What the knob said.
  let value: Double
  /// The decision that held before, and the one that took the knob away.
  fileprivate let earlier: Int
  fileprivate let decision: Int

  /// The same way, to what that value is now.
  func leading(to value: Double) -> UndoPoint {
    UndoPoint(value: value, earlier: earlier, decision: decision)
  }
}

extension KnobController {
  /// The decisions over what a knob says, each with a number of its own.
  struct Decisions {
    fileprivate(set) var current = 0
    private var last = 0

    mutating func next() {
      last &+= 1
      current = last
    }

    /// Lets the decision that held in `earlier` hold again.
    mutating func reopen(_ earlier: Decisions) {
      current = earlier.current
    }
  }

  /// Says that somebody decides anew; gives the way back to what was.
  @discardableResult mutating func decide() -> UndoPoint {
    let earlier = decisions.current
    decisions.next()
    return UndoPoint(value: knob.value, earlier: earlier, decision: decisions.current)
  }

  func isOpen(_ way: UndoPoint) -> Bool { way.decision == decisions.current }

  /// Lets what was decided before hold again; the value is the caller's to restore.
  mutating func undecide(_ way: UndoPoint) {
    decisions.current = way.earlier
  }

  /// True while it rests on its lowest value, whoever put it there.
  var isMuted: Bool { knob.value == knob.scale.range.lowerBound }

  /// How a muted knob goes back; nil if nobody muted it, or somebody decided otherwise since.
  var wayFromMute: UndoPoint? { muted.flatMap { isOpen($0) ? $0 : nil } }

  /// True for values that are one and the same to a person: equal on a stepped knob, half a
  /// percent of the range apart on a smooth one, whose control may round.
  func isSame(_ one: Double, _ other: Double) -> Bool {
    if one == other { return true }
    let (scale, low) = (knob.scale, knob.scale.range.lowerBound)
    guard scale.step == 0 || knob.snap == .none, (one == low) == (other == low) else {
      return false
    }
    return abs(scale.level(ofValue: one) - scale.level(ofValue: other)) <= 0.005
  }
}
