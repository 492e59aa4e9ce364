internal import Display
internal import Randomness

/// A touchscreen, a panel and a display in simulated time, recording when each sample of a finger
/// is committed and when it becomes visible.
struct SimulatedPanel {
  /// When a frame is drawn.
  enum Latching {
    /// As soon as the display is ready and something has changed.
    case atOnce
    /// When `FramePacer` decides.
    case late
  }

  /// The times of one sample, in microseconds.
  struct Trace {
    var sampled: Int64
    var committed: Int64
    var shown: Int64
  }

  let touchHertz: Double
  let refreshMicroseconds: Double
  /// The drawing time of a frame, and that of one frame in a hundred.
  let drawMicroseconds: Int64
  let slowDrawMicroseconds: Int64

  /// How long before a refresh a frame must be committed to be shown at it; unknown to the panel.
  static let kernelMicroseconds: Int64 = 800

  private(set) var traces: [Trace] = []
  private(set) var frameCount = 0
  /// Frames that missed a refresh only because drawing took too long.
  private(set) var missedCount = 0

  init(
    touchHertz: Double, refreshHertz: Double, drawMicroseconds: Int64, slowDrawMicroseconds: Int64
  ) {
    self.touchHertz = touchHertz
    refreshMicroseconds = 1e6 / refreshHertz
    self.drawMicroseconds = drawMicroseconds
    self.slowDrawMicroseconds = slowDrawMicroseconds
  }

  /// Simulates a finger that moves for a number of seconds.
  mutating func run(seconds: Double, _ latching: Latching) {
    var random = SeededGenerator(seed: 1)
    var pacer = FramePacer(
      periodMicroseconds: latching == .late ? Int64(refreshMicroseconds.rounded()) : nil)
    // Samples arrive in bursts from the bus, up to an eighth of their period late.
    let samples = (0..<Int(seconds * touchHertz)).map { index in
      Int64((Double(index) + 0.37 + random.fraction() / 8) * 1e6 / touchHertz)
    }
    var now: Int64 = 0
    var next = 0
    var waiting: [Int64] = []
    while next < samples.count || !waiting.isEmpty {
      if waiting.isEmpty {
        now = max(now, samples[next])
        while next < samples.count, samples[next] <= now { receive(&next, samples, &waiting) }
      }
      // Samples keep arriving until it is time to draw.
      let due = pacer.due(at: now)
      while next < samples.count, samples[next] <= due { receive(&next, samples, &waiting) }
      now = due
      let time = random.fraction() < 0.01 ? slowDrawMicroseconds : drawMicroseconds
      let committed = now + time
      pacer.didDraw(from: now, to: committed)
      let shown = refresh(after: committed + Self.kernelMicroseconds)
      if shown != refresh(after: now + Self.kernelMicroseconds) { missedCount += 1 }
      traces += waiting.map { Trace(sampled: $0, committed: committed, shown: shown) }
      waiting.removeAll(keepingCapacity: true)
      frameCount += 1
      now = shown
      pacer.didShow(atMicroseconds: shown)
      while next < samples.count, samples[next] <= now { receive(&next, samples, &waiting) }
    }
  }

  private func receive(_ next: inout Int, _ samples: [Int64], _ waiting: inout [Int64]) {
    waiting.append(samples[next])
    next += 1
  }

  private func refresh(after moment: Int64) -> Int64 {
    Int64(((Double(moment) / refreshMicroseconds).rounded(.down) + 1) * refreshMicroseconds)
  }
}
