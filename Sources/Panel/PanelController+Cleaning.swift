public import Gesture

/// Cleaning: for a while the panel ignores touches, and counts down.
///
/// | # | panel | event | result |
/// |---|---|---|---|
/// | 1 | any | a button with `clean`, or a program | fingers are cancelled, a PIN pad closes, `began` |
/// | 2 | cleaning | a finger lands, an encoder is turned | nothing, also once it has ended |
/// | 3 | cleaning | another second has passed | the countdown shows that |
/// | 4 | cleaning | its time is over, or a program ends it | `ended` |
/// | 5 | cleaning | a program begins it again | its time begins anew |
/// | 6 | cleaning | another layout, console or display | goes on |
extension PanelController {
  /// Rows 1 and 5.
  ///
  /// - Parameters:
  ///   - microseconds: For how long; 0 or less ends it.
  ///   - time: When it begins.
  public func clean(microseconds: Int64, at time: Timestamp) {
    guard microseconds > 0 else { return endCleaning(at: time) }
    cancelAllContacts(at: time)
    let cleaning = Cleaning(
      end: time.advanced(byMicroseconds: microseconds), microseconds: microseconds)
    self.cleaning = cleaning
    viewChanges.markCleaning()
    let seconds = cleaning.secondsLeft(at: time)
    events.append(.cleaning(CleaningEvent(time: time, seconds: seconds)))
  }

  /// The countdown; nil while touches count.
  public var countdown: CleaningViewState? {
    guard let cleaning else { return nil }
    let seconds = Int((cleaning.microseconds + 999_999) / 1_000_000)
    return CleaningViewState(
      secondsLeft: max(cleaning.secondsLeft(at: now), 1), of: max(seconds, 1))
  }

  /// Rows 3 and 4.
  func tickCleaning() {
    guard let cleaning else { return }
    viewChanges.markCleaning()
    if cleaning.end <= now { endCleaning(at: now) }
  }

  private func endCleaning(at time: Timestamp) {
    guard cleaning != nil else { return }
    cleaning = nil
    viewChanges.markCleaning()
    events.append(.cleaning(CleaningEvent(time: time, seconds: nil)))
  }
}
