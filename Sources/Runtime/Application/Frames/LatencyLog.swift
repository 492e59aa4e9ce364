internal import JSON

/// Logs the age of touch samples when their frame is committed and when it is shown: one line for
/// each second in which frames are drawn.
///
/// Uses no timer: a finished second is logged with the next frame. Samples beyond the capacity of
/// the buffers are not counted.
struct LatencyLog {
  private let log: (String) -> Void
  /// Times of samples that no frame contains yet, and of those in the frame being flipped.
  private var waiting: [Int64] = []
  private var inFlight: [Int64] = []
  private var toCommit: [Int64] = []
  private var toShown: [Int64] = []
  private var drawTimes: [Int64] = []
  private var begin: Int64?

  private static let capacity = 4096

  init(log: @escaping (String) -> Void) {
    self.log = log
    for path in [\LatencyLog.waiting, \.inFlight, \.toCommit, \.toShown, \.drawTimes] {
      self[keyPath: path].reserveCapacity(Self.capacity)
    }
  }

  mutating func sampled(atMicroseconds moment: Int64) {
    Self.note(moment, in: &waiting)
  }

  /// Notes that a frame with all samples so far was drawn and committed.
  mutating func committed(from start: Int64, to end: Int64) {
    if let begin, end - begin >= 1_000_000 { logInterval() }
    if begin == nil { begin = end }
    Self.note(end - start, in: &drawTimes)
    for moment in waiting { Self.note(end - moment, in: &toCommit) }
    swap(&inFlight, &waiting)
    waiting.removeAll(keepingCapacity: true)
  }

  /// Notes that the last frame became visible; nil if the display does not report when.
  mutating func shown(atMicroseconds moment: Int64?) {
    if let moment { for sample in inFlight { Self.note(moment - sample, in: &toShown) } }
    inFlight.removeAll(keepingCapacity: true)
  }

  private mutating func logInterval() {
    let frames = drawTimes.count == 1 ? "1 frame" : "\(drawTimes.count) frames"
    var line = "\(frames); drawing \(Self.spread(&drawTimes))"
    if !toCommit.isEmpty { line += "; sample to commit \(Self.spread(&toCommit))" }
    if !toShown.isEmpty { line += "; sample to shown \(Self.spread(&toShown))" }
    for path in [\LatencyLog.toCommit, \.toShown, \.drawTimes] {
      self[keyPath: path].removeAll(keepingCapacity: true)
    }
    begin = nil
    log(line)
  }

  private static func note(_ value: Int64, in list: inout [Int64]) {
    if list.count < capacity { list.append(value) }
  }

  private static func spread(_ times: inout [Int64]) -> String {
    times.sort()
    func milliseconds(_ percent: Int) -> String {
      JSONText.number(
        Double(times[min(times.count * percent / 100, times.count - 1)]) / 1000, decimals: 2)
    }
    return "p50 \(milliseconds(50)) p99 \(milliseconds(99)) ms"
  }
}
