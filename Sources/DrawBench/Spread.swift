/// How long something takes, in microseconds.
public struct Spread: Sendable {
  /// Of a batch of measurements; the median of all batches, so that what else the machine does
  /// counts little.
  public let mean: Double
  /// The median of all measurements, in microseconds.
  public let p50: Double
  /// The 99th percentile of all measurements, in microseconds.
  public let p99: Double

  /// Of at least one time, in nanoseconds, in the order they were measured.
  init(nanoseconds times: [Int64], batch: Int) {
    var means: [Double] = []
    var start = 0
    while start < times.count {
      // What is left over goes with the last whole batch.
      let isLast = start + 2 * batch > times.count
      let part = times[start..<(isLast ? times.count : start + batch)]
      means.append(Double(part.reduce(0, +)) / Double(part.count) / 1000)
      start += part.count
    }
    let sorted = times.sorted()
    mean = means.sorted()[means.count / 2]
    p50 = Double(sorted[sorted.count / 2]) / 1000
    p99 = Double(sorted[min(sorted.count * 99 / 100, sorted.count - 1)]) / 1000
  }
}
