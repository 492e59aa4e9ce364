internal import Glibc
import Raster

/// What of a knob moves, as it is drawn for one appearance.
struct KnobLook {
  /// Degrees that no pointer is drawn further beyond its end.
  static let widestStretch = 12.0

  let state: KnobAppearance.State
  let isHeld: Bool
  let isLocked: Bool
  /// Degrees where the lit part of the ring begins and ends; the end is nil if none is lit.
  let progressStart: Double
  let progressEnd: Double?
  /// Full turns below the lit part, on a knob of several turns.
  let turns: Int
  /// Ticks that are lit.
  let litMarks: Range<Int>
  /// The lit one of a wheel's sectors.
  let sector: Int?
  let pointer: Capsule?
  /// The end that the pointer is drawn beyond, and how far (degrees, clockwise positive).
  let stretch: Stretch?
  /// Degrees of the true value's mark, and of the place where the finger took the knob.
  let ghost: Double?
  let origin: Double?
  let value: DrawnValue
  /// How fine it turns, while that is not as it is near the knob.
  let gear: DrawnValue

  struct Stretch: Hashable {
    var isBeyondMaximum: Bool
    var degrees: Double
  }

  init(_ appearance: KnobAppearance, _ face: KnobFace) {
    let travel = face.travel
    let position = KnobLook.fraction(appearance.position)
    let start = KnobLook.fraction(appearance.arcOrigin)
    let degrees = travel.degrees(at: position)
    let isKnown = appearance.state != .unknown
    let isNormal = appearance.state == .normal
    state = appearance.state
    isHeld = appearance.isHeld && appearance.state != .offline
    isLocked = appearance.isLocked && isNormal
    let beyond = appearance.overTravel
    let pull =
      isNormal && beyond.isFinite
      ? min(max(beyond, -KnobLook.widestStretch), KnobLook.widestStretch) : 0
    pointer = isKnown ? face.geometry.pointer(at: Direction(degrees: degrees + pull)) : nil
    stretch = pull == 0 ? nil : KnobLook.stretch(travel, position, pull)
    progressStart = travel.degrees(at: start)
    // A ring lit from its minimum is dark there; from anywhere else a dot shows the place.
    if isKnown, travel.sectors.isEmpty, position > 0 || start > 0 {
      let way = degrees - progressStart
      // On a ring that is closed once, the end is a full turn and not the start of another.
      turns = abs(travel.to - travel.from) > 361 ? Int((abs(way) / 360).rounded(.down)) : 0
      // Not quite closed, so that it stays an arc with its two ends.
      let rest = min(abs(way) - Double(turns) * 360, 359.9)
      progressEnd = progressStart + (way < 0 ? -rest : rest)
      litMarks = face.marks(from: min(start, position), to: max(start, position))
    } else {
      turns = 0
      progressEnd = nil
      litMarks = 0..<0
    }
    sector =
      isKnown && !travel.sectors.isEmpty
      ? Int((position * Double(travel.sectors.count)).rounded()) % travel.sectors.count : nil
    ghost =
      isNormal ? appearance.ghost.map { travel.degrees(at: KnobLook.fraction($0)) } : nil
    origin =
      isNormal && isHeld
      ? appearance.origin.map { travel.degrees(at: KnobLook.fraction($0)) } : nil
    value = face.value(appearance)
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

extension KnobFace {
  /// The marks that stand between two positions.
  func marks(from low: Double, to high: Double) -> Range<Int> {
    let first = firstMark { $0 >= low - 1e-9 }
    return first..<max(first, firstMark { $0 > high + 1e-9 })
  }

  /// Marks are in order: a search by halves.
  @inline(__always) private func firstMark(where isBeyond: (Double) -> Bool) -> Int {
    var low = 0
    var high = marks.count
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(marks[middle].position) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Words for the gears: "1/4" for one that is four times finer.
  private static let gearNames = (0...64).map { "1/\($0)" }

  /// The gear as a whole fraction; nothing for one that is nearly as near the knob, or too long.
  func gear(_ gear: Double) -> DrawnValue {
    guard gear > 0, gear < 1 else { return DrawnValue() }
    let index = Int(min((1 / gear).rounded(), Double(KnobFace.gearNames.count - 1)))
    let name = KnobFace.gearNames[index]
    guard index > 1, gearType.width(of: name) <= geometry.valueWidth else { return DrawnValue() }
    return DrawnValue(
      name, gearType, unit: nil, middleX: geometry.center.x,
      middleY: geometry.center.y + geometry.signDrop, limit: geometry.valueWidth)
  }

  /// What stands in the middle: the value and its unit in the largest type that fits, a dash for an
  /// unknown value, or a word for a control that cannot be reached.
  func value(_ appearance: KnobAppearance) -> DrawnValue {
    switch appearance.state {
    case .normal:
      var choice = types.count - 1
      for index in types.indices {
        let unitWidth = units[index]?.advance ?? 0
        if types[index].width(of: appearance.text) + unitWidth <= geometry.valueWidth {
          choice = index
          break
        }
      }
      return value(appearance.text, types[choice], unit: units[choice])
    case .unknown:
      return value("\u{2013}", types[0], unit: nil)
    case .offline:
      return value("offline", types[types.count - 1], unit: nil)
    }
  }

  private func value(_ text: String, _ type: ValueType, unit: TextMask?) -> DrawnValue {
    DrawnValue(
      text, type, unit: unit, middleX: geometry.center.x,
      middleY: geometry.center.y + geometry.valueDrop,
      limit: geometry.valueWidth - (unit?.advance ?? 0))
  }
}
