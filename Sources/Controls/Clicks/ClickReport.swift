/// What is to be told about the clicks.
public enum ClickReport: Hashable, Sendable, CustomStringConvertible {
  /// They cannot be heard; why, and what to do.
  case failed(String)
  /// They can be heard again.
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

/// What a PCM has granted, as it matters to people.
public struct PCMSummary: Hashable, Sendable {
  /// Frames per second.
  public var rate: Int
  /// The length of a period.
  public var periodMicroseconds: Int
  /// The most that a click waits in its buffer.
  public var latencyMicroseconds: Int
}
