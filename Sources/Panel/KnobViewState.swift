/// What is seen of a knob now, beside what its layout says.
public struct KnobViewState: Hashable, Sendable {
  /// Whether the knob can be used.
  public enum State: Sendable, CaseIterable {
    /// It can.
    case normal
    /// Its control has not said its value yet.
    case unknown
    /// Its control cannot be reached.
    case offline
    /// It takes no finger.
    case disabled
  }

  /// Along the sweep, 0…1.
  public var position: Double
  /// The value as text, without the unit.
  public var text: String
  /// True for a text that is the value's name and wants no unit beside it.
  public var isNamed = false
  /// True while a finger holds it.
  public var isHeld: Bool
  /// Whether it can be used.
  public var state: State
  /// Where its control says that it is, while the finger says otherwise; along the sweep, 0…1.
  public var ghost: Double?
  /// How fine it turns now: 1 near the knob, less the further the finger is away from it.
  public var gear = 1.0
  /// Degrees that the pointer is drawn beyond its end, as if held by rubber; clockwise positive.
  public var overTravel = 0.0
  /// True while only a tap, to unlock it, does anything.
  public var isLocked = false
  /// Where a muted knob goes back to; nil for one that is not muted.
  public var mutedFrom: Double?
  /// How much of the name is seen where the value else stands, 0…1; the value has the rest.
  public var nameShare = 0.0
  /// Where the pointer stood when the finger took the knob; nil while none holds it.
  public var origin: Double?
  /// Where the arc that shows the value begins, along the sweep, 0…1.
  public var arcOrigin = 0.0

  /// A view state of which all that is not named here is as usual.
  public init(position: Double, text: String, isHeld: Bool = false, state: State = .normal) {
    self.position = position
    self.text = text
    self.isHeld = isHeld
    self.state = state
  }

  /// True while the name stands where the value else does.
  public var showsName: Bool {
    get { nameShare >= 1 }
    set { nameShare = newValue ? 1 : 0 }
  }
}
