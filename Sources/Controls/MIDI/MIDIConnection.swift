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
    /// Whether the port must accept messages.
    var sends: Bool { get }
    func didFind(_ port: MIDIPort)
    func didReceive(_ change: MIDIChange)
    /// The port sent a value outside the range of MIDI.
    func didMisread(_ value: Int32)
    /// The port is unavailable until `didFind`; called again only if the reason changes.
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
  private var entries: [Entry] = []
  private var retry = Retry()
  private var retryAlarm: Alarm?
  private var searchAlarm: Alarm?
  /// Why there is no sequencer; nil if there is one, or if opening it has not finished.
  private var problem: MIDIError?

  /// A member and the port found for it.
  private struct Entry {
    /// Weak, because releasing a control stops it.
    weak var member: (any Member)?
    let id: ObjectIdentifier
    var port: MIDIPort?
    var reason: String?
  }

  init(loop: EventLoop, opener: @escaping Opener) {
    self.loop = loop
    self.opener = opener
  }

  deinit {
    close()
  }

  // MARK: Members

  func join(_ member: any Member) {
    entries.append(Entry(member: member, id: ObjectIdentifier(member)))
    if retryAlarm == nil {
      retryAlarm = loop.makeAlarm { [unowned self] in open() }
      searchAlarm = loop.makeAlarm { [unowned self] in search() }
      open()
    } else if sequencer != nil {
      search()
    } else if let problem {
      reportLoss(to: ObjectIdentifier(member), problem.description)
    }
  }

  /// Removes a member, which receives no further calls; closes the connection if it was the last.
  func leave(_ member: any Member) {
    entries.removeAll { $0.id == ObjectIdentifier(member) }
    if entries.isEmpty { close() }
  }

  /// Sends a control change to a port; drops it if the port is gone.
  func send(_ change: MIDIChange, to port: MIDIPort.Address) {
    do throws(MIDIError) { try sequencer?.send(change, to: port) } catch {
      // The port is probably gone. Search soon, in case the sequencer does not announce it.
      searchAlarm?.set(afterMicroseconds: Self.searchIntervalMicroseconds)
    }
  }

  // MARK: The sequencer

  private func open() {
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
      problem = nil
      retry.didOpen(atMicroseconds: loop.nowMicroseconds)
      search()
    }
  }

  private func lose(_ error: MIDIError) {
    closeSequencer()
    problem = error
    retryAlarm?.set(
      atMicroseconds: retry.nextMicroseconds(
        now: loop.nowMicroseconds, jitter: .random(in: 0...1)))
    for entry in entries { reportLoss(to: entry.id, error.description) }
  }

  private func closeSequencer() {
    if let sequencer { loop.unwatch(sequencer.descriptor) }
    sequencer = nil
    searchAlarm?.set(atMicroseconds: nil)
  }

  private func close() {
    closeSequencer()
    opening = nil
    retryAlarm?.cancel()
    searchAlarm?.cancel()
    (retryAlarm, searchAlarm, problem, retry) = (nil, nil, nil, Retry())
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
    // By index, because a member may leave during the call.
    var index = 0
    while index < entries.count {
      let entry = entries[index]
      if entry.port?.address == source, let member = entry.member { body(member) }
      if index < entries.count, entries[index].id == entry.id { index += 1 }
    }
  }

  // MARK: Ports

  /// Connects each member to the port named in its layout, if present.
  private func search() {
    guard let sequencer else { return }
    let ports = sequencer.ports()
    for entry in entries {
      guard let member = entry.member else { continue }
      guard let port = ports.named(member.portText) else {
        reportLoss(to: entry.id, Self.absence(of: member.portText, among: ports))
        continue
      }
      if member.sends, !port.receives {
        reportLoss(
          to: entry.id, "the MIDI port \"\(port.name)\" accepts no messages; choose another port")
        continue
      }
      guard entry.port != port else { continue }
      do throws(MIDIError) { try sequencer.connect(port) } catch {
        reportLoss(to: entry.id, "the MIDI port \"\(port.name)\" cannot be opened: \(error)")
        continue
      }
      if let index = entries.firstIndex(where: { $0.id == entry.id }) {
        (entries[index].port, entries[index].reason) = (port, nil)
        member.didFind(port)
      }
    }
  }

  private static func absence(of text: String, among ports: [MIDIPort]) -> String {
    let names = ports.prefix(8).map { "\"\($0.name)\"" }.joined(separator: ", ")
    return "there is no MIDI port \"\(text)\"; plug it in, or choose one of: "
      + (names.isEmpty ? "none" : names)
  }

  /// Reports to a member that its port is unavailable, unless already reported for this reason.
  private func reportLoss(to id: ObjectIdentifier, _ reason: String) {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
    entries[index].port = nil
    guard entries[index].reason != reason else { return }
    entries[index].reason = reason
    entries[index].member?.didLose(reason: reason)
  }
}
