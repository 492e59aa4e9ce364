public import JSON

/// What happened after a burst of fingers on the panels of a fleet.
public struct FleetResult {
  /// How many panels there were.
  public let panelCount: Int
  /// How many fingers turned knobs.
  public let handCount: Int
  /// The value of the target at the end.
  public let target: Double
  /// The values that the panels show at the end; one if all is well.
  public let values: Set<Double>
  /// How many commands reached the target.
  public let commandCount: Int
  /// From when the last finger left until the last panel changed, in microseconds; 0 for none.
  public let settledMicroseconds: Int64
  /// For each panel, how often its value changed its direction after the last finger had left.
  public let reversalCounts: [Int]

  init(
    panelCount: Int, handCount: Int, endMicroseconds end: Int64, target: Double,
    values: [Double], changes: [FleetChange], commandCount: Int
  ) {
    self.panelCount = panelCount
    self.handCount = handCount
    self.target = target
    self.values = Set(values)
    self.commandCount = commandCount
    settledMicroseconds = max(0, (changes.last?.microseconds ?? end) - end)
    var counts = [Int](repeating: 0, count: panelCount)
    for panel in 0..<panelCount {
      let own = changes.filter { $0.panel == panel }
      // From the last value before, so that the first change has a direction too.
      let before = own.last { $0.microseconds <= end }.map { [$0.value] } ?? []
      let path = before + own.filter { $0.microseconds > end }.map(\.value)
      let ways = zip(path, path.dropFirst()).map { $1 > $0 }
      counts[panel] = zip(ways, ways.dropFirst()).count { $0 != $1 }
    }
    reversalCounts = counts
  }

  /// The most that a panel swung.
  public var mostReversals: Int { reversalCounts.max() ?? 0 }

  /// A line for people.
  public var text: String {
    let values = values.sorted().map { JSONText.number($0) }.joined(separator: ", ")
    return "settled \(JSONText.number(Double(settledMicroseconds) / 1000, decimals: 0)) ms after "
      + "the last of \(handCount) fingers left \(panelCount) panels; all show \(values), the target "
      + "has \(JSONText.number(target)); at most \(mostReversals) "
      + "reversal\(mostReversals == 1 ? "" : "s"); \(commandCount) commands"
  }

  /// For programs.
  public var json: JSONValue {
    [
      "panels": .number(Double(panelCount)), "fingers": .number(Double(handCount)),
      "settledMilliseconds": .number(Double(settledMicroseconds) / 1000),
      "values": .array(values.sorted().map { .number($0) }), "target": .number(target),
      "mostReversals": .number(Double(mostReversals)),
      "commands": .number(Double(commandCount)),
    ]
  }
}
