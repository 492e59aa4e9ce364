internal import Glibc
internal import Panel
import Raster

/// What of a knob moves, as it is drawn for one appearance.
struct KnobDrawState {
  /// Degrees that no pointer is drawn further beyond its end.
  static let widestStretch = 12.0

  let state: KnobViewState.State
  let isHeld: Bool
  /// Locked or muted: nothing that is lit means anything now.
  let isQuiet: Bool
  /// How much of the name is seen in the value's place, 0…1.
  let nameShare: Float
  let sign: Sign
  /// Degrees where the lit part of the ring begins and ends; the end is nil if none is lit.
  let progressStart: Double
  let progressEnd: Double?
  /// Full turns below the lit part, on a knob of several turns.
  let turns: Int
  /// Ticks that are lit.
  let litMarks: Range<Int>
  /// The lit one of a wheel's sectors.
  let sector: Int?
  let pointer: DrawnPointer?
  /// How far the ribs of its cap have turned; nil for a cap that has none.
  let turned: Direction?
  /// The end that the pointer is drawn beyond, and how far (degrees, clockwise positive).
  let stretch: Stretch?
  /// Degrees of the true value's mark, and of the place where the finger took the knob.
  let ghost: Double?
  let origin: Double?
  let value: DrawnValue
  /// How fine it turns, while that is not as it is near the knob.
  let gear: DrawnValue

  /// What stands below the value, or in its place.
  enum Sign { case none, padlock, muted }

  struct Stretch: Hashable {
    var isBeyondMaximum: Bool
    var degrees: Double
  }

  init(_ appearance: KnobViewState, _ face: KnobFace) {
    let travel = face.travel
    let position = KnobDrawState.fraction(appearance.position)
    let start = KnobDrawState.fraction(appearance.arcOrigin)
    let degrees = travel.degrees(at: position)
    let isKnown = appearance.state == .normal || appearance.state == .disabled
    let isNormal = appearance.state == .normal
    state = appearance.state
    isHeld = appearance.isHeld && appearance.state.takesFingers
    let isLocked = appearance.isLocked && isNormal
    let mutedFrom = isNormal ? appearance.mutedFrom.map(KnobDrawState.fraction) : nil
    isQuiet = isLocked || mutedFrom != nil
    let beyond = appearance.overTravel
    let pull =
      isNormal && beyond.isFinite
      ? min(max(beyond, -KnobDrawState.widestStretch), KnobDrawState.widestStretch) : 0
    let angle = Direction(degrees: isKnown ? degrees + pull : 0)
    pointer = isKnown ? DrawnPointer(face.geometry, at: angle) : nil
    turned = face.geometry.knurls == nil ? nil : angle
    stretch = pull == 0 ? nil : KnobDrawState.stretch(travel, position, pull)
    progressStart = travel.degrees(at: start)
    // A muted knob keeps the arc that it goes back to, without its colour.
    let shown = mutedFrom ?? position
    // A ring lit from its minimum is dark there; from anywhere else a dot shows the place.
    if isKnown, travel.sectors.isEmpty,
      shown > 0 || start > 0 || face.style.metrics.isPointerOnRing
    {
      let way = travel.degrees(at: shown) - progressStart
      // On a ring that is closed once, the end is a full turn and not the start of another.
      turns = abs(travel.to - travel.from) > 361 ? Int((abs(way) / 360).rounded(.down)) : 0
      // Not quite closed, so that it stays an arc with its two ends.
      let rest = min(abs(way) - Double(turns) * 360, 359.9)
      progressEnd = progressStart + (way < 0 ? -rest : rest)
    } else {
      turns = 0
      progressEnd = nil
    }
    let sector =
      isKnown && !travel.sectors.isEmpty
      ? Int((position * Double(travel.sectors.count)).rounded()) % travel.sectors.count : nil
    self.sector = sector
    if !isKnown || !face.style.metrics.ticks.areLit || face.marks.isEmpty {
      litMarks = 0..<0
    } else if let sector {
      litMarks = sector..<sector + 1
    } else {
      // Of several laps the last one is shown.
      let (low, high) = (min(start, shown), max(start, shown) - Double(turns) / travel.laps)
      litMarks =
        (shown > 0 || start > 0) && (low == 0 || travel.laps == 1)
        ? face.marks(from: low, to: high) : 0..<0
    }
    ghost =
      isNormal ? appearance.ghost.map { travel.degrees(at: KnobDrawState.fraction($0)) } : nil
    origin =
      isNormal && isHeld
      ? appearance.origin.map { travel.degrees(at: KnobDrawState.fraction($0)) } : nil
    sign = isLocked ? .padlock : mutedFrom != nil ? .muted : .none
    nameShare =
      isNormal && face.plate != nil && sign != .muted
      ? Float(KnobDrawState.fraction(appearance.nameShare)) : 0
    // The value of a muted knob is no news; that it is muted stands in its place.
    value =
      sign == .muted || nameShare == 1
      ? DrawnValue() : face.value(appearance, lift: sign == .padlock ? face.signs.lift : 0)
    gear = isNormal && isHeld && !isLocked ? face.gear(appearance.gear) : DrawnValue()
  }

  private static func fraction(_ position: Double) -> Double {
    position.isFinite ? min(max(position, 0), 1) : 0
  }

  /// Nil where there is no end to stretch: in the middle, or on a wheel.
  private static func stretch(_ travel: DrawnTravel, _ position: Double, _ pull: Double)
    -> Stretch?
  {
    let isBeyondMaximum = (pull > 0) == (travel.to > travel.from)
    guard travel.sectors.isEmpty, position == (isBeyondMaximum ? 1 : 0) else { return nil }
    return Stretch(isBeyondMaximum: isBeyondMaximum, degrees: pull)
  }
}

extension KnobViewState.State {
  fileprivate var takesFingers: Bool { self != .offline && self != .disabled }
}
