/// Recognizes turns and taps of the contacts on one knob, of which at most one owns it.
///
/// | # | state | input | output | next |
/// |---|---|---|---|---|
/// | 1 | free | down within reach | began, with the finger's direction outside the hub | held |
/// | 2 | free | down beyond reach | – | free |
/// | 3 | held | down of another contact | – (that contact is ignored here) | held |
/// | 4 | held | owner moved | turned, by `DragTracker` from the filtered movement | held |
/// | 5 | held | owner up, moved or held too long for a tap | ended, no tap | free |
/// | 6 | held | owner up, quick and still | ended, tap 1, or 2 soon after tap 1 | free |
/// | 7 | held | owner cancelled | cancelled; no tap, and no tap counts towards the next | free |
/// | 8 | held | owner down again (its up was lost) | cancelled, then as 1 or 2 | |
/// | 9 | any | moved, up or cancelled of another contact | – | same |
/// | 10 | free | down with `holdMicroseconds` | waits | waiting |
/// | 11 | waiting | the time is over | began where the finger is now | held |
/// | 12 | waiting | owner moves | ignored until it lifts | free |
/// | 13 | waiting | owner up | as 5 or 6 | free |
/// | 14 | free | down within the inner radius | began; taps, but does not turn | held |
/// | 15 | held | owner leaves the ring, `leave: stop` | ended, no tap; ignored until it lifts | free |
/// | 16 | held | owner moves beyond the slide-away radius | slid away; ignored until it lifts | free |
/// | 17 | free | down where an owner was lost shortly before | began: the same contact continues | held |
/// | 18 | held, waiting | no event of the owner for too long | cancelled | free |
/// | 19 | held | owner up after a roll (`TurnTrail.rollBegan`) | ended, and since when it only rolled | free |
/// | 20 | any | other rules | – (they apply from now on; what was turned stays) | same |
/// | 21 | free | taken by a device that has no place on the knob | – | held |
/// | 22 | held by such a device | it turned nothing for a while | ended, no tap | free |
/// | 23 | held | owner is where no finger can be | – until confirmed, see `SpikeGate` | held |
///
/// Moving out of reach changes nothing else: the owner keeps the knob until up or cancel. Times come
/// from the events; one that runs backwards makes a contact shorter, never longer.
public struct TurnRecognizer: Sendable {
  /// What a contact did.
  public enum Output: Hashable, Sendable {
    /// A contact owns the knob; the direction of the finger in radians, nil in the hub.
    case began(direction: Double?)
    /// The owner turned by so many radians, clockwise positive.
    case turned(by: Double)
    /// What the owner seemed to do since a time was none of the finger's; it turned by so many radians
    /// since then, clockwise positive.
    case corrected(by: Double, since: Timestamp)
    /// The owner lifted; `taps` is 1 or 2 for a first or second tap, else 0, and what it turned after
    /// `rolledSince` was only a roll of the fingertip.
    case ended(taps: Int, rolledSince: Timestamp? = nil)
    /// The owner slid away, which undoes what it did.
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
  /// The contact that owns the knob, also while it waits.
  public private(set) var owner: ContactID?
  /// What the owner has turned since it came down, in radians; kept until the next one.
  public private(set) var turned = 0.0
  /// Where the owner landed.
  public var landing: DesignPoint { start.point }
  /// The gain of the last movement: 1 near the knob, less further away.
  public var gear: Double { tracker?.gear ?? 1 }
  /// True if the last contact that began continues an earlier one that was lost.
  public private(set) var isResumed = false

  @usableFromInline private(set) var state = State.free
  private var tracker: DragTracker?
  private var filter: ContactFilter?
  private var gate: SpikeGate?
  private var trail = TurnTrail()
  private var start = (point: DesignPoint(x: 0, y: 0), time: Timestamp(microseconds: 0))
  private var last = (point: DesignPoint(x: 0, y: 0), time: Timestamp(microseconds: 0))
  /// Design pixels per second, approximately, to find a lost contact again.
  private var speed = DesignPoint(x: 0, y: 0)
  private var furthest = 0.0
  /// The last sample with which it began to turn, after it had rested or `auto` was undecided.
  private var turningSince = Timestamp(microseconds: 0)
  @usableFromInline private(set) var lastTap: Timestamp?
  @usableFromInline private(set) var lost: (device: Int32, time: Timestamp)?
  /// When the turn of a device without a place ends; nil for a contact.
  private var placelessEnd: Timestamp?

  /// A recognizer without a contact.
  public init(rules: TurnRules) {
    self.rules = rules
  }

  /// Takes over what a recognizer at rest has turned last, in radians.
  public mutating func takeOver(turned radians: Double) { turned = radians }

  /// False for a finger that landed within the inner radius: it can only tap.
  public var canTurn: Bool { distance(of: start.point) >= rules.feel.innerRadius }

  /// The direction in which the owner is, in radians; nil in the hub.
  public var direction: Double? { rules.dial.direction(of: filter?.position ?? last.point) }

  /// True while the finger does not move, apart from noise.
  public var isResting: Bool { filter?.isResting ?? (furthest <= rules.turnSlop) }

  /// The speed in radians per second of an owner that lifts at `time`.
  public func speed(leavingAt time: Timestamp) -> Double { trail.speed(leavingAt: time) }

  /// How far the owner will probably turn between its last sample and a time shortly after it, in
  /// radians; for what is shown at that time, not for what is controlled.
  public func turnAhead(to time: Timestamp) -> Double {
    guard isHeld, !isResting else { return 0 }
    return trail.turnAhead(to: time, since: turningSince, noise: filter?.noise ?? 0)
  }

  /// From when on `turnAhead` is 0 if the owner does not move any more.
  public var predictionEnd: Timestamp? { trail.predictionEnd }

  /// When `tick` has to be called; nil if never.
  public var wake: Timestamp? {
    switch state {
    case .free: nil
    case .waiting: start.time.advanced(byMicroseconds: rules.feel.holdMicroseconds)
    case .held:
      if let placelessEnd {
        placelessEnd
      } else if rules.feel.stuckMicroseconds > 0 {
        .earlier(gate?.wake, last.time.advanced(byMicroseconds: rules.feel.stuckMicroseconds))
      } else {
        gate?.wake
      }
    }
  }

  /// Says that a contact came down; it owns the knob if it is the `owner` afterwards.
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
    trail.removeAll()
    state = rules.feel.holdMicroseconds > 0 ? .waiting : .held
    return state == .waiting ? nil : arm(at: point, time: time)
  }

  /// Says that it is `time`.
  public mutating func tick(at time: Timestamp) -> Output? {
    guard let owner, let wake, time >= wake else { return nil }
    if state == .waiting {
      state = .held
      last.time = time
      return arm(at: last.point, time: time)
    }
    if placelessEnd != nil {
      leave()
      return .ended(taps: 0)
    }
    if let output = release(at: time) { return output }
    return cancelled(owner)
  }

  /// Says that a contact moved.
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

  /// Says that a contact is about to lift, which releases a sample held back; to be called before `up`.
  public mutating func settle(_ contact: ContactID, time: Timestamp) -> Output? {
    guard owner == contact else { return nil }
    defer { gate?.drop() }
    return release(at: time)
  }

  /// Says that a contact lifted.
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

  /// Says that a contact was cancelled.
  public mutating func cancelled(_ contact: ContactID) -> Output? {
    guard owner == contact else { return nil }
    leave()
    return .cancelled
  }
}

// MARK: Devices without a place

extension TurnRecognizer {
  /// True while a device without a place on the knob, such as an encoder, turns it.
  public var isPlaceless: Bool { placelessEnd != nil }

  /// Gives a free knob to a device that has no place on it.
  ///
  /// - Parameters:
  ///   - device: Stands for the device; no contact may have this id.
  ///   - time: When it began to turn.
  /// - Returns: False if the knob has another owner.
  public mutating func take(by device: ContactID, time: Timestamp) -> Bool {
    guard owner == nil else { return owner == device }
    owner = device
    (isResumed, lost, lastTap) = (false, nil, nil)
    turned = 0
    // Neither a tap, nor a finger that rests.
    furthest = .infinity
    let radius = (rules.feel.innerRadius + rules.dial.reachRadius) / 2
    start = (DesignPoint(x: rules.dial.center.x + radius, y: rules.dial.center.y), time)
    last = start
    (tracker, filter, gate) = (nil, nil, nil)
    trail.removeAll()
    placelessEnd = time
    state = .held
    return true
  }

  /// Notes a turn by such a device.
  ///
  /// - Parameters:
  ///   - turn: Radians, clockwise positive.
  ///   - end: When its turn ends if it turns nothing until then.
  public mutating func noteTurn(byRadians turn: Double, lastingUntil end: Timestamp) {
    turned += turn
    placelessEnd = end
  }
}

// MARK: Other rules

extension TurnRecognizer {
  /// Applies other rules from now on, also during a turn.
  ///
  /// - Parameters:
  ///   - new: The rules.
  ///   - place: Maps a point of the old design to the new one; nil if all stay where they are.
  public mutating func change(to new: TurnRules, place: ((DesignPoint) -> DesignPoint)? = nil) {
    let isNoiseOther = new.greatestNoise != rules.greatestNoise
    rules = new
    if let place {
      start.point = place(start.point)
      last.point = place(last.point)
      speed = DesignPoint(x: 0, y: 0)
      trail.removeAll()
      gate = gate.map { _ in SpikeGate(at: last.point, time: last.time) }
    }
    tracker?.change(to: new, at: place == nil ? nil : last.point)
    guard tracker != nil, place != nil || isNoiseOther else { return }
    filter =
      new.greatestNoise > 0
      ? ContactFilter(at: last.point, time: last.time, greatestNoise: new.greatestNoise) : nil
  }

  /// True if the owner is where the rules end its turn.
  public var isAstray: Bool {
    guard owner != nil, !isPlaceless else { return false }
    return hasSlidAway || (rules.feel.leave == .stop && isOutsideRing(last.point))
  }

  private var hasSlidAway: Bool {
    rules.feel.slideAwayRadius.map { distance(of: last.point) > $0 } == true
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
    turningSince = time
    trail.note(turned: 0, at: point, time: time)
    return .began(direction: rules.dial.direction(of: point))
  }

  /// Passes a sample through gate, filter and tracker; nil while it turns nothing.
  private mutating func follow(to point: DesignPoint, time: Timestamp) -> Double? {
    guard tracker != nil else {
      // It cannot turn, but it is there.
      last.time = time
      return nil
    }
    var earlier: SpikeGate.Sample?
    let passes = gate?.passes(point, time: time, rules: rules, earlier: &earlier) == true
    guard passes || earlier != nil else { return nil }
    let before = earlier.map { step(to: $0.point, time: $0.time) } ?? 0
    return before + (passes ? step(to: point, time: time) : 0)
  }

  /// Notes a turn that ends at `last`, and says what it means.
  private mutating func note(turn: Double, time: Timestamp) -> Output {
    turned += turn
    let refuted = gate?.refutedSince.flatMap { trail.places.last(by: $0) }
    trail.note(turned: turned, at: last.point, time: time)
    if isAstray {
      leave()
      return hasSlidAway ? .slidAway : .ended(taps: 0)
    }
    guard let refuted else { return .turned(by: turn) }
    return .corrected(by: turned - refuted.element.turned, since: refuted.time)
  }

  /// The turn to a report that has waited for long enough.
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
    placelessEnd = nil
    state = .free
    if !isTap { lastTap = nil }
  }

  /// Which tap in a row a contact is that lifts now: 0 for none.
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

  /// True if it continues the contact that was lost, near the place to which that was moving.
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
