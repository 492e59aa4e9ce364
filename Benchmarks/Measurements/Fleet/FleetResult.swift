public import JSON

/// The result of a burst of fingers on the panels of a fleet.
public struct FleetResult {
  /// The number of panels.
  public let panelCount: Int
  /// The number of fingers that turned knobs.
  public let handCount: Int
  /// The value of the target at the end.
  public let target: Double
  /// The values that the panels show at the end; a single one if they agree.
  public let values: Set<Double>
  /// The number of commands that reached the target.
  public let commandCount: Int
  /// The time from the last lift to the last change of a panel, in microseconds; 0 for none.
  public let settledMicroseconds: Int64
  /// For each panel, how often its value reversed its direction after the last lift.
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
      // Starts with the last value before, so that the first change has a direction too.
      let before = own.last { $0.microseconds <= end }.map { [$0.value] } ?? []
      let path = before + own.filter { $0.microseconds > end }.map(\.value)
      let directions = zip(path, path.dropFirst()).map { $1 > $0 }
      counts[panel] = zip(directions, directions.dropFirst()).count { $0 != $1 }
    }
    reversalCounts = counts
  }

  /// The maximum number of reversals of a panel.
  public var mostReversals: Int { reversalCounts.max() ?? 0 }

  /// The result as a line of text.
  public var text: String {
    let values = values.sorted().map { JSONText.number($0) }.joined(separator: ", ")
    return "settled \(JSONText.number(Double(settledMicroseconds) / 1000, decimals: 0)) ms after "
      + "the last of \(handCount) fingers left \(panelCount) panels; all show \(values), the target "
      + "has \(JSONText.number(target)); at most \(mostReversals) "
      + "reversal\(mostReversals == 1 ? "" : "s"); \(commandCount) commands"
  }

  /// The result as JSON.
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
