import Layout
import Panel
import Raster

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

  /// The gear as a whole fraction; nil for one that is nearly as near the knob.
  static func gearName(_ gear: Double) -> String? {
    guard gear > 0, gear < 1 else { return nil }
    let index = Int(min((1 / gear).rounded(), Double(gearNames.count - 1)))
    return index > 1 ? gearNames[index] : nil
  }

  /// The word for how fine it turns, where there is room for it.
  func gear(_ gear: Double) -> DrawnValue {
    guard let name = KnobFace.gearName(gear), gearType.width(of: name) <= geometry.valueWidth
    else { return DrawnValue() }
    let word = DrawnValue(
      name, gearType, unit: nil, middleX: signs.middle.x, middleY: signs.middle.y,
      limit: geometry.valueWidth)
    // On a small knob whose pointer comes by there is no room for it.
    return travel.hasGapBelow || !geometry.isInPointersWay(word.bounds) ? word : DrawnValue()
  }

  /// What stands in the middle: the value and its unit in the largest type that fits, a dash for an
  /// unknown value, or a word for a control that cannot be reached.
  ///
  /// A name stands without the unit; everything stands higher by `lift` pixels.
  func value(_ appearance: KnobViewState, lift: Float) -> DrawnValue {
    switch appearance.state {
    case .normal, .disabled:
      guard geometry.metrics.typography.value != .none else { return DrawnValue() }
      var choice = types.count - 1
      for index in types.indices {
        let unitWidth = appearance.isNamed ? 0 : units[index]?.advance ?? 0
        if types[index].width(of: appearance.text) + unitWidth <= geometry.valueWidth {
          choice = index
          break
        }
      }
      let unit = appearance.isNamed ? nil : units[choice]
      return value(appearance.text, types[choice], unit: unit, lift: lift)
    case .unknown:
      return value("\u{2013}", types[0], unit: nil)
    case .offline:
      return value("offline", types[types.count - 1], unit: nil)
    }
  }

  private func value(
    _ text: String, _ type: ValueType, unit: TextMask?, lift: Float = 0
  ) -> DrawnValue {
    DrawnValue(
      text, type, unit: unit, middleX: geometry.center.x,
      middleY: geometry.center.y + geometry.valueDrop - lift,
      limit: geometry.valueWidth - (unit?.advance ?? 0))
  }
}
