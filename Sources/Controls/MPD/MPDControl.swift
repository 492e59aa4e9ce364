internal import Layout
internal import Linux

/// Drives the volume or the player of an MPD server, and reports changes by others.
///
/// The knob's range maps to 0…100 %. MPD has no mute: volume 0 is written instead, and the level is
/// remembered. At startup and after a loss, only queries are sent.
///
/// Not thread-safe; call `stop` before the loop ends.
final class MPDControl: LineControl {
  static let pace = Pace(writeMicroseconds: 50_000, settleMicroseconds: 300_000)

  let name: String
  let runner: ExchangeRunner
  let connection: MPDConnection
  private let settings: MPDSettings
  private var isFound = false
  private var text: String?
  private var lastCommand: UInt16 = 0

  /// Creates a control, not yet started.
  init(_ settings: MPDSettings, over connection: MPDConnection, loop: EventLoop) {
    (self.settings, self.connection) = (settings, connection)
    let target = settings.tag?.rawValue ?? settings.command?.rawValue ?? "volume"
    name = "`\(target)` of \(settings.server.title)"
    let last = settings.command == nil ? 100 : 1
    let scale = LevelExchange.Scale(
      number: { Double(CoarseTarget.step(for: $0, of: last)) },
      level: { $0 / Double(last) }, tolerance: 0.5)
    runner = ExchangeRunner(
      LevelExchange(Self.pace, scale: scale, use: settings.use, isReadOnly: settings.isReadOnly),
      loop: loop)
    runner.target = self
  }

  deinit {
    stop()
  }

  func forget() { (isFound, text) = (false, nil) }

  // MARK: Writing

  func write(_ write: LevelExchange.Write) -> UInt16? {
    let number = Int(write.number)
    if let command = settings.command { return send(line(of: command, isOn: number > 0)) }
    guard connection.mutedPercent == nil else {
      connection.mutedPercent = number
      return nil
    }
    return send("setvol \(number)")
  }

  func write(isMuted: Bool) -> UInt16? {
    let percent = isMuted ? 0 : connection.mutedPercent
    connection.mutedPercent = isMuted ? runner.exchange.shown.map { Int($0) } : nil
    return percent.map { send("setvol \($0)") }
  }

  func read() { connection.scheduleQuery() }

  private func send(_ command: String) -> UInt16 {
    lastCommand &+= 1
    let id = lastCommand
    connection.send(command) { [weak self] in self?.didAnswer(id, refusal: $0) }
    return id
  }

  private func line(of command: MPDSettings.Command, isOn: Bool) -> String {
    let state = connection.report?.texts[.state]
    switch command {
    case .next, .previous, .stop: return command.rawValue
    case .pause: return "pause 1"
    case .play, .toggle:
      let plays = settings.use == .push ? command == .play || state != "play" : isOn
      return plays ? (state == "pause" ? "pause 0" : "play") : "pause 1"
    }
  }

  private func didAnswer(_ id: UInt16, refusal: String?) {
    runner.update { $0.confirmed(id, at: $1) }
    guard let refusal else { return }
    let reason = "\(settings.server.title) refuses the command: \(refusal)"
    runner.update { $0.complain(.command, reason, at: $1) }
    guard settings.use != .push else { return }
    runner.update { exchange, _ in exchange.refusedMute() }
    runner.update { exchange, _ in exchange.refused() }
  }

  // MARK: Reading

  func didUpdate() {
    guard let report = connection.report else { return }
    if !isFound {
      isFound = true
      let source: LevelExchange.Source = settings.use == .push ? .none : .answers
      let muteSource = settings.command == nil && settings.tag == nil ? source : nil
      runner.update { $0.found(source, muteSource: muteSource, at: $1) }
    }
    if let tag = settings.tag {
      guard let reported = report.texts[tag], reported != text else { return }
      text = reported
      runner.update { $0.reported(text: reported, at: $1) }
    } else if settings.command == nil {
      read(report)
    } else if settings.use != .push {
      let level: Double = report.texts[.state] == "play" ? 1 : 0
      runner.update { $0.read(level, requestedAt: report.requestedAt, at: $1) }
    }
  }

  private func read(_ report: MPDReport) {
    let title = settings.server.title
    switch report.volume {
    case .percent(let percent):
      let muted = connection.mutedPercent
      runner.update { $0.read(isMuted: muted != nil, requestedAt: report.requestedAt, at: $1) }
      runner.update { $0.read(Double(muted ?? percent), requestedAt: report.requestedAt, at: $1) }
    case .unavailable:
      let reason = "\(title) has no volume now; check the `mixer_type` of its `audio_output`"
      runner.update { $0.reported(none: .unknown(reason: reason), at: $1) }
    case .unusable(let kind, let text):
      let reason = "\(title) reports the volume \"\(text)\", which is not 0 to 100"
      runner.update { $0.misread(kind, reason, isAnswer: true, at: $1) }
    }
  }
}
