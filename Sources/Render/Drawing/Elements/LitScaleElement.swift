import Panel
import Raster

/// The lit part of the ring and the lit ticks, which show the value.
struct LitScaleElement: FaceElement {
  let lighting: Lighting
  /// Whether the arc leads from a reading down to the value.
  let isFalling: Bool
  /// The angle at which the lit part of the ring begins, in degrees.
  let start: Double
  /// The angle at which it ends, in degrees; nil if none of it is lit.
  let end: Double?
  /// The number of full turns below the lit part, on a knob of several turns.
  let turns: Int
  /// The lit sector of a wheel or a switch.
  let sector: Int?
  /// The indices of the lit ticks.
  let ticks: Range<Int>

  init(_ view: EffectiveViewState, _ face: borrowing KnobFace) {
    let travel = face.travel
    lighting = view.lighting
    start = travel.degrees(at: view.arcOrigin)
    // A muted knob keeps the arc to which it returns, without its colour.
    let shown = view.mutedFrom ?? view.position
    isFalling = view.arcOrigin > shown
    let isAwayFromMinimum = shown > 0 || view.arcOrigin > 0
    // An arc from the minimum is empty there; an arc from any other origin is a dot.
    if view.isKnown, travel.sectors.isEmpty,
      isAwayFromMinimum || face.style.metrics.isPointerOnRing
    {
      let sweep = travel.degrees(at: shown) - start
      // On a ring that is closed once, the end is a full turn, not the start of another.
      turns = abs(travel.to - travel.from) > 361 ? Int((abs(sweep) / 360).rounded(.down)) : 0
      // Not quite closed, so that it stays an arc with two ends.
      let rest = min(abs(sweep) - Double(turns) * 360, 359.9)
      end = start + (sweep < 0 ? -rest : rest)
    } else {
      turns = 0
      end = nil
    }
    sector = view.isKnown ? travel.sector(at: view.position) : nil
    if !view.isKnown || !face.style.metrics.ticks.areLit || face.ticks.isEmpty {
      ticks = 0..<0
    } else if let sector {
      ticks = sector..<sector + 1
    } else {
      // Of several laps, only the last one is shown.
      let low = min(view.arcOrigin, shown)
      let high = max(view.arcOrigin, shown) - Double(turns) / travel.laps
      ticks =
        isAwayFromMinimum && (low == 0 || travel.laps == 1)
        ? face.ticks(from: low, to: high) : 0..<0
    }
  }

  func draw(on canvas: Canvas, _ face: KnobFace, _ state: KnobViewState.State) {
    let colors = face.litColors(state, isFalling: isFalling)[lighting]
    drawRing(on: canvas, face, state, colors)
    drawTicks(on: canvas, face, colors)
  }

  func addChanges(
    from old: LitScaleElement, _ face: KnobFace, _ state: KnobViewState.State,
    to damage: inout Damage
  ) {
    // `LightingElement` adds all of it.
    guard lighting == old.lighting else { return }
    let changed = changedTicks(from: old)
    let geometry = face.geometry
    if turns != old.turns || isFalling != old.isFalling && face.style.falling != nil {
      geometry.addArc(from: 0, to: 360, withTicks: true, to: &damage)
    } else if !face.style.metrics.track.hasProgress {
      // Only ticks change.
    } else if sector != old.sector {
      old.addSector(face, to: &damage)
      addSector(face, to: &damage)
    } else if start != old.start {
      geometry.addArc(from: 0, to: 360, to: &damage)
    } else if end != old.end {
      let (from, to) = (old.end ?? start, end ?? start)
      // If several ticks change with it, they and the ring make one wider band.
      let withTicks = changed.count > 3 && geometry.ticksEdge > geometry.ring.radius
      geometry.addArc(
        from: from, to: to, isForward: max(from, to) > start,
        bothEndsChange: withTicks || min(from, to) <= start && max(from, to) >= start,
        withTicks: withTicks, to: &damage)
      if withTicks { return }
    }
    for index in changed { damage.add(face.ticks[index].shape.bounds) }
  }

  private func addSector(_ face: KnobFace, to damage: inout Damage) {
    guard let sector else { return }
    let middle = face.travel.degrees(ofSector: sector)
    let half = face.travel.sectorDegrees / 2
    face.geometry.addArc(from: middle - half, to: middle + half, to: &damage)
  }

  /// Returns the ticks that are lit in only one of the two, and perhaps some in between.
  private func changedTicks(from old: LitScaleElement) -> Range<Int> {
    let (one, two) = (old.ticks, ticks)
    let low = min(one.lowerBound, two.lowerBound)
    let high = max(one.upperBound, two.upperBound)
    if one.lowerBound == two.lowerBound { return min(one.upperBound, two.upperBound)..<high }
    if one.upperBound == two.upperBound { return low..<max(one.lowerBound, two.lowerBound) }
    return low..<high
  }
}
