internal import Diagnostics
internal import Knobs
internal import Layout

extension KnobEntry {
  /// The maximum number of steps: far more than a finger can resolve, and few enough to stay exact.
  private static let maximumSteps = 1e6

  /// Checks range, taper and step against each other; returns false after reporting the reason.
  mutating func resolveScale(_ locations: KeyLocations, _ context: ReadingContext) -> Bool {
    if locations["sectors"] != nil { return resolveSectors(locations, context) }
    guard !["range", "taper", "step"].contains(where: locations.isUnreadable) else { return false }
    // The points of a piecewise taper also set the range.
    if locations["range"] == nil, case .piecewise(let points) = knob.scale.taper,
      let first = points.first, let last = points.last, first.value < last.value
    {
      knob.scale.range = first.value...last.value
    }
    let related = locations["range"].map {
      [Diagnostic.Related(span: $0.span, message: "the range is here")]
    }
    let isTaperValid = locations["taper"].map { checkTaper(at: $0.span, related ?? [], context) }
    let isStepValid = locations["step"].map { checkStep(at: $0.span, related ?? [], context) }
    return isTaperValid ?? true && isStepValid ?? true
  }

  /// Makes the knob a wheel of its sectors, or with a `sweep` a switch with two ends.
  private mutating func resolveSectors(
    _ locations: KeyLocations, _ context: ReadingContext
  ) -> Bool {
    guard let sectors else { return false }
    // The values are the numbers of the sectors, from 0.
    knob.scale = Scale(range: 0...Double(max(1, sectors.count - 1)), step: 1)
    guard let sweep = locations["sweep"] else {
      knob.travel = .sectors(sectors)
      return true
    }
    guard abs(knob.travel.sweepDegrees) < 360 else {
      context.error(
        "sectors with a `sweep` have less than one turn", at: sweep.span,
        hint: "write a sweep such as [-45, 45], or none for a wheel without ends")
      return false
    }
    knob.positions = sectors
    knob.format = ValueFormat(decimals: 0, names: sectors)
    return true
  }

  /// Checks that a knob with `return` has a value to return to.
  func checkReturn(_ locations: KeyLocations, _ context: ReadingContext) {
    guard let location = locations["return"], location.isReadable, locations["default"] == nil,
      knob.valueReturn?.value == nil, context.knob?.hasUnreadableReturn != true
    else { return }
    let format = knob.format ?? ValueFormat(for: knob.scale, travel: knob.travel)
    let value = format.name(of: knob.value) ?? NumberText.shown(knob.value)
    let seconds = Double(knob.valueReturn?.microseconds ?? 0) / 1e6
    context.error(
      "there is no `default` to return to", at: location.keySpan,
      hint: "add `default: \(value)`, or a value to return to: `return: {after: "
        + "\(NumberText.shown(seconds)), to: \(value)}`")
  }

  /// Checks that the initial, default and return values are within the limit.
  func checkLimit(_ locations: KeyLocations, _ context: ReadingContext) {
    guard let limit = knob.guards.limit, let limitSpan = locations["limit"]?.span else { return }
    let values = [
      ("value", locations["value"] == nil ? nil : knob.value), ("default", knob.defaultValue),
      ("return", knob.valueReturn?.value),
    ]
    for case let (key, value?) in values where value > limit {
      guard let span = locations[key]?.span else { continue }
      context.error(
        "the `\(key)` of \(NumberText.shown(value)) is above the limit", at: span,
        hint: "write \(NumberText.shown(limit)) or less",
        related: [.init(span: limitSpan, message: "the limit is here")])
    }
  }

  /// Checks that a knob with `guards.within` has ends, and a default to count from.
  func checkWithin(_ locations: KeyLocations, _ context: ReadingContext) {
    guard knob.guards.within != nil, let guards = locations["guards"] else { return }
    guard case .arc = knob.travel else {
      context.error(
        "a knob without ends cannot have `within`", at: guards.keySpan,
        hint: "a finger could come round; remove `within`, or its `endless` or `sectors`")
      return
    }
    guard locations["default"] == nil else { return }
    context.error(
      "there is no `default` from which `within` counts", at: guards.keySpan,
      hint: "add `default: \(NumberText.shown(knob.value))`")
  }

  private func checkStep(
    at span: SourceSpan, _ related: [Diagnostic.Related], _ context: ReadingContext
  ) -> Bool {
    let step = knob.scale.step
    let width = knob.scale.range.upperBound - knob.scale.range.lowerBound
    if step > width {
      context.error(
        "a step of \(NumberText.shown(step)) is larger than the whole range of "
          + NumberText.shown(width),
        at: span, hint: "write a smaller step, or none for a smooth knob", related: related)
      return false
    }
    if width / step > Self.maximumSteps {
      context.error(
        "this makes more than a million steps", at: span,
        hint: "leave `step` out for a smooth knob", related: related)
      return false
    }
    return true
  }

  private func checkTaper(
    at span: SourceSpan, _ related: [Diagnostic.Related], _ context: ReadingContext
  ) -> Bool {
    let range = knob.scale.range
    switch knob.scale.taper {
    case .logarithmic where range.lowerBound <= 0:
      context.error(
        "a log taper needs a range above 0, but this one begins at "
          + NumberText.shown(range.lowerBound),
        at: span, hint: "begin the range at a small value such as 0.1, or use `taper: cubic`",
        related: related)
      return false
    case .zero where range.lowerBound >= 0 || range.upperBound <= 0:
      let ends = [range.lowerBound, range.upperBound].map(NumberText.shown)
      context.error(
        "`zero_at` needs a range with 0 inside, but this one is \(ends[0]) to \(ends[1])", at: span,
        hint: "give it a range such as [-60, 10], or use another taper", related: related)
      return false
    case .piecewise(let points):
      return checkPoints(points, in: range, at: span, related, context)
    default: return true
    }
  }

  private func checkPoints(
    _ points: [Taper.Breakpoint], in range: ClosedRange<Double>, at span: SourceSpan,
    _ related: [Diagnostic.Related], _ context: ReadingContext
  ) -> Bool {
    guard let first = points.first, let last = points.last else { return true }
    for (point, next) in zip(points, points.dropFirst())
    where point.position >= next.position || point.value >= next.value {
      let shown = "[\(NumberText.shown(next.position)), \(NumberText.shown(next.value))]"
      context.error(
        "the point \(shown) is not above the one before it", at: span,
        hint: "positions and values must both increase from point to point")
      return false
    }
    if first.position != 0 || last.position != 1 {
      context.error(
        "these points go from position \(NumberText.shown(first.position)) to "
          + "\(NumberText.shown(last.position)), not from 0 to 1",
        at: span, hint: "the first point is [0, lowest value], the last [1, highest value]")
      return false
    }
    if first.value != range.lowerBound || last.value != range.upperBound {
      context.error(
        "these points go from \(NumberText.shown(first.value)) to "
          + "\(NumberText.shown(last.value)), but the range does not", at: span,
        hint: "begin and end both at the same values, or remove the `range`",
        related: related)
      return false
    }
    return true
  }
}
