internal import Gesture
internal import Knobs
internal import Layout

extension KnobController {
  /// Returns whether it drives the same control as a knob of an earlier layout.
  func keepsControl(of old: KnobController) -> Bool { layout.control == old.layout.control }

  /// Takes over the state of the earlier layout's knob with the same id.
  ///
  /// - Parameters:
  ///   - old: The knob of the earlier layout.
  ///   - mapPoint: Maps a point of the old design to the new one; nil if no point has moved.
  func takeOver(_ old: KnobController, mapPoint: ((DesignPoint) -> DesignPoint)?) {
    // Most knobs are at rest, and copying a recognizer costs a few kilobytes.
    if old.recognizer.isAtRest {
      recognizer.takeOver(turned: old.recognizer.turned)
    } else {
      let rules = recognizer.rules
      recognizer = old.recognizer
      recognizer.change(to: rules, mapPoint: mapPoint)
    }
    if keepsControl(of: old) { control = old.control }
    if layout.reading == old.layout.reading { reading = old.reading }
    undo = old.undo
    lastUse = old.lastUse
    if lastUse != nil { leave(.planReturn(knob: index)) }
    nameSwap.takeOver(old.nameSwap, at: now)
    touchSource = old.touchSource
    if knob.hasSameSettings(as: old.knob) {
      knob = old.knob
      pointer = old.pointer
      reportedLaps = old.reportedLaps
      if old.recognizer.isAtRest {
        touch.takeOver(
          ended: old.touch.hasChangedValue, initial: old.touch.initial,
          revision: old.touch.initialRevision, lastEnd: old.touch.lastEnd)
      } else {
        touch = old.touch
      }
      feedback = old.feedback
      glow = old.glow
    } else {
      translate(old)
    }
    takeOverGuards(of: old)
    // Otherwise it stops, and the last level that it requested is the final one.
    if knob.hasSameSettings(as: old.knob), keepsControl(of: old) { ramp = old.ramp }
    if layout.taps == old.layout.taps { nudges = old.nudges }
    if layout.report == old.layout.report { reporter = old.reporter }
    if recognizer.owner == nil, old.layout.value != layout.value, layout.control == nil {
      // A value edited in the layout takes effect.
      advanceUndo()
      wasSetFromOutside()
      glide(toValue: layout.value)
    }
  }

  /// Emits the changes caused by the new layout.
  func reportTakeOver(of old: KnobController) {
    if knob.value != old.knob.value, !isInert { emit(.remote) }
    if layout.report != old.layout.report, old.reporter.isWaiting, reporter.change(at: now) {
      report()
    }
    if old.ramp != nil, ramp == nil { requestLevel(isFinal: true) }
    if needsTicks { leave(.startTicks(knob: index)) }
    didChange()
  }

  /// Converts a value of the earlier knob: a knob that drives a control keeps its level; any other
  /// knob keeps its value if that is in range.
  func translated(_ value: Double, from old: Knob) -> Double {
    if control.state == .none, knob.scale.range.contains(value),
      knob.travel.hasNames == old.travel.hasNames
    {
      return value
    }
    return knob.scale.value(atLevel: old.scale.level(ofValue: value))
  }

  /// Converts the state of the earlier knob to a different scale or travel.
  private func translate(_ old: KnobController) {
    let isTurning = recognizer.isHeld && old.touch.hasChangedValue
    if !isTurning, let level = control.knownLevel {
      knob.set(value: knob.scale.value(atLevel: level))
    } else {
      knob.set(value: translated(old.knob.value, from: old.knob))
    }
    if recognizer.isHeld, knob.travel == old.knob.travel,
      knob.scale.hasSamePositions(as: old.knob.scale)
    {
      // Keeps the finger's position between two steps.
      knob.grab(atPosition: old.knob.position)
    }
    pointer.jump(to: knob)
    if !recognizer.isHeld, knob.travel == old.knob.travel {
      pointer.glide(from: old.pointer.position, to: knob, at: now)
    }
    undo.mutePoint = undo.mutePoint.map {
      $0.withValue(translated($0.value, from: old.knob))
    }
    var initial = knob
    initial.set(value: translated(old.touch.initial.value, from: old.knob))
    touch.takeOver(old.touch, initial: initial.mark, now: knob, at: now)
  }

  private func takeOverGuards(of old: KnobController) {
    if layout.guards == old.layout.guards, knob.scale == old.knob.scale {
      guards.rise = old.guards.rise
    } else if recognizer.isHeld {
      guards.rise.begin(at: touch.initial.value, time: now)
    }
    guards.takeOver(old.guards)
    // A new lock does not interrupt a finger that is turning the knob.
    if layout.guards.lock != nil {
      let isTurning = recognizer.isHeld && !old.isLocked
      guards.unlockedUntil = old.guards.unlockedUntil ?? (isTurning ? now : nil)
    }
    if layout.guards.lock == .hold { guards.hold = old.guards.hold }
  }
}

extension Knob {
  /// Returns whether position and value of the other knob have the same meaning here.
  fileprivate func hasSameSettings(as other: Knob) -> Bool {
    scale == other.scale && travel == other.travel && overTravel == other.overTravel
      && snap == other.snap && magnets == other.magnets && hasInertia == other.hasInertia
  }
}

extension Scale {
  /// Returns whether a position has the same value, apart from steps.
  fileprivate func hasSamePositions(as other: Scale) -> Bool {
    range == other.range && taper == other.taper
  }
}

extension Travel {
  fileprivate var hasNames: Bool {
    if case .sectors = self { true } else { false }
  }
}
