public import JSON

/// The age of a finger's samples when their frame is committed and when it becomes visible, for
/// drawing at once and for drawing late.
///
/// The table uses simulated time, so that the results depend only on the drawing times.
public struct LatencyTable: Sendable {
  /// The results for one touch rate and one latching mode.
  public struct Row: Sendable {
    /// Samples reported by the touchscreen per second.
    public var touchHertz: Double
    /// Whether frames are drawn as late as is safe instead of at once.
    public var isLate: Bool
    /// The age of samples when their frame is committed.
    public var toCommit: Percentiles
    /// The age of samples when their frame becomes visible.
    public var toFlip: Percentiles
    /// The number of frames drawn.
    public var frames: Int
    /// The number of frames that were drawn too slowly and shown a refresh late.
    public var missed: Int
  }

  /// Refreshes of the simulated display per second.
  public static let refreshHertz = 60.0
  /// The simulated touch rates, in samples per second.
  public static let touchHertz: [Double] = [100, 125, 200, 250]
  /// How long drawing a frame takes, in microseconds.
  public let drawMicroseconds: Int64
  /// How long drawing takes for one frame in a hundred, in microseconds.
  public let slowDrawMicroseconds: Int64
  /// One row for each touch rate and latching mode.
  public let rows: [Row]

  /// Simulates drawing times of `drawMicroseconds`, and `slowDrawMicroseconds` for 1 frame in 100.
  public init(drawMicroseconds: Int64, slowDrawMicroseconds: Int64, seconds: Double = 20) {
    self.drawMicroseconds = drawMicroseconds
    self.slowDrawMicroseconds = slowDrawMicroseconds
    rows = Self.touchHertz.flatMap { hertz in
      [SimulatedPanel.Latching.atOnce, .late].map { latching in
        var panel = SimulatedPanel(
          touchHertz: hertz, refreshHertz: Self.refreshHertz, drawMicroseconds: drawMicroseconds,
          slowDrawMicroseconds: slowDrawMicroseconds)
        panel.run(seconds: seconds, latching)
        return Row(
          touchHertz: hertz, isLate: latching == .late,
          toCommit: Self.ages(panel) { $0.committed },
          toFlip: Self.ages(panel) { $0.shown },
          frames: panel.frameCount, missed: panel.missedCount)
      }
    }
  }

  private static func ages(
    _ panel: SimulatedPanel, at moment: (SimulatedPanel.Trace) -> Int64
  ) -> Percentiles {
    Percentiles(panel.traces.map { Double(moment($0) - $0.sampled) / 1000 })
  }

  /// `{"refresh_hz", "draw_us": {"p50", "p99"}, "rows": [{"touch_hz", "late_latching",
  /// "sample_to_commit_ms": {"p50", "p99"}, "sample_to_flip_ms": {…}, "frames", "missed"}]}`.
  public var json: JSONValue {
    .object([
      ("refresh_hz", .number(Self.refreshHertz)),
      (
        "draw_us",
        .object([
          ("p50", .number(Double(drawMicroseconds))),
          ("p99", .number(Double(slowDrawMicroseconds))),
        ])
      ),
      ("rows", .array(rows.map(json))),
    ])
  }

  private func json(_ row: Row) -> JSONValue {
    .object([
      ("touch_hz", .number(row.touchHertz)), ("late_latching", .bool(row.isLate)),
      ("sample_to_commit_ms", row.toCommit.json), ("sample_to_flip_ms", row.toFlip.json),
      ("frames", .number(Double(row.frames))), ("missed", .number(Double(row.missed))),
    ])
  }

  /// Human-readable text, one line per row.
  public var text: String {
    let lines = rows.map { row in
      func spread(_ times: Percentiles) -> String {
        "p50 \(JSONText.number(times.p50, decimals: 1)) p99 "
          + "\(JSONText.number(times.p99, decimals: 1)) ms"
      }
      return "\(Int(row.touchHertz)) Hz, drawn \(row.isLate ? "late   " : "at once"): "
        + "sample to commit \(spread(row.toCommit)), to flip \(spread(row.toFlip)), "
        + "\(row.missed) of \(row.frames) frames late"
    }
    return "A finger on a \(Int(Self.refreshHertz)) Hz display; drawing takes p50 "
      + "\(drawMicroseconds) p99 \(slowDrawMicroseconds) µs (measured)\n"
      + lines.joined(separator: "\n") + "\n"
  }
}
