public import Gesture

/// Cleaning: the panel ignores touches for a while and shows a countdown.
///
/// | # | panel | event | result |
/// |---|---|---|---|
/// | 1 | any | a button with `clean`, or a program | fingers are cancelled, a PIN pad closes, `began` |
/// | 2 | cleaning | a finger lands, an encoder is turned | nothing, even after cleaning has ended |
/// | 3 | cleaning | another second has passed | the countdown shows it |
/// | 4 | cleaning | its time is over, or a program ends it | `ended` |
/// | 5 | cleaning | a program begins it again | the time starts again |
/// | 6 | cleaning | another layout, console or display | cleaning continues |
extension PanelController {
  /// Rows 1 and 5.
  ///
  /// - Parameters:
  ///   - microseconds: The duration; 0 or less ends cleaning.
  ///   - time: When it begins.
  ///   - source: What caused it; nil for the input being handled.
  public func clean(microseconds: Int64, at time: Timestamp, from source: EventSource? = nil) {
    self.source = source ?? self.source
    guard microseconds > 0 else { return endCleaning(at: time) }
    cancelContacts(at: time)
    let rest = Countdown(end: time.advanced(byMicroseconds: microseconds))
    let seconds = rest.secondsLeft(at: time)
    cleaning = (rest, seconds)
    viewChanges.markCleaning()
    events.append(.cleaning(CleaningEvent(time: time, source: self.source, seconds: seconds)))
  }

  /// The countdown; nil if the panel is not being cleaned.
  public var countdown: CleaningViewState? {
    guard let cleaning else { return nil }
    return CleaningViewState(
      secondsLeft: max(cleaning.rest.secondsLeft(at: now), 1), of: cleaning.seconds)
  }

  /// Rows 3 and 4.
  func tickCleaning() {
    guard let cleaning else { return }
    viewChanges.markCleaning()
    if cleaning.rest.end <= now { endCleaning(at: now) }
  }

  private func endCleaning(at time: Timestamp) {
    guard cleaning != nil else { return }
    cleaning = nil
    viewChanges.markCleaning()
    events.append(.cleaning(CleaningEvent(time: time, source: source, seconds: nil)))
  }
}
