import Gesture
import Layout

/// Determines which knobs of a panel have their value and name lower than necessary.
///
/// A wheel has no gap at 6 o'clock, so its texts are lower than on a knob with a gap. Knobs side by
/// side still have their texts on one line.
struct TextLines {
  private let wheels: [KnobLayout]

  init(_ knobs: [KnobLayout]) {
    wheels = knobs.filter { $0.skin == nil && !DrawnTravel($0.travel).hasGapBelow }
  }

  /// Returns whether a knob of the same size without a gap is in the same row.
  func isLowered(_ knob: KnobLayout) -> Bool {
    wheels.contains {
      abs($0.center.y - knob.center.y) < 1 && abs($0.diameter - knob.diameter) < 1
        && ($0.page == nil || knob.page == nil || $0.page == knob.page)
    }
  }
}
