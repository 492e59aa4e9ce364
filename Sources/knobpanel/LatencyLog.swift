internal import JSON

/// How old fingers' samples are when they are handed to the display and when they are seen: a line
/// for each second in which frames are drawn.
///
/// Has no timer: a second that is over is told with the next frame. What does not fit is not
/// counted, so that nothing grows.
struct LatencyLog {
  private let tell: (String) -> Void
  /// Samples that no frame shows yet, and those of the frame on its way.
  private var waiting: [Int64] = []
  private var flying: [Int64] = []
  private var toCommit: [Int64] = []
  private var toShown: [Int64] = []
  private var drawTimes: [Int64] = []
  private var begin: Int64?

  private static let capacity = 4096

  init(tell: @escaping (String) -> Void) {
    self.tell = tell
    for path in [\LatencyLog.waiting, \.flying, \.toCommit, \.toShown, \.drawTimes] {
      self[keyPath: path].reserveCapacity(Self.capacity)
    }
  }

  mutating func sampled(atMicroseconds moment: Int64) {
    Self.note(moment, in: &waiting)
  }

  /// A frame with all samples so far was drawn and handed over.
  mutating func committed(from start: Int64, to end: Int64) {
    if let begin, end - begin >= 1_000_000 { tellAll() }
    if begin == nil { begin = end }
    Self.note(end - start, in: &drawTimes)
    for moment in waiting { Self.note(end - moment, in: &toCommit) }
    swap(&flying, &waiting)
    waiting.removeAll(keepingCapacity: true)
  }

  /// The last frame became visible; nil if nobody knows when.
  mutating func shown(atMicroseconds moment: Int64?) {
    if let moment { for sample in flying { Self.note(moment - sample, in: &toShown) } }
    flying.removeAll(keepingCapacity: true)
  }

  private mutating func tellAll() {
    let frames = drawTimes.count == 1 ? "1 frame" : "\(drawTimes.count) frames"
    var line = "\(frames); drawing \(Self.spread(&drawTimes))"
    if !toCommit.isEmpty { line += "; sample to commit \(Self.spread(&toCommit))" }
    if !toShown.isEmpty { line += "; sample to shown \(Self.spread(&toShown))" }
    for path in [\LatencyLog.toCommit, \.toShown, \.drawTimes] {
      self[keyPath: path].removeAll(keepingCapacity: true)
    }
    begin = nil
    tell(line)
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
