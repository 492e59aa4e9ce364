internal import Diagnostics
internal import Knobs

extension KnobDraft {
  /// Smallest distance of a range's ends; keeps positions computed from values exact enough.
  private static let narrowest = 1e-6
  /// A finger tells far fewer apart; keeps step numbers exact.
  private static let mostSteps = 1e6

  /// Range, taper and step, checked against each other; nil after the reason was appended.
  func scale(_ context: ReadingContext) -> Scale? {
    if sectors.isWritten { return sectorScale(context) }
    guard !range.isUnreadable, !taper.isUnreadable, !step.isUnreadable else { return nil }
    guard let range = checkedRange(context) else { return nil }
    let isTaperGood = checkTaper(in: range, context)
    let isStepGood = checkStep(in: range, context)
    guard isTaperGood, isStepGood else { return nil }
    return Scale(range: range, taper: taper.value ?? .linear, step: step.value ?? 0)
  }

  /// The values of a wheel are the numbers of its sectors, from 0.
  private func sectorScale(_ context: ReadingContext) -> Scale? {
    let others = [("range", range.keySpan), ("step", step.keySpan), ("taper", taper.keySpan)]
    for case (let name, let span?) in others {
      context.error(
        "a knob with `sectors` cannot have a `\(name)` too", at: span,
        hint: "its values are its sectors; remove `sectors` or `\(name)`",
        related: sectors.keySpan.map { [.init(span: $0, message: "`sectors` is here")] } ?? [])
    }
    guard let sectors = sectors.value else { return nil }
    return Scale(range: 0...Double(max(1, sectors.count - 1)), step: 1)
  }

  private func checkedRange(_ context: ReadingContext) -> ClosedRange<Double>? {
    guard let (range, _, span) = range.written else {
      // The points of a piecewise taper say the range as well.
      if case .piecewise(let points) = taper.value, let first = points.first,
        let last = points.last,
        first.value < last.value
      {
        return first.value...last.value
      }
      return Scale().range
    }
    let (low, high) = (NumberText.shown(range.first), NumberText.shown(range.second))
    if range.first > range.second {
      context.error(
        "this range ends at \(high), below \(low) where it begins", at: span,
        hint: "write [\(high), \(low)]; a knob that grows counter-clockwise swaps the two "
          + "angles of its `sweep`")
      return nil
    }
    if range.second - range.first < Self.narrowest {
      context.error(
        range.first == range.second
          ? "this range begins and ends at \(low)"
          : "the ends of this range are less than 0.000001 apart",
        at: span, hint: "write the lowest and the highest value, such as [0, 100]")
      return nil
    }
    return range.first...range.second
  }

  private func checkStep(
    in range: ClosedRange<Double>, _ context: ReadingContext
  ) -> Bool {
    guard let (step, _, span) = step.written else { return true }
    let width = range.upperBound - range.lowerBound
    let related = self.range.span.map {
      [Diagnostic.Related(span: $0, message: "the range is here")]
    }
    if step > width {
      context.error(
        "a step of \(NumberText.shown(step)) is larger than the whole range of "
          + NumberText.shown(width),
        at: span, hint: "write a smaller step, or none for a smooth knob", related: related ?? [])
      return false
    }
    if width / step > Self.mostSteps {
      context.error(
        "this makes more than a million steps", at: span,
        hint: "leave `step` out for a smooth knob", related: related ?? [])
      return false
    }
    return true
  }

  private func checkTaper(
    in range: ClosedRange<Double>, _ context: ReadingContext
  ) -> Bool {
    guard let (taper, _, span) = taper.written else { return true }
    let related = self.range.span.map {
      [Diagnostic.Related(span: $0, message: "the range is here")]
    }
    switch taper {
    case .logarithmic where range.lowerBound <= 0:
      context.error(
        "a log taper needs a range above 0, but this one begins at "
          + NumberText.shown(range.lowerBound),
        at: span, hint: "begin the range at a small value such as 0.1, or use `taper: cubic`",
        related: related ?? [])
      return false
    case .piecewise(let points):
      return checkPoints(points, in: range, at: span, context)
    default: return true
    }
  }

  private func checkPoints(
    _ points: [Taper.Breakpoint], in range: ClosedRange<Double>, at span: SourceSpan,
    _ context: ReadingContext
  ) -> Bool {
    guard let first = points.first, let last = points.last else { return true }
    for (point, next) in zip(points, points.dropFirst())
    where point.position >= next.position || point.value >= next.value {
      let shown = "[\(NumberText.shown(next.position)), \(NumberText.shown(next.value))]"
      context.error(
        "the point \(shown) does not lie above the one before it", at: span,
        hint: "positions and values both grow from point to point")
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
        hint: "let both begin and end at the same values, or remove the `range`",
        related: self.range.span.map { [.init(span: $0, message: "the range is here")] } ?? [])
      return false
    }
    return true
  }
}
