internal import Display
internal import Randomness

/// A touchscreen, a panel and a display in simulated time: when each sample of a finger is handed over
/// and when it is seen.
struct SimulatedPanel {
  /// When a frame is drawn.
  enum Latching {
    /// As soon as the display is ready and something changed.
    case atOnce
    /// When `FramePacer` says.
    case late
  }

  /// Times of one sample, microseconds.
  struct Trace {
    var sampled: Int64
    var committed: Int64
    var shown: Int64
  }

  let touchHertz: Double
  let refreshMicroseconds: Double
  /// What drawing a frame takes, and one in a hundred of them.
  let drawMicroseconds: Int64
  let slowDrawMicroseconds: Int64

  /// A frame must be handed over so long before a refresh to be shown at it, which no panel knows.
  static let kernelMicroseconds: Int64 = 800

  private(set) var traces: [Trace] = []
  private(set) var frameCount = 0
  /// Frames that missed the refresh they would have made if they had been drawn faster.
  private(set) var missedCount = 0

  init(
    touchHertz: Double, refreshHertz: Double, drawMicroseconds: Int64, slowDrawMicroseconds: Int64
  ) {
    self.touchHertz = touchHertz
    refreshMicroseconds = 1e6 / refreshHertz
    self.drawMicroseconds = drawMicroseconds
    self.slowDrawMicroseconds = slowDrawMicroseconds
  }

  /// A finger that moves for so many seconds.
  mutating func run(seconds: Double, _ latching: Latching) {
    var random = SeededGenerator(seed: 1)
    var pacer = FramePacer(
      periodMicroseconds: latching == .late ? Int64(refreshMicroseconds.rounded()) : nil)
    // Samples come in bursts of the bus's own, up to an eighth of their period late.
    let samples = (0..<Int(seconds * touchHertz)).map { index in
      Int64((Double(index) + 0.37 + random.fraction() / 8) * 1e6 / touchHertz)
    }
    var now: Int64 = 0
    var next = 0
    var waiting: [Int64] = []
    while next < samples.count || !waiting.isEmpty {
      if waiting.isEmpty {
        now = max(now, samples[next])
        while next < samples.count, samples[next] <= now { take(&next, samples, &waiting) }
      }
      // Until it is time to draw, samples go on coming in.
      let due = pacer.due(at: now)
      while next < samples.count, samples[next] <= due { take(&next, samples, &waiting) }
      now = due
      let time = random.fraction() < 0.01 ? slowDrawMicroseconds : drawMicroseconds
      let committed = now + time
      pacer.drew(from: now, to: committed)
      let shown = refresh(after: committed + Self.kernelMicroseconds)
      if shown != refresh(after: now + Self.kernelMicroseconds) { missedCount += 1 }
      traces += waiting.map { Trace(sampled: $0, committed: committed, shown: shown) }
      waiting.removeAll(keepingCapacity: true)
      frameCount += 1
      now = shown
      pacer.shown(atMicroseconds: shown)
      while next < samples.count, samples[next] <= now { take(&next, samples, &waiting) }
    }
  }

  private func take(_ next: inout Int, _ samples: [Int64], _ waiting: inout [Int64]) {
    waiting.append(samples[next])
    next += 1
  }

  private func refresh(after moment: Int64) -> Int64 {
    Int64(((Double(moment) / refreshMicroseconds).rounded(.down) + 1) * refreshMicroseconds)
  }
}
