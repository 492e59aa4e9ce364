/// Understands the fingers on one knob: at most one of them owns it.
///
/// | # | state | input | output | next |
/// |---|---|---|---|---|
/// | 1 | free | down within reach | began, with the finger's direction outside the hub | held |
/// | 2 | free | down beyond reach | – | free |
/// | 3 | held | down of another contact | – (that contact is never heard here) | held |
/// | 4 | held | owner moved | turned by what `DragTracker` says of the filtered way | held |
/// | 5 | held | owner up, moved or held too long for a tap | ended, no tap | free |
/// | 6 | held | owner up, quick and still | ended, tap 1, or 2 soon after tap 1 | free |
/// | 7 | held | owner cancelled | cancelled; no tap, and no tap counts towards the next | free |
/// | 8 | held | owner down again (its up was lost) | cancelled, then as 1 or 2 | |
/// | 9 | any | moved, up or cancelled of a stranger | – | same |
/// | 10 | free | down with `holdMicroseconds` | waits | waiting |
/// | 11 | waiting | the time is over | began where the finger is now | held |
/// | 12 | waiting | owner moves | not meant: no output until it lifts | free |
/// | 13 | waiting | owner up | as 5 or 6 | free |
/// | 14 | free | down within the inner radius | began; taps, but does not turn | held |
/// | 15 | held | owner leaves the ring, `leave: stop` | ended, no tap; not heard until it lifts | free |
/// | 16 | held | owner goes away beyond the slide-away radius | slid away; not heard any more | free |
/// | 17 | free | down where an owner was lost a moment ago | began: the same finger goes on | held |
/// | 18 | held, waiting | owner silent for too long | cancelled | free |
/// | 19 | held | owner up after a roll (`LiftOffGuard`) | ended, and since when it only rolled | free |
/// | 20 | any | other rules | – (from here on all goes by these; what was turned stays) | same |
///
/// Moving out of reach changes nothing else: the owner keeps the knob until up or cancel. Time comes
/// from the events; a clock that runs backwards makes a contact short, never long.
public struct TurnRecognizer: Sendable {
  public enum Output: Hashable, Sendable {
    /// A contact owns the knob; the direction of the finger in radians, nil in the hub.
    case began(direction: Double?)
    /// The owner turned by so many radians, clockwise positive.
    case turned(by: Double)
    /// The owner left; `taps` is 1 or 2 if it was a first or second tap, else 0, and what it turned
    /// after `rolledSince` was only its fingertip's roll.
    case ended(taps: Int, rolledSince: Timestamp? = nil)
    /// The owner slid away, to take back what it did.
    case slidAway
    case cancelled
  }

  private enum State {
    case free
    case waiting
    case held
  }

  public private(set) var rules: TurnRules
  /// The contact that has the knob, also while it waits.
  public private(set) var owner: ContactID?
  /// All that the owner has turned since it came down, in radians; kept until the next comes.
  public private(set) var turned = 0.0
  /// Where the owner landed.
  public var landing: DesignPoint { start.point }
  /// How fine the last movement was: 1 near the knob, less away from it.
  public var gear: Double { tracker?.gear ?? 1 }
  /// True if the last contact that began is an earlier one, lost and found again.
  public private(set) var isResumed = false

  private var state = State.free
  private var tracker: DragTracker?
  private var filter: ContactFilter?
  private var gate: SpikeGate?
  private var liftOff = LiftOffGuard()
  private var start = (point: DesignPoint(x: 0, y: 0), time: Timestamp(microseconds: 0))
  private var last = (point: DesignPoint(x: 0, y: 0), time: Timestamp(microseconds: 0))
  /// Design pixels per second, roughly, for finding a lost contact again.
  private var speed = DesignPoint(x: 0, y: 0)
  private var furthest = 0.0
  private var lastTap: Timestamp?
  private var lost: (device: Int32, time: Timestamp)?

  public init(rules: TurnRules) {
    self.rules = rules
  }

  /// True while the owner may turn the knob.
  public var isHeld: Bool { state == .held }

  /// False for a finger that landed within the inner radius: it can only tap.
  public var canTurn: Bool { distance(of: start.point) >= rules.feel.innerRadius }

  /// True while a finger does not move, as far as its noise tells.
  public var isResting: Bool { filter?.isResting ?? (furthest <= rules.turnSlop) }

  /// Radians per second at which the owner turns, if it leaves at `time`.
  public func speed(leavingAt time: Timestamp) -> Double { liftOff.speed(leavingAt: time) }

  /// When `tick` wants to be called; nil if never.
  public var wake: Timestamp? {
    switch state {
    case .free: nil
    case .waiting: start.time.advanced(byMicroseconds: rules.feel.holdMicroseconds)
    case .held:
      rules.feel.stuckMicroseconds > 0
        ? last.time.advanced(byMicroseconds: rules.feel.stuckMicroseconds) : nil
    }
  }

  /// Offers a contact that came down; it owns the knob from now on if it is the `owner` afterwards.
  public mutating func down(_ contact: ContactID, at point: DesignPoint, time: Timestamp) -> Output?
  {
    guard owner == nil, rules.dial.nearness(of: point) <= 1 else { return nil }
    owner = contact
    isResumed = resumes(contact, at: point, time: time)
    lost = nil
    if isResumed {
      state = .held
      return .began(direction: rules.dial.direction(of: point))
    }
    turned = 0
    furthest = 0
    speed = DesignPoint(x: 0, y: 0)
    start = (point, time)
    last = start
    tracker = nil
    filter = nil
    gate = nil
    liftOff.removeAll()
    state = rules.feel.holdMicroseconds > 0 ? .waiting : .held
    return state == .waiting ? nil : arm(at: point, time: time)
  }

  /// Says that time has come to `time`.
  public mutating func tick(at time: Timestamp) -> Output? {
    guard let owner, let wake, time >= wake else { return nil }
    if state == .waiting {
      state = .held
      last.time = time
      return arm(at: last.point, time: time)
    }
    return cancelled(owner)
  }

  public mutating func moved(_ contact: ContactID, to point: DesignPoint, time: Timestamp)
    -> Output?
  {
    guard owner == contact, point.isFinite else { return nil }
    furthest = max(furthest, start.point.distance(to: point))
    if state == .waiting {
      last = (point, time)
      if furthest > rules.tapSlop { leave() }
      return nil
    }
    guard let turn = follow(to: point, time: time) else { return nil }
    turned += turn
    liftOff.note(turned: turned, at: last.point, time: time)
    if let radius = rules.feel.slideAwayRadius, distance(of: last.point) > radius {
      leave()
      return .slidAway
    }
    if rules.feel.leave == .stop, isOutsideRing(last.point) {
      leave()
      return .ended(taps: 0)
    }
    return .turned(by: turn)
  }

  /// Says that a contact is about to lift, which may settle what it did last; before `up`.
  public mutating func settle(_ contact: ContactID, time: Timestamp) -> Output? {
    guard owner == contact, let sample = gate?.flush(at: time) else { return nil }
    let turn = step(to: sample.point, time: sample.time)
    turned += turn
    return .turned(by: turn)
  }

  public mutating func up(_ contact: ContactID, time: Timestamp) -> Output? {
    guard owner == contact else { return nil }
    let wasHeld = state == .held
    let taps = taps(upTo: time)
    if taps == 0, wasHeld { lost = (contact.device, time) }
    leave(isTap: taps > 0)
    guard taps == 0 else { return .ended(taps: taps) }
    return .ended(
      taps: 0,
      rolledSince: liftOff.rollBegan(leavingAt: time, within: rules.feel.liftOffMicroseconds))
  }

  public mutating func cancelled(_ contact: ContactID) -> Output? {
    guard owner == contact else { return nil }
    leave()
    return .cancelled
  }
}

// MARK: Other rules

extension TurnRecognizer {
  /// Goes on by other rules, also in the middle of a turn.
  ///
  /// - Parameter place: Where a point of the plane lies now; nil if all lie where they did.
  public mutating func change(to new: TurnRules, place: ((DesignPoint) -> DesignPoint)? = nil) {
    let isNoiseOther = new.greatestNoise != rules.greatestNoise
    rules = new
    if let place {
      start.point = place(start.point)
      last.point = place(last.point)
      speed = DesignPoint(x: 0, y: 0)
      liftOff.removeAll()
      gate = gate.map { _ in SpikeGate(at: last.point, time: last.time) }
    }
    tracker?.change(to: new, at: place == nil ? nil : last.point)
    guard tracker != nil, place != nil || isNoiseOther else { return }
    filter =
      new.greatestNoise > 0
      ? ContactFilter(at: last.point, time: last.time, greatestNoise: new.greatestNoise) : nil
  }

  /// True if the owner is where the rules make it let go.
  public var isAstray: Bool {
    guard owner != nil else { return false }
    if let radius = rules.feel.slideAwayRadius, distance(of: last.point) > radius { return true }
    return rules.feel.leave == .stop && isOutsideRing(last.point)
  }
}

// MARK: Steps

extension TurnRecognizer {
  private mutating func arm(at point: DesignPoint, time: Timestamp) -> Output {
    if canTurn {
      tracker = DragTracker(rules: rules, start: point)
      gate = SpikeGate(at: point, time: time)
      if rules.greatestNoise > 0 {
        filter = ContactFilter(at: point, time: time, greatestNoise: rules.greatestNoise)
      }
    }
    liftOff.note(turned: 0, at: point, time: time)
    return .began(direction: rules.dial.direction(of: point))
  }

  /// Passes a sample through gate, filter and tracker; nil while it turns nothing.
  private mutating func follow(to point: DesignPoint, time: Timestamp) -> Double? {
    var earlier: (point: DesignPoint, time: Timestamp)?
    guard tracker != nil,
      gate?.passes(point, time: time, dial: rules.dial, earlier: &earlier) == true
    else { return nil }
    let before = earlier.map { step(to: $0.point, time: $0.time) } ?? 0
    return before + step(to: point, time: time)
  }

  private mutating func step(to point: DesignPoint, time: Timestamp) -> Double {
    let interval = min(max(time.microseconds(since: last.time), 4000), 100_000)
    speed = (speed + (point - last.point) * (1e6 / Double(interval))) * 0.5
    last = (point, time)
    guard filter != nil else { return tracker?.move(to: point) ?? 0 }
    let rested = filter?.position
    let hadSetOut = filter?.hasSetOut ?? true
    filter?.add(point, time: time)
    guard let filter, filter.position != rested else { return 0 }
    if !hadSetOut, rules.mode != .absolute {
      tracker = DragTracker(rules: rules, start: filter.start)
    }
    return tracker?.move(to: filter.position) ?? 0
  }

  private mutating func leave(isTap: Bool = false) {
    owner = nil
    state = .free
    if !isTap { lastTap = nil }
  }

  /// Which tap in a row a contact is that lifts now: 0 for none.
  private mutating func taps(upTo time: Timestamp) -> Int {
    let slop = filter?.hasSetOut == true ? rules.turnSlop : rules.tapSlop
    guard furthest <= slop, time.microseconds(since: start.time) <= rules.tapMicroseconds else {
      return 0
    }
    if let first = lastTap, start.time.microseconds(since: first) <= rules.doubleTapMicroseconds {
      lastTap = nil
      return 2
    }
    lastTap = time
    return 1
  }

  /// True for the finger that was lost a moment ago, near the place where it was going.
  private func resumes(_ contact: ContactID, at point: DesignPoint, time: Timestamp) -> Bool {
    guard let lost, lost.device == contact.device, tracker != nil else { return false }
    let gap = time.microseconds(since: lost.time)
    guard gap >= 0, gap <= rules.feel.bridgeMicroseconds, rules.feel.bridgeMicroseconds > 0 else {
      return false
    }
    let seconds = Double(time.microseconds(since: last.time)) / 1e6
    let way = speed * min(max(seconds, 0), 0.15)
    return point.distance(to: last.point + way) <= 2 * rules.tapSlop + 0.7 * way.length
  }

  private func distance(of point: DesignPoint) -> Double {
    point.distance(to: rules.dial.center)
  }

  private func isOutsideRing(_ point: DesignPoint) -> Bool {
    let distance = distance(of: point)
    return distance > rules.dial.reachRadius || distance < rules.feel.innerRadius
  }
}
