/// How a knob feels under the finger: what a layout says beyond the way to turn it.
///
/// Lengths are design pixels; nil means what suits the knob's size.
public struct Feel: Hashable, Sendable {
  /// What becomes of a finger that leaves the ring.
  public enum Leave: String, CaseIterable, Sendable {
    /// It turns on, until it lifts.
    case keep
    /// It has let go, until it lifts and comes again.
    case stop
  }

  /// Multiplies what a movement turns.
  public var sensitivity = 1.0
  /// How far a straight drag goes for the whole sweep.
  public var dragTravel: Double?
  /// How much finer it gets away from the knob; 1 for no gear.
  public var fine = 1.0
  /// A finger that lands nearer to the centre than this can tap but not turn.
  public var innerRadius = 0.0
  /// A finger must land within this; beyond the drawing's edge, if it is larger.
  public var outerRadius: Double?
  public var leave = Leave.keep
  /// How long a finger must stay before it turns; one that moves first is not meant.
  public var holdMicroseconds: Int64 = 0
  /// Whether noise is filtered.
  public var isFiltered = true
  /// How long before a finger lifts its roll does not count; 0 counts all.
  public var liftOffMicroseconds: Int64 = 40_000
  /// How long a contact can be lost and found again as the same; 0 for never.
  public var bridgeMicroseconds: Int64 = 80_000
  /// A finger that goes this far from the centre takes back what it did.
  public var slideAwayRadius: Double?
  /// A contact silent for longer is stuck; 0 trusts all.
  public var stuckMicroseconds: Int64 = 60_000_000

  public init() {}
}
