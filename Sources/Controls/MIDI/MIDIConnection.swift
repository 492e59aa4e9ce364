internal import Linux

/// The sequencer client that all MIDI controls of a panel share.
///
/// It exists as long as a control uses it. It searches for ports when it opens, and whenever the
/// sequencer announces that a port has appeared, disappeared or changed.
///
/// Not thread-safe; must not outlive the loop.
final class MIDIConnection {
  /// A control that uses the connection.
  protocol Member: AnyObject {
    /// The port to use, as named in the layout.
    var portText: String { get }
    /// The port in use; nil if it is unavailable.
    var port: MIDIPort? { get }
    /// Whether the port must accept messages.
    var sends: Bool { get }
    func didFind(_ port: MIDIPort)
    func didReceive(_ change: MIDIChange)
    /// The port sent a value outside the range of MIDI.
    func didMisread(_ value: Int32)
    /// The port is unavailable until `didFind`.
    func didLose(reason: String)
  }

  /// The minimum time between port searches: plugging in one device causes several announcements.
  static let searchIntervalMicroseconds: Int64 = 20_000

  typealias Opener = @Sendable () throws(MIDIError) -> sending any Sequencer

  private let loop: EventLoop
  private let opener: Opener
  /// Opens the sequencer on a thread: the kernel may first load a module, and alsa-lib reads its
  /// configuration files.
  private var opening: BackgroundTask<Result<any Sequencer, MIDIError>>?
  private var sequencer: (any Sequencer)?
  private lazy var shared = SharedConnection<any Member>(
    loop: loop,
    .init(
      connect: { [unowned self] in open() }, close: { [unowned self] in close() },
      notifyOpen: { _ in }, notifyLoss: { $0.didLose(reason: $1) }))
  private var searchAlarm: Alarm?

  init(loop: EventLoop, opener: @escaping Opener) {
    self.loop = loop
    self.opener = opener
  }

  deinit {
    close()
  }

  // MARK: Members

  func join(_ member: any Member) {
    shared.join(member)
    if shared.isOpen { search() }
  }

  /// Removes a member, which receives no further calls; closes the connection if it was the last.
  func leave(_ member: any Member) { shared.leave(member) }

  /// Sends a control change to a port; drops it if the port is gone.
  func send(_ change: MIDIChange, to port: MIDIPort.Address) {
    do throws(MIDIError) { try sequencer?.send(change, to: port) } catch {
      // The port is probably gone. Search soon, in case the sequencer does not announce it.
      searchAlarm?.set(afterMicroseconds: Self.searchIntervalMicroseconds)
    }
  }

  // MARK: The sequencer

  private func open() {
    searchAlarm = searchAlarm ?? loop.makeAlarm { [unowned self] in search() }
    do throws(SystemError) {
      opening = try BackgroundTask(
        on: loop, stackBytes: 512 << 10,
        make: { [opener] in
          do throws(MIDIError) { return .success(try opener()) } catch { return .failure(error) }
        }, deliver: { [unowned self] in endOpening($0) })
    } catch {
      lose(.failed(error.call, reason: error.reason))
    }
  }

  private func endOpening(_ result: Result<any Sequencer, MIDIError>) {
    opening = nil
    switch result {
    case .failure(let error): lose(error)
    case .success(let sequencer):
      do throws(SystemError) {
        try loop.watch(sequencer.descriptor, for: .readable) { [unowned self] _ in receive() }
      } catch {
        return lose(.failed(error.call, reason: error.reason))
      }
      self.sequencer = sequencer
      shared.opened()
      search()
    }
  }

  private func lose(_ error: MIDIError) {
    closeSequencer()
    shared.lost(error.description)
  }

  private func closeSequencer() {
    if let sequencer { loop.unwatch(sequencer.descriptor) }
    sequencer = nil
    searchAlarm?.set(atMicroseconds: nil)
  }

  private func close() {
    closeSequencer()
    opening = nil
    searchAlarm?.cancel()
    searchAlarm = nil
  }

  private func receive() {
    guard let current = sequencer else { return }
    do throws(MIDIError) {
      try current.receive { event in
        guard sequencer === current else { return }
        switch event {
        case .change(let change, let source): notifyMembers(at: source) { $0.didReceive(change) }
        case .invalid(let value, let source): notifyMembers(at: source) { $0.didMisread(value) }
        case .portsChanged, .overrun:
          searchAlarm?.set(
            atMicroseconds: searchAlarm?.deadlineMicroseconds
              ?? loop.nowMicroseconds + Self.searchIntervalMicroseconds)
        }
      }
    } catch {
      lose(error)
    }
  }

  private func notifyMembers(at source: MIDIPort.Address, _ body: (any Member) -> Void) {
    shared.notify { if $0.port?.address == source { body($0) } }
  }

  // MARK: Ports

  /// Connects each member to the port named in its layout, if present.
  private func search() {
    guard let sequencer else { return }
    let ports = sequencer.ports()
    shared.notify { member in
      guard let port = ports.named(member.portText) else {
        return member.didLose(reason: Self.absence(of: member.portText, among: ports))
      }
      if member.sends, !port.receives {
        return member.didLose(
          reason: "the MIDI port \"\(port.name)\" accepts no messages; choose another port")
      }
      guard member.port != port else { return }
      do throws(MIDIError) { try sequencer.connect(port) } catch {
        return member.didLose(
          reason: "the MIDI port \"\(port.name)\" cannot be opened: \(error)")
      }
      member.didFind(port)
    }
  }

  private static func absence(of text: String, among ports: [MIDIPort]) -> String {
    let names = ports.prefix(8).map { "\"\($0.name)\"" }.joined(separator: ", ")
    return "there is no MIDI port \"\(text)\"; plug it in, or choose one of: "
      + (names.isEmpty ? "none" : names)
  }
}
