/// The distribution of measured times, in microseconds.
public struct Spread: Sendable {
  /// The median of the mean times of all batches, so that other load on the machine has little
  /// effect.
  public let mean: Double
  /// The median of all measurements, in microseconds.
  public let p50: Double
  /// The 99th percentile of all measurements, in microseconds.
  public let p99: Double

  /// Creates the spread of at least one time, in nanoseconds, in the order of measurement.
  init(nanoseconds times: [Int64], batch: Int) {
    var means: [Double] = []
    var start = 0
    while start < times.count {
      // The remainder is added to the last whole batch.
      let isLast = start + 2 * batch > times.count
      let part = times[start..<(isLast ? times.count : start + batch)]
      means.append(Double(part.reduce(0, +)) / Double(part.count) / 1000)
      start += part.count
    }
    mean = means.sorted()[means.count / 2]
    let percentiles = Percentiles(times.map { Double($0) / 1000 })
    (p50, p99) = (percentiles.p50, percentiles.p99)
  }
}
