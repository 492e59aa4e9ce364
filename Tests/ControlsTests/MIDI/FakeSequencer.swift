import Layout
import Synchronization
import Testing

@testable import Controls
@testable import Linux

/// A kernel sequencer whose ports tests plug in; shared by all clients that open it.
final class FakeKernel: Sendable {
  struct State: Sendable {
    var ports: [MIDIPort] = []
    /// The error of every attempt to open.
    var openError: MIDIError?
    /// The error of connecting to a port.
    var connectError: MIDIError?
    /// The error of the next receive, once.
    var receiveError: MIDIError?
    var openCount = 0
    var connected: [MIDIPort.Address] = []
    var sent: [MIDIChange] = []
    var isEchoing = false
  }

  /// Pending events; they wake the client's loop.
  let events: Mailbox<[SequencerEvent]>
  private let state = Mutex(State())

  init(_ ports: MIDIPort...) throws {
    events = try Mailbox([])
    with { $0.ports = ports }
  }

  @discardableResult
  func with<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { body(&$0) }
  }

  var sent: [MIDIChange] { with { $0.sent } }

  func open() throws(MIDIError) -> any Sequencer {
    let error = with { state in
      state.openCount += 1
      return state.openError
    }
    if let error { throw error }
    return FakeSequencer(self)
  }

  func plug(_ port: MIDIPort) {
    with { $0.ports.append(port) }
    events.post { $0.append(.portsChanged) }
  }

  func unplug(_ port: MIDIPort) {
    with { state in state.ports.removeAll { $0 == port } }
    events.post { $0 += [.portsChanged, .portsChanged] }
  }

  /// Moves a controller, on channel 1 by default.
  func move(_ controller: UInt8, to value: UInt8, at port: MIDIPort = .nano, channel: UInt8 = 0) {
    let change = MIDIChange(channel: channel, controller: controller, value: value)
    events.post { $0.append(.change(change, from: port.address)) }
  }
}

/// A client of a `FakeKernel`.
private final class FakeSequencer: Sequencer {
  private let kernel: FakeKernel

  init(_ kernel: FakeKernel) {
    self.kernel = kernel
  }

  var descriptor: Int32 { kernel.events.descriptor }

  func ports() -> [MIDIPort] { kernel.with { $0.ports } }

  func connect(_ port: MIDIPort) throws(MIDIError) {
    let error = kernel.with { state in
      state.connected.append(port.address)
      return state.connectError
    }
    if let error { throw error }
  }

  func send(_ change: MIDIChange, to port: MIDIPort.Address) throws(MIDIError) {
    let isPresent = kernel.with { state in
      state.sent.append(change)
      return state.ports.contains { $0.address == port }
    }
    guard isPresent else { throw MIDIError.failed("send", reason: "no such port") }
    guard kernel.with({ $0.isEchoing }) else { return }
    kernel.events.post { $0.append(.change(change, from: port)) }
  }

  func receive(_ body: (SequencerEvent) -> Void) throws(MIDIError) {
    var taken: [SequencerEvent] = []
    kernel.events.take(into: &taken)
    for event in taken { body(event) }
    let error = kernel.with { state in
      defer { state.receiveError = nil }
      return state.receiveError
    }
    if let error { throw error }
  }
}

extension MIDIPort {
  static let nano = MIDIPort(
    address: .init(client: 20, port: 0), clientName: "nanoKONTROL2",
    name: "nanoKONTROL2 MIDI 1", sends: true, receives: true)
  static let through = MIDIPort(
    address: .init(client: 14, port: 0), clientName: "Midi Through",
    name: "Midi Through Port-0", sends: true, receives: true)
}

/// MIDI controls sharing one connection on a manual clock, and the events that they reported.
final class MIDIRig {
  let loop: EventLoop
  let kernel: FakeKernel
  let connection: MIDIConnection
  private(set) var controls: [MIDIControl] = []
  /// The events of each control, by its index.
  private(set) var events: [[ControlEvent]] = []

  init(_ kernel: FakeKernel) throws {
    loop = try EventLoop(clock: ManualClock())
    self.kernel = kernel
    connection = MIDIConnection(loop: loop) { () throws(MIDIError) in try kernel.open() }
  }

  @discardableResult
  func start(_ settings: MIDISettings = .volume) -> MIDIControl {
    let index = controls.count
    let control = MIDIControl(settings, over: connection, loop: loop)
    control.onEvent = { [unowned self] in events[index].append($0) }
    controls.append(control)
    events.append([])
    control.start()
    return control
  }

  func releaseControls() { controls = [] }

  /// Whether an alarm is set.
  var isWaiting: Bool { loop.armedMicroseconds != nil }

  var reported: [ControlEvent] { events[0] }

  /// Runs the loop until a condition holds; a thread opens the sequencer.
  func run(
    sourceLocation: SourceLocation = #_sourceLocation, until isDone: () -> Bool
  ) throws {
    try Patience.run(loop, state: events, sourceLocation: sourceLocation, until: isDone)
  }

  /// Advances the clock and handles what becomes due.
  func pass(milliseconds: Int64) throws {
    try loop.advance(byMicroseconds: milliseconds * 1000)
  }
}

extension MIDISettings {
  /// Controller 7 on channel 1.
  static let volume: MIDISettings = {
    var settings = MIDISettings(port: "nanoKONTROL2")
    settings.parameter = .controller(7)
    settings.initialLevel = 0.5
    return settings
  }()

  static func of(_ parameter: MIDIParameter) -> MIDISettings {
    var settings = volume
    settings.parameter = parameter
    settings.range.highest = Double(parameter.highest)
    return settings
  }
}
