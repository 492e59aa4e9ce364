internal import Diagnostics
internal import Knobs
internal import Layout

extension LookDraft {
  /// The widest track, as a part of the knob's diameter.
  private static let widestTrack = Double(LayoutTables.mostTrackPercent) / 100
  private static let mostTicks = 400.0

  /// Says what cannot be meant, whichever knob it is for.
  func check(_ context: ReadingContext) {
    if let progress = progress.value {
      checkOneOf(
        [
          ("color", progress.color.keySpan), ("gradient", progress.gradient.keySpan),
          ("zones", progress.zones.keySpan),
        ], of: "progress", hint: "its colour is one, changes by the angle, or by the value",
        context)
      checkOrder(of: progress.zones, context)
    }
    if let ticks = ticks.value {
      checkOneOf(
        [
          ("count", ticks.count.keySpan), ("every", ticks.every.keySpan),
          ("at", ticks.listed.keySpan),
        ], of: "ticks", hint: "each says where the long ticks stand", context)
    }
  }

  /// Says what cannot be meant for a knob of this size and scale.
  func check(
    _ look: KnobStyle, on scale: Scale, _ context: ReadingContext
  ) {
    if let width = look.track.width, width > Self.widestTrack, let span = track.value?.width.span {
      context.error(
        "this track is as wide as \(Self.percent(width)) of its knob; at most "
          + "\(LayoutTables.mostTrackPercent) % are possible",
        at: span)
    }
    if let zones = progress.value?.zones, let span = zones.span {
      for zone in zones.value ?? [] {
        checkRange(zone.from, "this zone begins at", scale, at: span, context)
      }
    }
    guard let ticks = ticks.value else { return }
    if let span = ticks.listed.span {
      for label in ticks.listed.value ?? [] {
        checkRange(label.value, "this tick stands at", scale, at: span, context)
      }
    }
    if let distance = ticks.every.value, let span = ticks.every.span {
      let width = scale.range.upperBound - scale.range.lowerBound
      let count = width / distance * Double((ticks.between.value ?? 4) + 1)
      if count > Self.mostTicks {
        context.error(
          "this makes more than 400 ticks", at: span, hint: "write a larger distance")
      }
    }
  }

  private func checkOneOf(
    _ keys: [(name: String, span: SourceSpan?)], of part: String, hint: String,
    _ context: ReadingContext
  ) {
    let written = keys.compactMap { key in key.span.map { (name: key.name, span: $0) } }
    guard let first = written.first else { return }
    for other in written.dropFirst() {
      context.error(
        "`\(part)` with `\(first.name)` cannot have `\(other.name)` too", at: other.span,
        hint: hint, related: [.init(span: first.span, message: "`\(first.name)` is here")])
    }
  }

  private func checkOrder(
    of zones: Setting<[KnobStyle.Zone]>, _ context: ReadingContext
  ) {
    guard let values = zones.value, let span = zones.span else { return }
    for (zone, next) in zip(values, values.dropFirst()) where zone.from >= next.from {
      context.error(
        "the zone from \(NumberText.shown(next.from)) does not lie above the one from "
          + NumberText.shown(zone.from), at: span,
        hint: "write the lowest value first")
      return
    }
  }

  private func checkRange(
    _ value: Double, _ what: String, _ scale: Scale, at span: SourceSpan,
    _ context: ReadingContext
  ) {
    guard !scale.range.contains(value) else { return }
    context.error(
      "\(what) \(NumberText.shown(value)), outside of the range "
        + "\(NumberText.shown(scale.range.lowerBound)) to "
        + NumberText.shown(scale.range.upperBound), at: span)
  }

  private static func percent(_ fraction: Double) -> String {
    NumberText.shown((fraction * 1000).rounded() / 10) + " %"
  }
}
