internal import Knobs
internal import Layout

/// Knobs whose limit is another knob; the case table is at `KnobController.follow(limit:)`.
extension PanelController {
  /// Returns for each knob the indices of those whose limit it is.
  static func limitedKnobs(of layout: LayoutDocument) -> [[Int]] {
    var limited = Array(repeating: [Int](), count: layout.knobs.count)
    guard layout.knobs.contains(where: { $0.guards.limitKnob != nil }) else { return limited }
    let indices = Dictionary(
      zip(layout.knobs.map(\.id), layout.knobs.indices), uniquingKeysWith: { first, _ in first })
    for (index, knob) in layout.knobs.enumerated() {
      if let limit = knob.guards.limitKnob.flatMap({ indices[$0] }), limit != index {
        limited[limit].append(index)
      }
    }
    return limited
  }

  /// Passes on the values of all knobs that are limits and known; of those with a control, once it
  /// has reported one.
  func followLimits() {
    for index in knobs.indices { followLimit(ofKnob: index) }
    applyEffects()
  }

  /// Passes on the value of a knob to those whose limit it is.
  func followLimit(ofKnob index: Int) {
    guard !limitedKnobs[index].isEmpty, isKnown(knobs[index]) else { return }
    for limited in limitedKnobs[index] { knobs[limited].follow(limit: knobs[index].knob.value) }
  }

  /// Returns the last known value of the knob that is a knob's limit; nil if none is known.
  public func followedLimit(ofKnob index: Int) -> Double? { knobs[index].guards.knownLimit }

  /// Sets the limit of a knob whose limit is another one to a value known earlier, unless one is known
  /// already; without an event.
  ///
  /// - Parameters:
  ///   - limit: The limit, in the knob's unit; one outside of its range is ignored.
  ///   - index: The index of the knob.
  public func restore(limit: Double, ofKnob index: Int) {
    let knob = knobs[index]
    guard knob.layout.guards.limitKnob != nil, knob.guards.knownLimit == nil,
      knob.layout.scale.range.contains(limit)
    else { return }
    knob.follow(limit: limit)
    applyEffects()
  }

  private func isKnown(_ knob: KnobController) -> Bool {
    if knob.control.state == .connected { return true }
    guard let group = knob.masteredGroup else { return knob.layout.control == nil }
    return group.members.allSatisfy { isKnown($0.knob) }
  }

  /// Returns the limit of a knob; nil if it has none, or if none is known.
  public func limit(ofKnob index: Int) -> Double? {
    let guards = knobs[index].guards
    let hasLimit = guards.rules.limit != nil || guards.knownLimit != nil
    return hasLimit ? guards.rise.limit : nil
  }
}
