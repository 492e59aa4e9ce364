extension KnobFace {
  /// Returns the indices of the ticks between two positions.
  func ticks(from low: Double, to high: Double) -> Range<Int> {
    let first = firstTick { $0 >= low - 1e-9 }
    return first..<max(first, firstTick { $0 > high + 1e-9 })
  }

  /// Returns the index of the first tick whose position satisfies a condition, by binary search.
  @inline(__always) private func firstTick(where isBeyond: (Double) -> Bool) -> Int {
    var low = 0
    var high = ticks.count
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(ticks[middle].position) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
