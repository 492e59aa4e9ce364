/// The unconfirmed commands for one client's volume; does no I/O.
///
/// Volumes set by others can arrive before, between or after the answers to our own commands, and
/// their order is unknown. So while a command is unconfirmed, and shortly after, the commanded
/// volume is shown. If the server reports anything else in that time, the volume is queried
/// afterwards.
///
/// | state               | new volume              | others' report | deadline                    |
/// |---------------------|-------------------------|----------------|-----------------------------|
/// | no exchange         | is sent                 | is adopted     |                             |
/// | command unconfirmed | waits; is sent if final | is noted       |                             |
/// | confirmed, < 200 ms | is sent                 | is noted       |                             |
/// | confirmed, ≥ 200 ms |                         |                | queries if noted, else ends |
/// | query unanswered    | is sent                 | is noted       |                             |
struct VolumeExchange {
  /// How long after our last command a report may be older than it.
  static let settlingMicroseconds: Int64 = 200_000

  /// The newest unconfirmed volume request, and the newest unconfirmed mute request.
  private(set) var volumeRequest: Int?
  private(set) var muteRequest: Int?
  /// The volume in percent to send once the last one is confirmed.
  private(set) var waiting: Int?
  /// Whether a report may differ from what was commanded.
  private(set) var isDoubtful = false
  private var readRequest: Int?
  private var settlesAt: Int64 = 0

  /// Offers a volume; returns whether to send it now, or to wait until the last one is confirmed.
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
    // The answer may be older than this command.
    if readRequest != nil { isDoubtful = true }
    readRequest = nil
  }

  /// Notes a report of another volume, or a refused command.
  mutating func doubt() {
    isDoubtful = true
  }

  /// Processes the answer to a command; returns the volume in percent to send now.
  mutating func didAnswer(request: Int, atMicroseconds now: Int64) -> Int? {
    if request == muteRequest { muteRequest = nil }
    guard request == volumeRequest else { return nil }
    volumeRequest = nil
    settlesAt = max(settlesAt, now)
    defer { waiting = nil }
    return waiting
  }

  /// When to call `settle`; nil while an answer is pending.
  var deadlineMicroseconds: Int64? {
    volumeRequest == nil && muteRequest == nil && readRequest == nil ? settlesAt : nil
  }

  enum Settlement {
    /// Nothing to do yet.
    case pending
    /// Query the client's volume.
    case ask
    /// The exchange has ended.
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

  /// Processes the answer to a query; returns whether to adopt the volume.
  mutating func didRead(request: Int, atMicroseconds now: Int64) -> Bool {
    guard request == readRequest else { return false }
    readRequest = nil
    // A report received in the meantime may be newer; query again after a pause.
    if isDoubtful { settlesAt = now + Self.settlingMicroseconds }
    return true
  }
}
