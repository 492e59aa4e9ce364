/// Recognizes turns and taps by the contacts on one knob; at most one contact owns the knob.
///
/// | # | state | input | output | next |
/// |---|---|---|---|---|
/// | 1 | free | down within reach | began, with the finger's direction outside the hub | held |
/// | 2 | free | down beyond reach | – | free |
/// | 3 | held | down of another contact | – (that contact is ignored here) | held |
/// | 4 | held | owner moved | turned, by `DragTracker` from the filtered movement | held |
/// | 5 | held | owner up, moved or held too long for a tap | ended, no tap | free |
/// | 6 | held | owner up, quick and still | ended, tap 1, or 2 soon after tap 1 | free |
/// | 7 | held | owner cancelled | cancelled; no tap, and earlier taps no longer count | free |
/// | 8 | held | owner down again (its up was lost) | – (the caller cancels it first; then as 1 or 2) | held |
/// | 9 | any | moved, up or cancelled of another contact | – | same |
/// | 10 | free | down with `holdMicroseconds` | waits | waiting |
/// | 11 | waiting | the hold time is over | began at the finger's current position | held |
/// | 12 | waiting | owner moves | ignored until it lifts | free |
/// | 13 | waiting | owner up | as 5 or 6 | free |
/// | 14 | free | down within the inner radius | began; taps, but does not turn | held |
/// | 15 | held | owner leaves the ring, `leave: stop` | ended, no tap; ignored until it lifts | free |
/// | 16 | held | owner moves beyond the slide-away radius | slid away; ignored until it lifts | free |
/// | 17 | free | down where an owner was lost shortly before | began: the same contact continues | held |
/// | 18 | held, waiting | no event of the owner for too long | cancelled | free |
/// | 19 | held | owner up after a roll (`TurnTrail.rollBegan`) | ended, with the time since which it only rolled | free |
/// | 20 | any | other rules | – (they apply from now on; the turn so far stays) | same |
/// | 21 | free | taken by a device without a position on the knob | – | held |
/// | 22 | held by such a device | it turned nothing for a while | ended, no tap | free |
/// | 23 | held | owner is at an impossible position | – until confirmed, see `SpikeGate` | held |
///
/// Moving out of reach has no other effect: the owner keeps the knob until up or cancel. Times come
/// from the events; a time that runs backwards makes a contact shorter, never longer.
public struct TurnRecognizer: Sendable {
  /// What a contact did.
  public enum Output: Hashable, Sendable {
    /// A contact owns the knob; `direction` is the finger's in radians, nil in the hub.
    case began(direction: Double?)
    /// The owner turned by this many radians, clockwise positive.
    case turned(by: Double)
    /// The owner's apparent movement since `since` did not come from the finger; since then it
    /// turned by `by` radians, clockwise positive.
    case corrected(by: Double, since: Timestamp)
    /// The owner lifted; `taps` is 1 or 2 for a first or second tap, else 0. The turn after
    /// `rolledSince` was only a roll of the fingertip.
    case ended(taps: Int, rolledSince: Timestamp? = nil)
    /// The owner slid away, which undoes its changes.
    case slidAway
    /// The owner was cancelled.
    case cancelled
  }

  @usableFromInline enum State: Sendable {
    case free
    case waiting
    case held
  }

  /// The rules in force.
  public private(set) var rules: TurnRules
  /// The contact that owns the knob, including while it waits.
  public private(set) var owner: ContactID?
  /// The turn since the owner came down, in radians; kept until the next owner.
  public private(set) var turned = 0.0
  /// Where the owner landed.
  public var landing: DesignPoint { start.point }
  /// The gain of the last movement: 1 near the knob, less further away.
  public var gear: Double { tracker?.gear ?? 1 }
  /// Whether the last contact that began continues an earlier, lost one.
  public private(set) var isResumed = false

  @usableFromInline private(set) var state = State.free
  private var tracker: DragTracker?
  private var filter: ContactFilter?
  private var gate: SpikeGate?
  private var trail = TurnTrail()
  private var start = (point: DesignPoint(x: 0, y: 0), time: Timestamp(microseconds: 0))
  private var last = (point: DesignPoint(x: 0, y: 0), time: Timestamp(microseconds: 0))
  /// Approximate, in design pixels per second, for matching a lost contact.
  private var speed = DesignPoint(x: 0, y: 0)
  private var furthest = 0.0
  /// The last sample at which it began to turn, after resting or before `auto` decided.
  private var turningSince = Timestamp(microseconds: 0)
  @usableFromInline private(set) var lastTap: Timestamp?
  @usableFromInline private(set) var lost: (device: Int32, time: Timestamp)?
  /// When the turn of a device without a position ends; nil for a contact.
  private var positionlessEnd: Timestamp?

  /// Creates a recognizer without a contact.
  public init(rules: TurnRules) {
    self.rules = rules
  }

  /// Takes over the last turn of a recognizer at rest, in radians.
  public mutating func takeOver(turned radians: Double) { turned = radians }

  /// Whether the owner can turn; a finger that landed within the inner radius can only tap.
  public var canTurn: Bool { distance(of: start.point) >= rules.feel.innerRadius }

  /// The owner's direction in radians; nil in the hub.
  public var direction: Double? { rules.dial.direction(of: filter?.position ?? last.point) }

  /// Whether the finger is not moving, apart from noise.
  public var isResting: Bool { filter?.isResting ?? (furthest <= rules.turnSlop) }

  /// Returns the speed in radians per second of an owner that lifts at `time`.
  public func speed(leavingAt time: Timestamp) -> Double { trail.speed(leavingAt: time) }

  /// Returns the expected turn in radians between the owner's last sample and a time shortly after
  /// it; for drawing only, not for control.
  public func turnAhead(to time: Timestamp) -> Double {
    guard isHeld, !isResting else { return 0 }
    return trail.turnAhead(to: time, since: turningSince, noise: filter?.noise ?? 0)
  }

  /// When `turnAhead` becomes 0 if the owner does not move any more.
  public var predictionEnd: Timestamp? { trail.predictionEnd }

  /// When `tick` has to be called; nil if never.
  public var wake: Timestamp? {
    switch state {
    case .free: nil
    case .waiting: start.time.advanced(byMicroseconds: rules.feel.holdMicroseconds)
    case .held:
      if let positionlessEnd {
        positionlessEnd
      } else if rules.feel.stuckMicroseconds > 0 {
        .earlier(gate?.wake, last.time.advanced(byMicroseconds: rules.feel.stuckMicroseconds))
      } else {
        gate?.wake
      }
    }
  }

  /// Handles a contact coming down; it owns the knob if it is the `owner` afterwards.
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
    restart(at: point, time: time)
    state = rules.feel.holdMicroseconds > 0 ? .waiting : .held
    return state == .waiting ? nil : arm(at: point, time: time)
  }

  /// Performs what is due at `time`.
  public mutating func tick(at time: Timestamp) -> Output? {
    guard let owner, let wake, time >= wake else { return nil }
    if state == .waiting {
      state = .held
      last.time = time
      return arm(at: last.point, time: time)
    }
    if positionlessEnd != nil {
      leave()
      return .ended(taps: 0)
    }
    if let output = release(at: time) { return output }
    return cancelled(owner)
  }

  /// Handles a contact's movement.
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
    return follow(to: point, time: time).map { note(turn: $0, time: time) }
  }

  /// Releases a sample held back, before a contact lifts; call it before `up`.
  public mutating func settle(_ contact: ContactID, time: Timestamp) -> Output? {
    guard owner == contact else { return nil }
    defer { gate?.drop() }
    return release(at: time)
  }

  /// Handles a contact lifting.
  public mutating func up(_ contact: ContactID, time: Timestamp) -> Output? {
    guard owner == contact else { return nil }
    let wasHeld = state == .held
    let taps = taps(upTo: time)
    if taps == 0, wasHeld { lost = (contact.device, time) }
    leave(isTap: taps > 0)
    guard taps == 0 else { return .ended(taps: taps) }
    return .ended(
      taps: 0,
      rolledSince: trail.rollBegan(leavingAt: time, within: rules.feel.liftOffMicroseconds))
  }

  /// Handles the cancellation of a contact.
  public mutating func cancelled(_ contact: ContactID) -> Output? {
    guard owner == contact else { return nil }
    leave()
    return .cancelled
  }
}

// MARK: Devices without a position

extension TurnRecognizer {
  /// Whether a device without a position on the knob, such as an encoder, turns it.
  public var isPositionless: Bool { positionlessEnd != nil }

  /// Gives a free knob to a device without a position on it.
  ///
  /// - Parameters:
  ///   - device: Represents the device; no contact may have this id.
  ///   - time: When it began to turn.
  /// - Returns: Whether the device owns the knob; false if the knob has another owner.
  public mutating func claim(for device: ContactID, time: Timestamp) -> Bool {
    guard owner == nil else { return owner == device }
    owner = device
    (isResumed, lost, lastTap) = (false, nil, nil)
    let radius = (rules.feel.innerRadius + rules.dial.reachRadius) / 2
    restart(at: rules.dial.center + DesignPoint(x: radius, y: 0), time: time)
    // It is neither a tap nor a resting finger.
    furthest = .infinity
    positionlessEnd = time
    state = .held
    return true
  }

  /// Adds a turn by such a device.
  ///
  /// - Parameters:
  ///   - turn: Radians, clockwise positive.
  ///   - end: When the turn ends if nothing more is turned until then.
  public mutating func noteTurn(byRadians turn: Double, lastingUntil end: Timestamp) {
    turned += turn
    positionlessEnd = end
  }
}

// MARK: Other rules

extension TurnRecognizer {
  /// Applies other rules from now on, including during a turn.
  ///
  /// - Parameters:
  ///   - new: The rules.
  ///   - mapPoint: Maps a point of the old design to the new one; nil if no point has moved.
  public mutating func change(to new: TurnRules, mapPoint: ((DesignPoint) -> DesignPoint)? = nil) {
    let isNoiseChanged = new.maximumNoise != rules.maximumNoise
    rules = new
    if let mapPoint {
      start.point = mapPoint(start.point)
      last.point = mapPoint(last.point)
      speed = DesignPoint(x: 0, y: 0)
      trail.removeAll()
      gate = gate.map { _ in SpikeGate(at: last.point, time: last.time) }
    }
    tracker?.change(to: new, at: mapPoint == nil ? nil : last.point)
    guard tracker != nil, mapPoint != nil || isNoiseChanged else { return }
    filter =
      new.maximumNoise > 0
      ? ContactFilter(at: last.point, time: last.time, maximumNoise: new.maximumNoise) : nil
  }

  /// Whether the owner's position ends its turn under the rules.
  public var isAstray: Bool {
    guard owner != nil, !isPositionless else { return false }
    return hasSlidAway || (rules.feel.leave == .stop && isOutsideRing(last.point))
  }

  private var hasSlidAway: Bool {
    rules.feel.slideAwayRadius.map { distance(of: last.point) > $0 } == true
  }
}

// MARK: Steps

extension TurnRecognizer {
  /// Discards the state of the last owner.
  private mutating func restart(at point: DesignPoint, time: Timestamp) {
    turned = 0
    furthest = 0
    speed = DesignPoint(x: 0, y: 0)
    start = (point, time)
    last = start
    (tracker, filter, gate) = (nil, nil, nil)
    trail.removeAll()
  }

  private mutating func arm(at point: DesignPoint, time: Timestamp) -> Output {
    if canTurn {
      tracker = DragTracker(rules: rules, start: point)
      gate = SpikeGate(at: point, time: time)
      if rules.maximumNoise > 0 {
        filter = ContactFilter(at: point, time: time, maximumNoise: rules.maximumNoise)
      }
    }
    turningSince = time
    trail.note(turned: 0, at: point, time: time)
    return .began(direction: rules.dial.direction(of: point))
  }

  /// Passes a sample through gate, filter and tracker; returns nil if it turns nothing.
  private mutating func follow(to point: DesignPoint, time: Timestamp) -> Double? {
    guard tracker != nil else {
      // The contact cannot turn, but it is still present.
      last.time = time
      return nil
    }
    var earlier: SpikeGate.Sample?
    let passes = gate?.passes(point, time: time, rules: rules, earlier: &earlier) == true
    guard passes || earlier != nil else { return nil }
    let before = earlier.map { step(to: $0.point, time: $0.time) } ?? 0
    return before + (passes ? step(to: point, time: time) : 0)
  }

  /// Records a turn that ends at `last`; returns the resulting output.
  private mutating func note(turn: Double, time: Timestamp) -> Output {
    turned += turn
    let refuted = gate?.refutedSince.flatMap { trail.samples.last(by: $0) }
    trail.note(turned: turned, at: last.point, time: time)
    if isAstray {
      leave()
      return hasSlidAway ? .slidAway : .ended(taps: 0)
    }
    guard let refuted else { return .turned(by: turn) }
    return .corrected(by: turned - refuted.element.turned, since: refuted.time)
  }

  /// Handles a report that has waited long enough; returns nil if there is none.
  private mutating func release(at time: Timestamp) -> Output? {
    guard let sample = gate?.release(at: time) else { return nil }
    return note(turn: step(to: sample.point, time: sample.time), time: time)
  }

  private mutating func step(to point: DesignPoint, time: Timestamp) -> Double {
    let interval = min(max(time.microseconds(since: last.time), 4000), 100_000)
    speed = (speed + (point - last.point) * (1e6 / Double(interval))) * 0.5
    last = (point, time)
    let wasTurning = !isResting && tracker?.isUndecided == false
    defer { if !wasTurning { turningSince = time } }
    guard filter != nil else { return tracker?.move(to: point) ?? 0 }
    let rested = filter?.position
    let hadMoved = filter?.hasMoved ?? true
    filter?.add(point, time: time)
    guard let filter, filter.position != rested else { return 0 }
    if !hadMoved, rules.mode != .absolute {
      tracker = DragTracker(rules: rules, start: filter.start)
    }
    return tracker?.move(to: filter.position) ?? 0
  }

  private mutating func leave(isTap: Bool = false) {
    owner = nil
    positionlessEnd = nil
    state = .free
    if !isTap { lastTap = nil }
  }

  /// Returns which consecutive tap a contact is that lifts now; 0 if it is not a tap.
  private mutating func taps(upTo time: Timestamp) -> Int {
    let slop = filter?.hasMoved == true ? rules.turnSlop : rules.tapSlop
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

  /// Returns whether the contact continues the lost one, near where that was moving.
  private func resumes(_ contact: ContactID, at point: DesignPoint, time: Timestamp) -> Bool {
    guard let lost, lost.device == contact.device, tracker != nil else { return false }
    let gap = time.microseconds(since: lost.time)
    guard gap >= 0, gap <= rules.feel.bridgeMicroseconds, rules.feel.bridgeMicroseconds > 0 else {
      return false
    }
    let seconds = Double(time.microseconds(since: last.time)) / 1e6
    let movement = speed * min(max(seconds, 0), 0.15)
    return point.distance(to: last.point + movement) <= 2 * rules.tapSlop + 0.7 * movement.length
  }

  private func distance(of point: DesignPoint) -> Double {
    point.distance(to: rules.dial.center)
  }

  private func isOutsideRing(_ point: DesignPoint) -> Bool {
    let distance = distance(of: point)
    return distance > rules.dial.reachRadius || distance < rules.feel.innerRadius
  }
}
