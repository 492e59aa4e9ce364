internal import Raster

/// The order in which a connector's modes are tried.
enum ModeChoice {
  /// Returns the modes to try, in order.
  ///
  /// With a request: the modes that match it, or nil if none does. Otherwise: the mode from the
  /// kernel command line, the preferred mode, the current mode, then the others from large to
  /// small.
  static func order(
    _ modes: [DRMMode], request: ModeRequest?, current: DRMMode?
  ) -> [DRMMode]? {
    if let request {
      let fitting = modes.filter { fits($0, request) }
      return fitting.isEmpty ? nil : fitting
    }
    func rank(_ mode: DRMMode) -> Int {
      if mode.isUserDefined { return 0 }
      if mode.isPreferred { return 1 }
      if let current, mode.hasSameTiming(as: current) { return 2 }
      return 3
    }
    // Ties keep the screen's order, which has the best refresh rate first.
    return modes.enumerated().sorted { left, right in
      let ranks = (rank(left.element), rank(right.element))
      if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
      let areas = (left.element.size.bounds.area, right.element.size.bounds.area)
      if ranks.0 == 3, areas.0 != areas.1 { return areas.0 > areas.1 }
      return left.offset < right.offset
    }.map(\.element)
  }

  /// Allows a tolerance of 0.5 Hz: screens report 59.94 where people write 60.
  private static func fits(_ mode: DRMMode, _ request: ModeRequest) -> Bool {
    guard mode.size == PixelSize(width: request.width, height: request.height) else {
      return false
    }
    guard let hertz = request.hertz else { return true }
    return abs(mode.hertz - hertz) < 0.5
  }
}
