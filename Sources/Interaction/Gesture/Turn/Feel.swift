/// How a knob responds to fingers, besides its turn mode: the layout key `feel`.
///
/// Lengths are in design pixels; nil is the default for the knob's size.
public struct Feel: Hashable, Sendable {
  /// What happens to a finger that leaves the ring.
  public enum Leave: String, CaseIterable, Sendable {
    /// It keeps turning until it lifts.
    case keep
    /// It stops turning, until it lifts and lands again.
    case stop
  }

  /// The factor for the turn of each movement.
  public var sensitivity = 1.0
  /// The length of a straight drag for the full sweep.
  public var dragTravel: Double?
  /// How many times slower the knob turns when the finger is far away; 1 for no difference.
  public var fine = 1.0
  /// A finger that lands nearer to the centre than this can tap but not turn.
  public var innerRadius = 0.0
  /// A finger must land within this distance of the centre; nil for 1.1 of the drawn radius.
  public var outerRadius: Double?
  /// What happens to a finger that leaves the ring.
  public var leave = Leave.keep
  /// How long a finger must rest before it can turn; a finger that moves earlier is ignored.
  public var holdMicroseconds: Int64 = 0
  /// Whether noise is filtered.
  public var isFiltered = true
  /// A small roll of the fingertip within this time before the lift is ignored; 0 for none.
  public var liftOffMicroseconds: Int64 = 40_000
  /// How long a contact may be lost and still continue when it comes back; 0 to never continue.
  public var bridgeMicroseconds: Int64 = 80_000
  /// A finger that moves this far from the centre cancels its changes; nil for no limit.
  public var slideAwayRadius: Double?
  /// A contact without events for longer than this is cancelled; 0 for no limit.
  public var stuckMicroseconds: Int64 = 60_000_000

  /// Creates the defaults.
  public init() {}
}
