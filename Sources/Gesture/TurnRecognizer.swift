/// Understands the fingers on one knob: at most one of them owns it.
///
/// | # | state | input | output | next |
/// |---|---|---|---|---|
/// | 1 | free | down within reach | began, with the finger's direction outside the hub | held |
/// | 2 | free | down beyond reach | – | free |
/// | 3 | held | down of another contact | – (that contact is never heard here) | held |
/// | 4 | held | owner moved | turned by what `DragTracker` says | held |
/// | 5 | held | owner up, moved or held too long for a tap | ended, no tap | free |
/// | 6 | held | owner up, quick and still | ended, tap 1, or 2 soon after tap 1 | free |
/// | 7 | held | owner cancelled | cancelled; no tap, and no tap counts towards the next | free |
/// | 8 | held | owner down again (its up was lost) | cancelled, then as 1 or 2 | |
/// | 9 | any | moved, up or cancelled of a stranger | – | same |
///
/// Moving out of reach changes nothing: the owner keeps the knob until up or cancel. Time comes from
/// the events; a clock that runs backwards makes a contact short, never long.
public struct TurnRecognizer: Sendable {
  public enum Output: Hashable, Sendable {
    /// A contact owns the knob; the direction of the finger in radians, nil in the hub.
    case began(direction: Double?)
    /// The owner turned by so many radians, clockwise positive.
    case turned(by: Double)
    /// The owner left; `taps` is 1 or 2 if it was a first or second tap, else 0.
    case ended(taps: Int)
    case cancelled
  }

  public let rules: TurnRules
  /// The contact that turns the knob.
  public private(set) var owner: ContactID?
  /// All that the owner has turned since it came down, in radians; kept until the next comes.
  public private(set) var turned = 0.0

  private var tracker: DragTracker?
  private var start = (point: Point(x: 0, y: 0), time: Timestamp(microseconds: 0))
  private var isStill = true
  private var lastTap: Timestamp?

  public init(rules: TurnRules) {
    self.rules = rules
  }

  /// Offers a contact that came down; true if it owns the knob from now on.
  public mutating func down(_ contact: ContactID, at point: Point, time: Timestamp) -> Output? {
    guard owner == nil, rules.dial.nearness(of: point) <= 1 else { return nil }
    owner = contact
    turned = 0
    tracker = DragTracker(rules: rules, start: point)
    start = (point, time)
    isStill = true
    return .began(direction: rules.dial.direction(of: point))
  }

  public mutating func moved(_ contact: ContactID, to point: Point) -> Output? {
    guard owner == contact, let turn = tracker?.move(to: point) else { return nil }
    turned += turn
    if start.point.distance(to: point) > rules.tapSlop { isStill = false }
    return .turned(by: turn)
  }

  public mutating func up(_ contact: ContactID, time: Timestamp) -> Output? {
    guard owner == contact else { return nil }
    owner = nil
    tracker = nil
    guard isStill, time.microseconds(since: start.time) <= rules.tapMicroseconds else {
      lastTap = nil
      return .ended(taps: 0)
    }
    if let first = lastTap,
      start.time.microseconds(since: first) <= rules.doubleTapMicroseconds
    {
      lastTap = nil
      return .ended(taps: 2)
    }
    lastTap = time
    return .ended(taps: 1)
  }

  public mutating func cancelled(_ contact: ContactID) -> Output? {
    guard owner == contact else { return nil }
    owner = nil
    tracker = nil
    lastTap = nil
    return .cancelled
  }
}
