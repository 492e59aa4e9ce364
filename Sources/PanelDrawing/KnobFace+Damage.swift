import Raster

extension KnobFace {
  /// The pixels that differ between two looks in the same state.
  func damage(from old: KnobDrawState, to new: KnobDrawState) -> Damage {
    var damage = Damage()
    if old.isHeld != new.isHeld || old.isQuiet != new.isQuiet {
      // The halo is wider than the ring and reaches all around; all that is lit changes its colour.
      let changing = geometry.changing
      addRing(
        inner: changing.lowerBound, outer: changing.upperBound, from: 0, to: 360, to: &damage)
    } else {
      addRingChanges(old, new, to: &damage)
    }
    addSignChanges(old, new, to: &damage)
    if old.pointer != new.pointer || old.isQuiet != new.isQuiet {
      if let shape = old.pointer { damage.add(shape.bounds) }
      if let shape = new.pointer { damage.add(shape.bounds) }
    }
    if old.sign != new.sign {
      damage.add(signs.bounds(of: old.sign))
      damage.add(signs.bounds(of: new.sign))
    }
    if old.nameShare != new.nameShare {
      // One shines through the other.
      damage.add(new.value.bounds.union(old.value.bounds))
      if let plate { damage.add(plate.bounds) }
    }
    if old.turned != new.turned, let reach = geometry.knurls?.reach {
      addRing(
        inner: reach.lowerBound, outer: reach.upperBound, from: 0, to: 360, pieces: 3, to: &damage)
    }
    new.value.addChanges(from: old.value, to: &damage)
    new.gear.addChanges(from: old.gear, to: &damage)
    return damage
  }

  private func addRingChanges(_ old: KnobDrawState, _ new: KnobDrawState, to damage: inout Damage) {
    let changed = changedMarks(old.litMarks, new.litMarks)
    if old.turns != new.turns {
      addLit(from: 0, to: 360, withMarks: true, to: &damage)
    } else if !style.metrics.track.hasProgress {
      // Only ticks change.
    } else if old.sector != new.sector {
      if let sector = old.sector { addLit(sector: sector, to: &damage) }
      if let sector = new.sector { addLit(sector: sector, to: &damage) }
    } else if old.progressStart != new.progressStart {
      addLit(from: 0, to: 360, to: &damage)
    } else if old.progressEnd != new.progressEnd {
      let start = new.progressStart
      let (from, to) = (old.progressEnd ?? start, new.progressEnd ?? start)
      // Where several ticks change with it, they and the ring make one wider band.
      let withMarks = changed.count > 3 && marksEdge > geometry.ring.radius
      addLit(
        from: from, to: to, isForward: max(from, to) > start,
        bothEndsChange: withMarks || min(from, to) <= start && max(from, to) >= start,
        withMarks: withMarks, to: &damage)
      if isNearHalf(from - start) || isNearHalf(to - start) {
        addLit(from: start, to: start, to: &damage)
      }
      if withMarks { return }
    }
    for index in changed { damage.add(marks[index].shape.bounds) }
  }

  private func addLit(sector: Int, to damage: inout Damage) {
    let width = 360 / Double(travel.sectors.count)
    addLit(from: (Double(sector) - 0.5) * width, to: (Double(sector) + 0.5) * width, to: &damage)
  }

  /// True if the ends of an arc lie opposite each other.
  ///
  /// The line that cuts one end then runs through the other one, which may change by a level.
  private func isNearHalf(_ sweep: Double) -> Bool {
    let reach = (geometry.ring.width * 0.5 + 4) / max(geometry.ring.radius, 1)
    return abs(abs(sweep) - 180) < Double(reach) * 180 / .pi
  }

  /// Those that are lit in one look only, and perhaps some between.
  private func changedMarks(_ old: Range<Int>, _ new: Range<Int>) -> Range<Int> {
    let low = min(old.lowerBound, new.lowerBound)
    let high = max(old.upperBound, new.upperBound)
    if old.lowerBound == new.lowerBound { return min(old.upperBound, new.upperBound)..<high }
    if old.upperBound == new.upperBound { return low..<max(old.lowerBound, new.lowerBound) }
    return low..<high
  }

  private func addSignChanges(_ old: KnobDrawState, _ new: KnobDrawState, to damage: inout Damage) {
    if old.stretch != new.stretch {
      for stretch in [old.stretch, new.stretch] {
        guard let stretch else { continue }
        let end = stretch.isBeyondMaximum ? travel.to : travel.from
        addLit(from: end, to: end + stretch.degrees, to: &damage)
      }
    }
    signs.addMarkChanges(
      origins: (old.origin, new.origin), ghosts: (old.ghost, new.ghost), to: &damage)
  }

  /// A part of the ring that becomes lit or unlit, degrees, with its round ends: both, or only the
  /// one that is ahead, clockwise or not, while the other is inside what stays lit.
  private func addLit(
    from: Double, to: Double, isForward: Bool = true, bothEndsChange: Bool = true,
    withMarks: Bool = false, to damage: inout Damage
  ) {
    let (ring, half) = (geometry.ring, geometry.ring.width * 0.5)
    let degreesPerPixel = 180 / .pi / Double(max(ring.radius - half, 1))
    let end = Double(half + 1) * degreesPerPixel
    let start = bothEndsChange ? end : degreesPerPixel
    addRing(
      inner: ring.radius - half,
      outer: withMarks ? max(marksEdge, ring.radius + half) : ring.radius + half,
      from: min(from, to) - (isForward ? start : end),
      to: max(from, to) + (isForward ? end : start), to: &damage)
  }

  /// How far ticks reach from the centre.
  private var marksEdge: Float {
    let size = geometry.metrics.ticks.major
    return geometry.radius * (size.outer + size.width) + 1
  }

  private func addRing(
    inner: Float, outer: Float, from: Double, to: Double, pieces: Int = 4,
    to damage: inout Damage
  ) {
    // Within the first turn, whichever turn of several it is.
    let turns = (from / 360).rounded(.down) * 360
    damage.addRing(
      center: geometry.center, inner: inner, outer: outer,
      from: Float((from - turns) / 180 * .pi), to: Float((to - turns) / 180 * .pi),
      pieces: pieces)
  }
}
