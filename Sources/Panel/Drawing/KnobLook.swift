internal import Glibc
import Raster

/// What of a knob moves, as it is drawn for one appearance.
struct KnobLook {
  let state: KnobAppearance.State
  let isHeld: Bool
  /// Degrees where the lit part of the ring ends; nil if none is lit.
  let progressEnd: Double?
  /// Full turns below the lit part, on a knob of several turns.
  let turns: Int
  /// Ticks that are lit, from the first on.
  let litMarks: Int
  /// The lit one of a wheel's sectors.
  let sector: Int?
  let pointer: Capsule?
  let value: DrawnValue

  init(_ appearance: KnobAppearance, _ face: KnobFace) {
    let travel = face.travel
    let position =
      appearance.position.isFinite ? min(max(appearance.position, 0), 1) : 0
    let degrees = travel.degrees(at: position)
    let isKnown = appearance.state != .unknown
    state = appearance.state
    isHeld = appearance.isHeld && appearance.state != .offline
    pointer = isKnown ? face.geometry.pointer(at: Direction(degrees: degrees)) : nil
    if isKnown, travel.sectors.isEmpty, position > 0 {
      let turned = abs(degrees - travel.from)
      // On a ring that is closed once, the end is a full turn and not the start of another.
      turns = abs(travel.to - travel.from) > 361 ? Int((turned / 360).rounded(.down)) : 0
      let rest = turned - Double(turns) * 360
      progressEnd = travel.from + (travel.to < travel.from ? -rest : rest)
      litMarks = face.marks.isEmpty ? 0 : KnobLook.count(face.marks, upTo: position)
    } else {
      turns = 0
      progressEnd = nil
      litMarks = 0
    }
    sector =
      isKnown && !travel.sectors.isEmpty
      ? Int((position * Double(travel.sectors.count)).rounded()) % travel.sectors.count : nil
    value = face.value(appearance)
  }

  /// Marks are in order: a search by halves.
  private static func count(_ marks: [KnobFace.Mark], upTo position: Double) -> Int {
    var low = 0
    var high = marks.count
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].position <= position + 1e-9 { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension KnobFace {
  /// What stands in the middle: the value and its unit in the largest type that fits, a dash for an
  /// unknown value, or a word for a control that cannot be reached.
  func value(_ appearance: KnobAppearance) -> DrawnValue {
    let y = geometry.center.y + geometry.valueDrop
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
      return DrawnValue(
        appearance.text, types[choice], unit: units[choice], middleX: geometry.center.x,
        middleY: y)
    case .unknown:
      return DrawnValue(
        "\u{2013}", types[0], unit: nil, middleX: geometry.center.x, middleY: y)
    case .offline:
      return DrawnValue(
        "offline", types[types.count - 1], unit: nil, middleX: geometry.center.x, middleY: y)
    }
  }
}
