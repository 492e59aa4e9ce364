/// Schedules drawing so that a frame shows the latest input and is still in time for the next
/// refresh.
///
///     shown ─────────────── period ───────────────▶ next refresh
///       │  input … input … input … │ draw │ margin │
///                                  ▲ due
///
/// | # | the display | changes are drawn |
/// |---|---|---|
/// | 1 | has no known refresh rate | immediately |
/// | 2 | is idle: it has shown no frame for a period | immediately |
/// | 3 | showed a frame within the last period | as late as possible for the next refresh |
/// | 4 | the same, but it is too late for that | immediately |
/// | 5 | shows frames on arrival, not at a refresh (emulated ones) | immediately, for a while |
/// | 6 | showed a frame one refresh late | as in 3, with a wider margin from now on |
///
/// `shown(ofFrameDrawnAt:)` predicts when a frame becomes visible: at the refresh that it is in
/// time for or, without refreshes, after the same delay as the last frames.
///
/// Waiting never makes a frame miss a refresh that it would have made if drawn immediately. Times
/// are microseconds on one clock, passed in by the caller.
public struct FramePacer: Sendable {
  /// The refresh period; nil if unknown.
  public var periodMicroseconds: Int64?

  /// The longest recent time for drawing and committing a frame.
  public private(set) var drawMicroseconds: Int64 = 0
  /// How long before a refresh a frame must be committed.
  public private(set) var marginMicroseconds = minimumMargin
  private var lastShown: Int64?
  private var pending: PendingFrame?
  /// When drawing of the last frame began; nil once it was shown.
  private var begun: Int64?
  /// The last two frames' delays, from the start of drawing until they were shown.
  private var delays: (last: Int64, before: Int64)?
  private var onTimeCount = 0
  /// The number of frames still to draw immediately because one was shown before its refresh.
  private var immediateCount = 0

  /// A frame that is committed but not yet shown.
  private struct PendingFrame {
    var committed: Int64
    var refresh: Int64
  }

  /// The kernel programs the display during vertical blanking, from a thread that must wake up.
  private static let minimumMargin: Int64 = 1_500
  /// How much earlier than a late frame the next ones are committed.
  private static let wideningMicroseconds: Int64 = 500
  /// The number of on-time frames before a smaller margin is tried.
  private static let framesUntilNarrowing = 240
  /// The limit for delays: prediction does not look further ahead.
  private static let longestDelayMicroseconds: Int64 = 50_000
  /// The number of periods without a frame after which the next refresh cannot be predicted.
  private static let predictablePeriods: Int64 = 8

  /// Creates a pacer for a display with that refresh period; nil if unknown.
  public init(periodMicroseconds: Int64?) {
    self.periodMicroseconds = periodMicroseconds
  }

  /// Returns when to draw a change made at `now`: `now` itself, or shortly before the next refresh.
  public func due(at now: Int64) -> Int64 {
    guard let period, let lastShown, immediateCount == 0 else { return now }
    let since = now - lastShown
    guard since >= 0, since < period else { return now }
    return max(now, lastShown + period - drawMicroseconds - marginMicroseconds)
  }

  /// Returns when a frame drawn at `now` will probably be shown; nil if unknown.
  public func predictedShowTime(ofFrameDrawnAt now: Int64) -> Int64? {
    if immediateCount == 0,
      let refresh = refresh(after: now + drawMicroseconds + marginMicroseconds)
    {
      return refresh
    }
    return delays.map { now + min($0.last, $0.before) }
  }

  /// Records that a frame was drawn and committed.
  public mutating func didDraw(from start: Int64, to committed: Int64) {
    let time = min(max(committed - start, 0), 1_000_000)
    // Lowered slowly, because the next expensive frame may come at any time.
    drawMicroseconds = max(time, drawMicroseconds - drawMicroseconds / 16 - 1, 0)
    begun = start
    pending = refresh(after: committed).map { PendingFrame(committed: committed, refresh: $0) }
  }

  /// Records that the last frame became visible; nil if the display does not report when.
  public mutating func didShow(atMicroseconds moment: Int64?) {
    if let moment, let pending, let period { adjust(to: pending, shownAt: moment, period) }
    if let moment, let begun {
      let delay = min(max(moment - begun, 0), Self.longestDelayMicroseconds)
      delays = (delay, delays?.last ?? delay)
    }
    begun = nil
    pending = nil
    lastShown = moment
  }

  /// The period if it is plausible.
  private var period: Int64? {
    periodMicroseconds.flatMap { (1_000...1_000_000).contains($0) ? $0 : nil }
  }

  private func refresh(after moment: Int64) -> Int64? {
    guard let period, let lastShown else { return nil }
    let since = moment - lastShown
    guard since >= 0, since < period * Self.predictablePeriods else { return nil }
    return lastShown + (since / period + 1) * period
  }

  private mutating func adjust(
    to frame: PendingFrame, shownAt moment: Int64, _ period: Int64
  ) {
    if moment < frame.refresh - period / 8 {
      immediateCount = 32
    } else if moment > frame.refresh + period / 2 {
      onTimeCount = 0
      let lead = frame.refresh - frame.committed
      marginMicroseconds = min(
        max(marginMicroseconds, lead + Self.wideningMicroseconds), period / 2)
    } else {
      immediateCount = max(immediateCount - 1, 0)
      onTimeCount += 1
      guard onTimeCount >= Self.framesUntilNarrowing else { return }
      onTimeCount = 0
      marginMicroseconds = max(
        marginMicroseconds - marginMicroseconds / 8, Self.minimumMargin)
    }
  }
}
