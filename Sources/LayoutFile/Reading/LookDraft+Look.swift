internal import Diagnostics
internal import Knobs
internal import Layout
internal import Raster

extension LookDraft {
  /// A knob's look with its lengths as parts of the knob.
  ///
  /// - Parameter diameter: Of the knob, in design pixels.
  func look(diameter: Double, ruler: Ruler, _ context: ReadingContext) -> KnobStyle {
    var look = KnobStyle()
    if let track = track.value {
      look.track.isShown = track.isShown
      look.track.color = track.color.value
      look.track.width = fraction(track.width, of: diameter, ruler, context)
    }
    if let progress = progress.value {
      look.progress.isShown = progress.isShown
      look.progress.colors = progress.gradient.value ?? progress.color.value.map { [$0] } ?? []
      look.progress.zones = progress.zones.value ?? []
    }
    look.pointer.shape = pointer.value?.shape.value
    look.pointer.color = pointer.value?.color.value
    look.cap.shape = cap.value?.shape.value
    look.cap.color = cap.value?.color.value
    look.cap.hasShadow = cap.value?.shadow.value
    if let ticks = ticks.value {
      look.ticks.isShown = ticks.isShown
      look.ticks.places = ticks.places
      look.ticks.between = ticks.between.value
      look.ticks.hasLabels = ticks.labels.value ?? (ticks.listed.isWritten ? true : nil)
      look.ticks.color = ticks.color.value
    }
    if let glow = glow.value {
      look.glow.isShown = glow.isShown
      look.glow.color = glow.color.value
    }
    look.hasDetents = detents.value
    look.name = name.value
    look.value = value.value
    look.swapMicroseconds = swap.value?.seconds.map { Int64(($0 * 1e6).rounded()) }
    return look
  }

  /// What of a knob's diameter a length is; percents are of the diameter too.
  private func fraction(
    _ setting: Setting<Length>, of diameter: Double, _ ruler: Ruler,
    _ context: ReadingContext
  ) -> Double? {
    guard let length = setting.value else { return nil }
    if length.unit == .percent { return length.amount / 100 }
    guard let pixels = ruler.pixels(length, along: .both, context), diameter > 0 else {
      return nil
    }
    return pixels / diameter
  }
}

extension TicksDraft {
  fileprivate var places: KnobStyle.Ticks.Places? {
    if let labels = listed.value { return .listed(labels) }
    if let distance = every.value { return .every(distance) }
    return count.value.map { .count($0) }
  }
}
