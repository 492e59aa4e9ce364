/// What is under way between us and the server about one client's volume; pure.
///
/// Volumes that others set can arrive before, between or after the answers to our own commands, and
/// nothing tells which came last. So while a command is under way, and shortly after it, the volume
/// that we command counts; if anything else was heard in that time, the server is asked afterwards.
///
/// | state                         | a new volume            | others' news       | its time is over |
/// |-------------------------------|-------------------------|--------------------|------------------|
/// | no exchange                   | is sent                 | counts             |                  |
/// | command under way             | waits, or final: is sent| noted              |                  |
/// | answered, 200 ms not over     | is sent                 | noted              |                  |
/// | answered, 200 ms over         |                         |                    | noted: asks; else ends |
/// | asking                        | is sent                 | noted              |                  |
struct VolumeExchange {
  /// How long after our last command news can be older than it.
  static let settlingMicroseconds: Int64 = 200_000

  /// The newest volume that is not confirmed, and the newest mute.
  private(set) var volumeRequest: Int?
  private(set) var muteRequest: Int?
  /// The volume in percent to send once the last one is confirmed.
  private(set) var waiting: Int?
  /// Whether anything was heard that can be different from what we command.
  private(set) var isDoubtful = false
  private var readRequest: Int?
  private var settlesAt: Int64 = 0

  /// Whether a volume of this urgency has to be sent now; otherwise it waits for the last one's
  /// confirmation.
  mutating func offer(percent: Int, isFinal: Bool) -> Bool {
    guard volumeRequest != nil, !isFinal else {
      waiting = nil
      return true
    }
    waiting = percent
    return false
  }

  mutating func didSendVolume(request: Int, atMicroseconds now: Int64) {
    volumeRequest = request
    didSend(now)
  }

  mutating func didSendMute(request: Int, atMicroseconds now: Int64) {
    muteRequest = request
    didSend(now)
  }

  private mutating func didSend(_ now: Int64) {
    settlesAt = now + Self.settlingMicroseconds
    // What it answers can be older than this command.
    if readRequest != nil { isDoubtful = true }
    readRequest = nil
  }

  /// Another volume, or a refusal, was heard of.
  mutating func doubt() {
    isDoubtful = true
  }

  /// A command is answered; returns the volume in percent that has to be sent now.
  mutating func didAnswer(request: Int, atMicroseconds now: Int64) -> Int? {
    if request == muteRequest { muteRequest = nil }
    guard request == volumeRequest else { return nil }
    volumeRequest = nil
    settlesAt = max(settlesAt, now)
    defer { waiting = nil }
    return waiting
  }

  /// When to call `settle`; nil while an answer is awaited.
  var deadlineMicroseconds: Int64? {
    volumeRequest == nil && muteRequest == nil && readRequest == nil ? settlesAt : nil
  }

  enum Settlement {
    /// There is nothing to do yet.
    case pending
    /// The server has to be asked for the client's volume.
    case ask
    /// The exchange is over.
    case over
  }

  mutating func settle(atMicroseconds now: Int64) -> Settlement {
    guard let deadline = deadlineMicroseconds, now >= deadline else { return .pending }
    return isDoubtful ? .ask : .over
  }

  mutating func didAsk(request: Int) {
    readRequest = request
    isDoubtful = false
  }

  /// The server has told the client's volume; whether it counts, and the exchange is over unless
  /// something else was heard in the meantime.
  mutating func didRead(request: Int, atMicroseconds now: Int64) -> Bool {
    guard request == readRequest else { return false }
    readRequest = nil
    // What was heard in the meantime may be newer; asked again, but not without a pause.
    if isDoubtful { settlesAt = now + Self.settlingMicroseconds }
    return true
  }
}
