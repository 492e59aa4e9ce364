/// How a knob responds to fingers, besides its turn mode: the layout key `feel`.
///
/// Lengths are design pixels; nil is the default for the knob's size.
public struct Feel: Hashable, Sendable {
  /// What happens to a finger that leaves the ring.
  public enum Leave: String, CaseIterable, Sendable {
    /// It goes on turning until it lifts.
    case keep
    /// It stops turning, until it lifts and lands again.
    case stop
  }

  /// Multiplies the turn of each movement.
  public var sensitivity = 1.0
  /// The length of a straight drag for the whole sweep.
  public var dragTravel: Double?
  /// How many times slower the knob turns when the finger is far away; 1 for no difference.
  public var fine = 1.0
  /// A finger that lands nearer to the centre can tap but not turn.
  public var innerRadius = 0.0
  /// A finger must land within this distance of the centre; nil for 1.1 of the drawn radius.
  public var outerRadius: Double?
  /// What happens to a finger that leaves the ring.
  public var leave = Leave.keep
  /// How long a finger must rest before it can turn; one that moves earlier is ignored.
  public var holdMicroseconds: Int64 = 0
  /// Whether noise is filtered.
  public var isFiltered = true
  /// How long before the lift a small roll of the fingertip does not count; 0 counts all.
  public var liftOffMicroseconds: Int64 = 40_000
  /// How long a contact may be lost and still continue when it comes back; 0 for never.
  public var bridgeMicroseconds: Int64 = 80_000
  /// A finger that moves this far from the centre cancels what it did; nil for never.
  public var slideAwayRadius: Double?
  /// A contact without events for longer is cancelled; 0 for never.
  public var stuckMicroseconds: Int64 = 60_000_000

  /// The defaults.
  public init() {}
}
