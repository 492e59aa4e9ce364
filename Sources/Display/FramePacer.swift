/// Says when to draw, so that a frame shows the latest input and still makes the next refresh.
///
///     shown ─────────────── period ───────────────▶ next refresh
///       │  input … input … input … │ draw │ margin │
///                                  ▲ due
///
/// | # | the display | what changed is drawn |
/// |---|---|---|
/// | 1 | has no refresh that is known | at once |
/// | 2 | rests: it has shown no frame for a period | at once |
/// | 3 | showed a frame within the last period | as late as it still makes the next refresh |
/// | 4 | the same, but that moment has passed | at once |
/// | 5 | shows frames as they come, whatever its refresh (emulated ones) | at once, for a while |
/// | 6 | showed a frame one refresh late | as 3, with a wider margin from now on |
///
/// A frame is never meant for a later refresh than it would make if it were drawn at once. Times
/// are microseconds of one clock, and come with the calls.
public struct FramePacer: Sendable {
  /// From one refresh to the next; nil if nobody knows.
  public var periodMicroseconds: Int64?

  /// What drawing and handing over takes: the longest lately.
  public private(set) var drawMicroseconds: Int64 = 0
  /// How long before a refresh a frame is handed over, at least.
  public private(set) var marginMicroseconds = leastMargin
  private var lastShown: Int64?
  private var flight: Flight?
  private var onTimeCount = 0
  /// Frames that are still to be drawn at once because one came early.
  private var hastyCount = 0

  private struct Flight {
    var committed: Int64
    var refresh: Int64
  }

  /// Kernels program a display in its blanking, from a thread that has to be woken before.
  private static let leastMargin: Int64 = 1_500
  /// So much earlier than the frame that came late.
  private static let wideningMicroseconds: Int64 = 500
  /// On-time frames until a little less margin is tried.
  private static let patience = 240
  /// After so many periods without a frame nobody knows when the next refresh is.
  private static let memory: Int64 = 8

  public init(periodMicroseconds: Int64?) {
    self.periodMicroseconds = periodMicroseconds
  }

  /// When to draw what is to be drawn at `now`: `now` itself, or a moment before the next refresh.
  public func due(at now: Int64) -> Int64 {
    guard let period, let lastShown, hastyCount == 0 else { return now }
    let since = now - lastShown
    guard since >= 0, since < period else { return now }
    return max(now, lastShown + period - drawMicroseconds - marginMicroseconds)
  }

  /// Notes that a frame was drawn and handed over.
  public mutating func drew(from start: Int64, to committed: Int64) {
    let time = min(max(committed - start, 0), 1_000_000)
    // Forgotten slowly, as the next large frame may come any time.
    drawMicroseconds = max(time, drawMicroseconds - drawMicroseconds / 16 - 1, 0)
    flight = refresh(after: committed).map { Flight(committed: committed, refresh: $0) }
  }

  /// Notes that the last frame became visible; nil if the display does not say when.
  public mutating func shown(atMicroseconds moment: Int64?) {
    if let moment, let flight, let period { judge(flight, shownAt: moment, period) }
    flight = nil
    lastShown = moment
  }

  /// A period that can be worked with.
  private var period: Int64? {
    periodMicroseconds.flatMap { (1_000...1_000_000).contains($0) ? $0 : nil }
  }

  private func refresh(after moment: Int64) -> Int64? {
    guard let period, let lastShown else { return nil }
    let since = moment - lastShown
    guard since >= 0, since < period * Self.memory else { return nil }
    return lastShown + (since / period + 1) * period
  }

  private mutating func judge(_ flight: Flight, shownAt moment: Int64, _ period: Int64) {
    if moment < flight.refresh - period / 8 {
      hastyCount = 32
    } else if moment > flight.refresh + period / 2 {
      onTimeCount = 0
      let lead = flight.refresh - flight.committed
      marginMicroseconds = min(
        max(marginMicroseconds, lead + Self.wideningMicroseconds), period / 2)
    } else {
      hastyCount = max(hastyCount - 1, 0)
      onTimeCount += 1
      guard onTimeCount >= Self.patience else { return }
      onTimeCount = 0
      marginMicroseconds = max(
        marginMicroseconds - marginMicroseconds / 8, Self.leastMargin)
    }
  }
}
