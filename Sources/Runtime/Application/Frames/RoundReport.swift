internal import JSON
internal import Linux

extension LongRound {
  /// One line for the log of `run --verbose`.
  var report: String {
    let others = unreportedCount == 0 ? "" : "; \(unreportedCount) more since the last message"
    return """
      event loop: busy for \(RoundDurations.milliseconds(microseconds)), besides drawing, with \
      \(sources.joined(separator: ", "))\(others)
      """
  }
}

extension RoundDurations {
  /// One line logged at the end of `run --verbose`.
  var report: String {
    """
    event loop: \(count) rounds, \(longCount) longer than \
    \(Self.milliseconds(Self.limitMicroseconds)), longest \
    \(Self.milliseconds(longestMicroseconds)), besides drawing
    """
  }

  fileprivate static func milliseconds(_ microseconds: Int64) -> String {
    JSONText.number(Double(microseconds) / 1000, decimals: 1) + " ms"
  }
}
