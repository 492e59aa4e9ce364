import Raster

extension KnobFace {
  /// The pixels that differ between two looks in the same state.
  func damage(from old: KnobLook, to new: KnobLook) -> Damage {
    var damage = Damage()
    addRingChanges(old, new, to: &damage)
    if old.pointer != new.pointer {
      if let shape = old.pointer { damage.add(shape.bounds) }
      if let shape = new.pointer { damage.add(shape.bounds) }
    }
    new.value.addChanges(from: old.value, to: &damage)
    return damage
  }

  private func addRingChanges(_ old: KnobLook, _ new: KnobLook, to damage: inout Damage) {
    let changed = min(old.litMarks, new.litMarks)..<max(old.litMarks, new.litMarks)
    if old.isHeld != new.isHeld {
      // The glow is wider than the ring and reaches all around; the ticks get another colour.
      let outer = marks.isEmpty ? geometry.glow.radius + geometry.glow.blur : geometry.radius * 1.08
      addRing(
        inner: geometry.glow.hole - geometry.glow.holeBlur, outer: outer, from: 0, to: 360,
        to: &damage)
    } else if old.sector != new.sector {
      for sector in [old.sector, new.sector] {
        guard let sector else { continue }
        let width = 360 / Double(travel.sectors.count)
        addLit(
          from: (Double(sector) - 0.5) * width, to: (Double(sector) + 0.5) * width, to: &damage)
      }
    } else if old.turns != new.turns {
      addLit(from: 0, to: 360, to: &damage)
    } else if old.progressEnd != new.progressEnd {
      // Where several ticks change with it, they and the ring make one wider band.
      addLit(
        from: old.progressEnd ?? travel.from, to: new.progressEnd ?? travel.from,
        startChanges: old.progressEnd == nil || new.progressEnd == nil,
        withMarks: changed.count > 3, to: &damage)
      if changed.count <= 3 {
        for index in changed { damage.add(marks[index].shape.bounds) }
      }
      return
    }
    if old.litMarks != new.litMarks, old.isHeld == new.isHeld {
      for index in changed { damage.add(marks[index].shape.bounds) }
    }
  }

  /// A part of the ring that becomes lit or unlit, degrees, with the round end it has in the
  /// direction of travel; the other end is inside what stays lit, unless it is the start's.
  private func addLit(
    from: Double, to: Double, startChanges: Bool = true, withMarks: Bool = false,
    to damage: inout Damage
  ) {
    let (ring, half) = (geometry.ring, geometry.ring.width * 0.5)
    let degreesPerPixel = 180 / .pi / Double(max(ring.radius - half, 1))
    let end = Double(half + 1) * degreesPerPixel
    let start = startChanges ? end : degreesPerPixel
    let isForward = travel.to >= travel.from
    addRing(
      inner: ring.radius - half,
      outer: withMarks ? geometry.radius * 1.08 : ring.radius + half,
      from: min(from, to) - (isForward ? start : end),
      to: max(from, to) + (isForward ? end : start), to: &damage)
  }

  private func addRing(
    inner: Float, outer: Float, from: Double, to: Double, to damage: inout Damage
  ) {
    damage.addRing(
      center: geometry.center, inner: inner, outer: outer, from: Float(from / 180 * .pi),
      to: Float(to / 180 * .pi))
  }
}
