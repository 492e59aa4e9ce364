import Gesture
import Layout

/// Which knobs of a panel have their value and their name lower than they need it.
///
/// A wheel has no gap at 6 o'clock, so its texts stand lower than those of a knob that has one. The
/// texts of knobs side by side are on one line all the same.
struct TextLines {
  private let wheels: [KnobLayout]

  init(_ knobs: [KnobLayout]) {
    wheels = knobs.filter { $0.skin == nil && !DrawnTravel($0.travel).hasGapBelow }
  }

  /// Whether a knob of the same size without a gap stands in the same row.
  func areLowered(of knob: KnobLayout) -> Bool {
    wheels.contains {
      abs($0.center.y - knob.center.y) < 1 && abs($0.diameter - knob.diameter) < 1
        && ($0.page == nil || knob.page == nil || $0.page == knob.page)
    }
  }
}
