/// The changing part of a knob's look; the rest is in the layout.
public struct KnobViewState: Hashable, Sendable {
  /// Whether the knob can be used.
  public enum State: Sendable, CaseIterable {
    /// It can be used.
    case normal
    /// Its control has not reported its level yet.
    case unknown
    /// Its control cannot be reached.
    case offline
    /// The layout disables it.
    case disabled
  }

  /// The pointer's position along the sweep, 0…1.
  public var position: Double
  /// The value as text, without the unit.
  public var text: String
  /// Whether the text is the value's name, which is shown without a unit.
  public var isNamed = false
  /// Whether a finger holds it.
  public var isHeld: Bool
  /// Whether it can be used.
  public var state: State
  /// The control's position along the sweep, 0…1, while it differs from the finger's.
  public var ghost: Double?
  /// How fast it turns with the finger: 1 near the knob, less the further away the finger is.
  public var gear = 1.0
  /// Degrees by which the pointer is drawn beyond its end; clockwise positive.
  public var overTravel = 0.0
  /// The glow of the stop that a finger is turning it against; nil for none.
  public var stopGlow: StopGlow?
  /// Whether it is locked and reacts only to being unlocked.
  public var isLocked = false
  /// The elapsed part of the time for which a finger has to rest on it to unlock it, 0…1.
  public var holdProgress = 0.0
  /// The position that unmuting restores; nil if the knob is not muted.
  public var mutedFrom: Double?
  /// Opacity of the name where name and value share a location, 0…1; the value has the rest.
  public var nameShare = 0.0
  /// The position of a limit that is another knob's value, 0…1; nil for any other knob, and while
  /// it is not known.
  public var limit: Double?
  /// The pointer's position when the finger landed; nil if no finger holds the knob.
  public var origin: Double?
  /// The actual value, shown beside the wanted one; nil if the knob has none.
  public var reading: ReadingViewState?
  /// The position along the sweep where the value arc begins, 0…1.
  public var arcOrigin = 0.0

  /// Creates a view state; all other properties have their defaults.
  public init(position: Double, text: String, isHeld: Bool = false, state: State = .normal) {
    self.position = position
    self.text = text
    self.isHeld = isHeld
    self.state = state
  }
}
