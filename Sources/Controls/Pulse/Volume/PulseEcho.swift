/// Tells echoes of our own commands from changes by others, for a server that answers questions in
/// the order of the commands; pure, and time is data.
///
/// | what is read                                        | means                              |
/// |-----------------------------------------------------|------------------------------------|
/// | what the knob shows                                 | unchanged                          |
/// | anything else, asked for 0.3 s after a command      | changed by another program or person |
/// | anything else, asked for earlier                    | uncertain: to be read again then   |
///
/// PulseAudio itself has carried out a command when it answers a later question. pipewire-pulse hands
/// it on to PipeWire, and may say for some milliseconds what was before.
struct PulseEcho {
  /// How long a server may take to carry out a command.
  static let settleMicroseconds: Int64 = 300_000

  enum Verdict: Equatable {
    case unchanged
    case changed(Double)
    /// Read again at this time.
    case uncertain(Int64)
  }

  /// Levels whose difference is at most this are equal.
  let tolerance: Double
  /// What the knob shows; nil if nothing was read or commanded.
  private(set) var shown: Double?
  private var commandMicroseconds: Int64?

  init(tolerance: Double) {
    self.tolerance = tolerance
  }

  mutating func reset() {
    self = PulseEcho(tolerance: tolerance)
  }

  func isShown(_ level: Double) -> Bool {
    shown.map { abs($0 - level) <= tolerance } ?? false
  }

  mutating func didCommand(_ level: Double, atMicroseconds now: Int64) {
    shown = level
    commandMicroseconds = now
  }

  /// When what is asked for is certain; nil if it is at this time.
  func settlingMicroseconds(askedAt asked: Int64) -> Int64? {
    guard let commandMicroseconds else { return nil }
    let moment = commandMicroseconds + Self.settleMicroseconds
    return asked < moment ? moment : nil
  }

  /// Processes a level that the server was asked for at a time.
  mutating func observe(_ level: Double, askedAt asked: Int64) -> Verdict {
    if isShown(level) { return .unchanged }
    if let moment = settlingMicroseconds(askedAt: asked) { return .uncertain(moment) }
    shown = level
    commandMicroseconds = nil
    return .changed(level)
  }
}
