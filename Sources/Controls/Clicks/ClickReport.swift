/// A report about clicks.
public enum ClickReport: Hashable, Sendable, CustomStringConvertible {
  /// Clicks cannot be played; the reason and the remedy.
  case failed(String)
  /// Clicks can be played again.
  case recovered
  /// A PCM was opened.
  case opened(device: String, PCMSummary)

  static func granted(_ format: PCMFormat, by device: String) -> ClickReport {
    .opened(
      device: device,
      PCMSummary(
        rate: format.rate, periodMicroseconds: format.periodMicroseconds,
        latencyMicroseconds: format.latencyMicroseconds))
  }

  /// One line.
  public var description: String {
    switch self {
    case .failed(let reason): "no clicks: \(reason)"
    case .recovered: "clicks can be heard again"
    case .opened(let device, let summary):
      "clicks: PCM \"\(device)\" plays at \(summary.rate) Hz in periods of "
        + "\(milliseconds(summary.periodMicroseconds)) ms; a click is heard at most "
        + "\(milliseconds(summary.latencyMicroseconds)) ms after it was written"
    }
  }

  private func milliseconds(_ microseconds: Int) -> String {
    let tenths = (microseconds + 50) / 100
    return "\(tenths / 10).\(tenths % 10)"
  }
}

/// The properties of an open PCM that matter to users.
public struct PCMSummary: Hashable, Sendable {
  /// The sample rate in frames per second.
  public var rate: Int
  /// The length of a period.
  public var periodMicroseconds: Int
  /// The maximum delay of a click in the buffer.
  public var latencyMicroseconds: Int
}
