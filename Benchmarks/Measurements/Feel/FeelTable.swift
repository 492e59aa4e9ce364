internal import Gesture

/// The results for finger paths × turn modes, for this project's knob and five others.
public struct FeelTable: Sendable {
  /// One knob on one path.
  public struct Row: Sendable {
    /// The name of the finger path.
    public var path: String
    /// How the knob is turned.
    public var turn: String
    /// Touch reports per second.
    public var rate: Double
    /// Whether the path has no noise.
    public var isClean: Bool
    /// The name of the knob.
    public var knob: String
    /// How well the knob followed the finger.
    public var measurement: Measurement
    /// The largest lag that counts as none: the longer of a report and a raster step.
    public var resolutionMilliseconds: Double
    /// Whether the knob is this project's.
    public var isOurs: Bool { knob == FeelTable.ours }
  }

  /// The name of this project's knob in `Row.knob`.
  public static let ours = "knobpanel"
  /// One row for each path, turn mode and knob.
  public let rows: [Row]

  /// Measures all rows, each path with noise `seeds` times.
  public init(seeds: Int = 8) {
    var rows: [Row] = []
    for path in FingerPath.turning + FingerPath.resting {
      for mode in [TurnMode.relative, .absolute] {
        rows += Self.compare(path, mode, seeds)
      }
      if path.isCircle { rows += Self.compare(path, .auto, seeds) }
    }
    for path in FingerPath.dragging {
      rows += Self.compare(path, path.name.hasPrefix("up") ? .vertical : .horizontal, seeds)
    }
    for path in FingerPath.resting {
      for mode in [TurnMode.vertical, .horizontal] { rows += Self.compare(path, mode, seeds) }
    }
    self.rows = rows + ManyFingers.rows()
  }

  /// Returns whether no other knob in the same row is noticeably better.
  ///
  /// A noticeable difference is a quarter of a percent of the range (a tenth for the mean error),
  /// half a percent of lost travel, one false change, a leap of more than two percent, or a lag
  /// above the touchscreen's resolution.
  public func isBestOrEqual(_ row: Row) -> Bool {
    rows.filter { $0.path == row.path && $0.turn == row.turn }.allSatisfy { other in
      let (mine, theirs) = (row.measurement, other.measurement)
      return mine.largestError <= theirs.largestError + 0.25
        && mine.meanError <= theirs.meanError + 0.1
        && mine.finalError <= theirs.finalError + 0.25
        && mine.falseChanges <= theirs.falseChanges
        && mine.lostDegrees <= theirs.lostDegrees + 1.35
        && mine.largestLeap <= max(theirs.largestLeap + 0.25, 2)
        && mine.lagMilliseconds <= max(theirs.lagMilliseconds, row.resolutionMilliseconds)
    }
  }

  /// Measures this project's knob and its rivals on one path.
  private static func compare(_ path: FingerPath, _ mode: TurnMode, _ seeds: Int) -> [Row] {
    let knobs: [Rival] = [(ours, { OurKnob(mode, radius: path.radius) })] + rivals(mode)
    let usual = Truth(path, meaning: meaning(mode, on: path, for: ours))
    return knobs.map { name, make in
      let truth =
        name == MHSlider.name ? Truth(path, meaning: meaning(mode, on: path, for: name)) : usual
      let runs = (1...(path.isClean ? 1 : seeds)).map { seed in
        var knob = make()
        return Measurement.of(path, by: &knob, truth: truth, seed: seed)
      }
      return Row(
        path: path.name, turn: mode.rawValue, rate: path.rate, isClean: path.isClean, knob: name,
        measurement: .worst(of: runs),
        resolutionMilliseconds: max(1000 / path.rate, path.rasterMilliseconds))
    }
  }

  /// Returns the meaning of a path for a knob; sliders differ in their pixels per sweep.
  private static func meaning(
    _ mode: TurnMode, on path: FingerPath, for knob: String
  ) -> Truth.Meaning {
    let travel = knob == MHSlider.name ? 270 : max(2 * path.radius, 240)
    return switch mode {
    case .relative, .auto, .both: .turn
    case .absolute: .direction
    case .vertical: .vertical(travel: travel)
    case .horizontal: .horizontal(travel: travel)
    }
  }
}

extension FeelTable {
  private typealias Rival = (name: String, make: () -> any Turning)

  /// Returns the other knobs' equivalents of a turn mode.
  private static func rivals(_ mode: TurnMode) -> [Rival] {
    switch mode {
    case .relative:
      [
        ("MHRotaryKnob", { MHRotary() }), ("Raumfeld", { Raumfeld() }),
        ("SMRotaryWheel", { SMWheel() }),
      ]
    case .absolute: [("Kodeco", { Kodeco() })]
    case .vertical:
      [("bradhowes/Knob", { BradHowes() }), (MHSlider.name, { MHSlider(isVertical: true) })]
    case .horizontal: [(MHSlider.name, { MHSlider(isVertical: false) })]
    case .auto: [("MHRotaryKnob", { MHRotary() })]
    case .both: []
    }
  }
}
