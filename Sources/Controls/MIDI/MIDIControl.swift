internal import Layout
internal import Linux

/// Drives a controller of a MIDI device, and reports when it is moved on the device.
///
/// MIDI devices cannot be queried. Until the device sends a value, the knob shows its own, and
/// nothing is sent before the knob is turned. `LevelExchange` implements the policy; its numbers
/// are MIDI values.
///
/// Not thread-safe; call `stop` before the loop ends.
final class MIDIControl: MemberControl {
  /// Motor faders may take a while to send back a value they received.
  static let pace = Pace(
    writeMicroseconds: 50_000, answerMicroseconds: 800_000)

  /// The controller and the port, for messages.
  let name: String

  private let settings: MIDISettings
  private let connection: MIDIConnection
  private let channel: UInt8
  let runner: ExchangeRunner
  private var reader: MIDIReader
  private(set) var port: MIDIPort?

  /// Creates a control, not yet open.
  init(_ settings: MIDISettings, over connection: MIDIConnection, loop: EventLoop) {
    name =
      "MIDI \(settings.parameter.title) of channel \(settings.channel) at \"\(settings.port)\""
    self.settings = settings
    self.connection = connection
    channel = UInt8(clamping: settings.channel - 1)
    reader = MIDIReader(settings.parameter)
    runner = ExchangeRunner(
      LevelExchange(
        Self.pace,
        scale: LevelExchange.Scale(
          number: { Double(settings.number(at: $0)) }, level: { settings.range.level(of: $0) },
          tolerance: 0.5),
        use: settings.use, initialLevel: settings.initialLevel),
      loop: loop)
    runner.target = self
  }

  deinit {
    stop()
  }

  func join() { connection.join(self) }
  func leave() { connection.leave(self) }
  func forget() { port = nil }

  // MARK: Writing

  func write(_ write: LevelExchange.Write) -> UInt16? {
    guard let port, let number = Int(exactly: write.number) else { return nil }
    settings.parameter.forEachChange(number) { controller, value in
      connection.send(
        MIDIChange(channel: channel, controller: controller, value: value), to: port.address)
    }
    return nil
  }

  /// Does nothing: MIDI has no mute.
  func write(isMuted: Bool) -> UInt16? { nil }

  /// Does nothing: MIDI devices cannot be queried.
  func read() {}
}

extension MIDIControl: MIDIConnection.Member {
  var portText: String { settings.port }
  var sends: Bool { !settings.isReadOnly }

  func didFind(_ port: MIDIPort) {
    self.port = port
    reader = MIDIReader(settings.parameter)
    runner.update {
      $0.found(
        .none,
        timeoutReason: "the MIDI device has not sent the value yet; move its control once",
        at: $1)
    }
  }

  func didReceive(_ change: MIDIChange) {
    guard change.channel == channel,
      let number = reader.process(controller: change.controller, value: change.value)
    else { return }
    // Values sent by this panel are rounded.
    guard settings.range.level(ofReported: Double(number), rounding: 0.5) != nil else {
      return complain("received \(settings.range.excess(Double(number)))")
    }
    runner.update { $0.reported(Double(number), at: $1) }
  }

  func didMisread(_ value: Int32) {
    complain("the value \(value) is not within the range of MIDI")
  }

  private func complain(_ reason: String) {
    let reason = "MIDI \(settings.parameter.title): \(reason)"
    runner.update { $0.complain(.outOfRange, reason, at: $1) }
  }
}
