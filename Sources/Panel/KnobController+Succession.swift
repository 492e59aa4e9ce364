internal import Gesture
internal import Knobs
internal import Layout

extension KnobController {
  /// What a layout says of a knob, before and after it was changed.
  struct Change {
    var before: KnobLayout
    var after: KnobLayout
    /// Where a point of the design lies now; nil if all lie where they did.
    var place: ((DesignPoint) -> DesignPoint)?
    var time: Timestamp

    var keepsControl: Bool { before.control == after.control }
  }

  /// Takes over what an earlier knob of the same id was doing.
  mutating func succeed(_ old: KnobController, _ change: Change) {
    let rules = recognizer.rules
    recognizer = old.recognizer
    recognizer.change(to: rules, place: change.place)
    if change.keepsControl {
      link = old.link
      knownLevel = old.knownLevel
      awaitingRelease = old.awaitingRelease
    }
    changedByFinger = old.changedByFinger
    (decisions, foundDecisions) = (old.decisions, old.foundDecisions)
    muted = old.muted
    succeedSwap(of: old, at: change.time)
    if knob.isMadeLike(old.knob) { takeOver(old) } else { translate(old, change) }
    succeedGuards(of: old, change)
    if recognizer.owner == nil, change.before.value != change.after.value,
      change.after.control == nil
    {
      // Somebody wrote it there to see it.
      decide()
      go(toValue: change.after.value, at: change.time)
    }
  }

  /// A value that somebody is reading stays as long as it would have.
  private mutating func succeedSwap(of old: KnobController, at time: Timestamp) {
    guard swapMicroseconds != nil else { return }
    // Where it stood all the time, it goes as after a turn.
    guard old.swapMicroseconds != nil else { return showValue(at: time) }
    valueShownUntil = old.valueShownUntil
    nameFade = old.nameFade
    nameShare = old.nameShare
  }

  /// All of a knob with the same values in the same places.
  private mutating func takeOver(_ old: KnobController) {
    knob = old.knob
    shownPosition = old.shownPosition
    glide = old.glide
    shownStrain = old.shownStrain
    strainGlide = old.strainGlide
    found = old.found
    left = old.left
    trail = old.trail
    toldLaps = old.toldLaps
  }

  /// What the old values come to on a knob with others.
  private mutating func translate(_ old: KnobController, _ change: Change) {
    let isTurning = recognizer.isHeld && changedByFinger
    if !isTurning, let level = knownLevel {
      knob.set(value: knob.scale.value(atLevel: level))
    } else {
      knob.set(value: translated(old.knob.value, from: old.knob))
    }
    if recognizer.isHeld, knob.travel == old.knob.travel, knob.scale.hasPlaces(of: old.knob.scale) {
      // Between two steps, where the finger has brought it.
      knob.grab(atPosition: old.knob.position)
    }
    shownPosition = knob.position
    if !recognizer.isHeld, knob.travel == old.knob.travel {
      glide(from: old.shownPosition, at: change.time)
    }
    if let way = old.muted { muted = way.leading(to: translated(way.value, from: old.knob)) }
    var mark = knob
    mark.set(value: translated(old.found.value, from: old.knob))
    found = mark.mark
    left = knob.mark
    trail.removeAll()
    trail.append(knob.mark, at: change.time)
  }

  /// A knob that drives something keeps its level; another one its value, where it has that.
  func translated(_ value: Double, from old: Knob) -> Double {
    if link == .none, knob.scale.range.contains(value), knob.travel.hasNames == old.travel.hasNames
    {
      return value
    }
    return knob.scale.value(atLevel: old.scale.level(ofValue: value))
  }

  private mutating func succeedGuards(of old: KnobController, _ change: Change) {
    if guards == old.guards, knob.scale == old.knob.scale {
      riseGuard = old.riseGuard
    } else if recognizer.isHeld {
      riseGuard.begin(at: found.value, time: change.time)
    }
    // A finger that turns is not locked out under way.
    if guards.isLocked {
      let isTurning = recognizer.isHeld && !old.isLocked
      unlockedUntil = old.unlockedUntil ?? (isTurning ? change.time : nil)
    }
    if taps == old.taps {
      nextNudge = old.nextNudge
      nudgesLeft = old.nudgesLeft
    }
    if change.before.report == change.after.report { reporter = old.reporter }
  }
}

extension Knob {
  /// True if the other one's pointer and value mean the same here.
  fileprivate func isMadeLike(_ other: Knob) -> Bool {
    scale == other.scale && travel == other.travel && overTravel == other.overTravel
      && snap == other.snap && magnets == other.magnets && hasInertia == other.hasInertia
  }
}

extension Scale {
  /// True if a place of the pointer means the same value, steps aside.
  fileprivate func hasPlaces(of other: Scale) -> Bool {
    range == other.range && taper == other.taper
  }
}

extension Travel {
  fileprivate var hasNames: Bool {
    if case .sectors = self { true } else { false }
  }
}
