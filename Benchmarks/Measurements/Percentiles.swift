public import JSON

/// The median and the 99th percentile of measured times.
public struct Percentiles: Sendable {
  /// The median.
  public let p50: Double
  /// The 99th percentile.
  public let p99: Double

  /// Creates the percentiles of times in any order; 0 if there are none.
  public init(_ times: [Double]) {
    let sorted = times.sorted()
    (p50, p99) =
      sorted.isEmpty ? (0, 0) : (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
  }

  /// "p50 1.5 ms, p99 3.2 ms", for times in milliseconds.
  public var text: String {
    "p50 \(JSONText.number(p50, decimals: 1)) ms, p99 \(JSONText.number(p99, decimals: 1)) ms"
  }

  /// `{"p50", "p99"}`, in hundredths.
  public var json: JSONValue { ["p50": .hundredths(p50), "p99": .hundredths(p99)] }
}

extension JSONValue {
  /// Returns a number rounded to hundredths.
  static func hundredths(_ value: Double) -> JSONValue { .number((value * 100).rounded() / 100) }

  /// Returns a number rounded to thousandths.
  static func thousandths(_ value: Double) -> JSONValue { .number((value * 1000).rounded() / 1000) }
}
