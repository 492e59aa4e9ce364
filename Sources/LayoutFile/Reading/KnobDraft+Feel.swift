internal import Diagnostics
internal import Gesture
internal import Knobs
internal import Layout

extension KnobDraft {
  /// Fills in how the knob feels; a key that is wrong was or is reported, and counts as left out.
  func fill(
    _ knob: inout KnobLayout, ruler: Ruler, _ context: ReadingContext
  ) {
    knob.feel = feel(radius: knob.diameter / 2, ruler: ruler, context)
    knob.guards = guards(scale: knob.scale, ruler: ruler, context)
    knob.overTravel = overTravel.value
    knob.snap = snap.value ?? knob.snap
    knob.hasInertia = inertia.value ?? false
    knob.magnets = magnets(on: knob.scale, context)
    knob.taps = tapSettings
    knob.report = reportSettings
    knob.arcOrigin = arc.value ?? .minimum
    if decimals.isWritten || names.isWritten {
      var format = ValueFormat(for: knob.scale, travel: knob.travel)
      if let decimals = decimals.value { format.decimals = Int(decimals) }
      format.named = (names.value ?? []).compactMap { entry in
        guard let value = entry.value.value, let name = entry.name.value else { return nil }
        return ValueFormat.NamedValue(value: value, name: name)
      }
      knob.format = format
    }
  }

  private func feel(
    radius: Double, ruler: Ruler, _ context: ReadingContext
  ) -> Feel {
    func pixels(_ setting: Setting<Length>?, _ context: ReadingContext) -> Double? {
      setting?.value.flatMap { ruler.pixels($0, along: .both, context) }
    }
    var feel = Feel()
    feel.sensitivity = sensitivity.value ?? feel.sensitivity
    feel.dragTravel = pixels(dragTravel, context)
    feel.fine = fine.value ?? feel.fine
    feel.innerRadius = pixels(ring.value?.inner, context) ?? 0
    feel.outerRadius = pixels(ring.value?.outer, context)
    feel.leave = leave.value ?? feel.leave
    if let inner = ring.value?.inner.written, feel.innerRadius >= feel.outerRadius ?? 1.1 * radius {
      context.error(
        "this ring has nothing between its inner and its outer radius", at: inner.span,
        hint: "`inner` must be less than `outer`, which is 1.1 of the knob's radius if left out")
    }
    let guards = guards.value
    feel.holdMicroseconds = Self.microseconds(hold) ?? feel.holdMicroseconds
    feel.isFiltered = guards?.filter.value ?? true
    feel.liftOffMicroseconds = Self.microseconds(guards?.liftOff) ?? feel.liftOffMicroseconds
    feel.bridgeMicroseconds = Self.microseconds(guards?.bridge) ?? feel.bridgeMicroseconds
    feel.slideAwayRadius = pixels(guards?.slideAway, context)
    feel.stuckMicroseconds = Self.microseconds(guards?.stuck) ?? feel.stuckMicroseconds
    return feel
  }

  private func guards(
    scale: Scale, ruler: Ruler, _ context: ReadingContext
  ) -> Guards {
    var result = Guards()
    result.cancel = cancel.value ?? .keep
    guard let draft = guards.value else { return result }
    result.maximumRisePerSecond = draft.risePerSecond.value
    result.maximumRisePerGesture = draft.rise.value
    result.ceiling = inRange(draft.ceiling, called: "ceiling", of: scale, context)
    result.isLocked = draft.lock.value ?? false
    result.unlockedMicroseconds =
      Self.microseconds(draft.unlocked) ?? result.unlockedMicroseconds
    result.secondFingerCancels = draft.secondFinger.value ?? false
    result.largestContact = draft.palm.value.flatMap {
      ruler.pixels($0, along: .both, context)
    }
    return result
  }

  private func magnets(
    on scale: Scale, _ context: ReadingContext
  ) -> [Magnet] {
    (magnets.value ?? []).compactMap { draft in
      guard let width = draft.width.value,
        let value = inRange(draft.value, called: "value", of: scale, context)
      else { return nil }
      return Magnet(value: value, width: width)
    }
  }

  private var tapSettings: Taps {
    var result = Taps()
    result.action = taps.value?.tap.value ?? .none
    result.repeats = taps.value?.isRepeated.value ?? false
    result.doubleTapResets = taps.value?.doubleTapResets.value ?? true
    return result
  }

  private var reportSettings: Report {
    var result = Report()
    result.occasion = report.value?.occasion.value ?? .always
    result.perSecond = report.value?.perSecond.value
    return result
  }

  /// A value that the knob must be able to have; nil after the reason was appended.
  private func inRange(
    _ setting: Setting<Double>, called key: String, of scale: Scale,
    _ context: ReadingContext
  ) -> Double? {
    guard let (value, _, span) = setting.written else { return nil }
    guard scale.range.contains(value) else {
      context.error(
        "`\(key)` is \(NumberText.shown(value)), outside of the range "
          + "\(NumberText.shown(scale.range.lowerBound)) to "
          + NumberText.shown(scale.range.upperBound), at: span)
      return nil
    }
    return value
  }

  /// Seconds of the file, within a schema's limits of an hour at most.
  private static func microseconds(_ setting: Setting<Double>?) -> Int64? {
    setting?.value.map { Int64(($0 * 1e6).rounded()) }
  }
}
