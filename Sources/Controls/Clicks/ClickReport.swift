/// A report about clicks.
public enum ClickReport: Hashable, Sendable, CustomStringConvertible {
  /// Clicks cannot be played; the reason and the remedy.
  case failed(String)
  /// Clicks can be played again.
  case recovered
  /// A PCM was opened.
  case opened(device: String, PCMFormat)

  /// One line.
  public var description: String {
    switch self {
    case .failed(let reason): "no clicks: \(reason)"
    case .recovered: "clicks can be heard again"
    case .opened(let device, let format):
      "clicks: PCM \"\(device)\" plays at \(format.rate) Hz in periods of "
        + "\(milliseconds(format.periodMicroseconds)) ms; a click is heard at most "
        + "\(milliseconds(format.latencyMicroseconds)) ms after it was written"
    }
  }

  private func milliseconds(_ microseconds: Int) -> String {
    let tenths = (microseconds + 50) / 100
    return "\(tenths / 10).\(tenths % 10)"
  }
}
