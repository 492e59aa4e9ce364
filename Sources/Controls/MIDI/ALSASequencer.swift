internal import CALSA
internal import Glibc

/// A client of the ALSA sequencer with one port, using alsa-lib.
final class ALSASequencer: Sequencer {
  /// The sequencer's name in alsa-lib.
  static let name = "hw"
  /// The maximum number of events per `receive`: the size of alsa-lib's input buffer.
  static let portionCount = 64
  /// The maximum number of ports listed.
  static let portLimit = 1000
  /// The sequencer's system client, and its port that announces new and removed clients and ports.
  private static let systemClient: UInt8 = 0
  private static let announcePort: Int32 = 1

  private let handle: OpaquePointer
  private let ownClient: Int32
  private let ownPort: Int32
  let descriptor: Int32

  /// Opens the sequencer; may block while the kernel loads its module.
  init() throws(MIDIError) {
    knobpanel_silence_alsa()
    var handle: OpaquePointer?
    try Self.check("snd_seq_open") {
      snd_seq_open(&handle, Self.name, SND_SEQ_OPEN_DUPLEX, SND_SEQ_NONBLOCK)
    }
    guard let handle else { throw MIDIError.noSequencer }
    var poll = pollfd()
    let capabilities =
      SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_READ
      | SND_SEQ_PORT_CAP_SUBS_WRITE
    do throws(MIDIError) {
      try Self.check("snd_seq_set_client_name") { snd_seq_set_client_name(handle, "knobpanel") }
      let size = Self.portionCount * MemoryLayout<snd_seq_event_t>.size
      try Self.check("snd_seq_set_input_buffer_size") {
        snd_seq_set_input_buffer_size(handle, size)
      }
      ownPort = try Self.check("snd_seq_create_simple_port") {
        snd_seq_create_simple_port(
          handle, "knobs", UInt32(capabilities),
          UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC) | UInt32(SND_SEQ_PORT_TYPE_APPLICATION))
      }
      let port = ownPort
      try Self.check("snd_seq_connect_from") {
        snd_seq_connect_from(handle, port, Int32(Self.systemClient), Self.announcePort)
      }
      ownClient = try Self.check("snd_seq_client_id") { snd_seq_client_id(handle) }
      try Self.check("snd_seq_poll_descriptors") {
        snd_seq_poll_descriptors(handle, &poll, 1, Int16(POLLIN))
      }
    } catch {
      snd_seq_close(handle)
      throw error
    }
    self.handle = handle
    descriptor = poll.fd
  }

  deinit {
    snd_seq_close(handle)
  }

  @discardableResult
  private static func check(_ call: String, _ body: () -> Int32) throws(MIDIError) -> Int32 {
    let result = body()
    guard result >= 0 else { throw MIDIError(call: call, result: result) }
    return result
  }

  // MARK: Ports

  func ports() -> [MIDIPort] {
    var client: OpaquePointer?
    var port: OpaquePointer?
    guard snd_seq_client_info_malloc(&client) == 0, let client else { return [] }
    defer { snd_seq_client_info_free(client) }
    guard snd_seq_port_info_malloc(&port) == 0, let port else { return [] }
    defer { snd_seq_port_info_free(port) }
    var found: [MIDIPort] = []
    snd_seq_client_info_set_client(client, -1)
    while snd_seq_query_next_client(handle, client) >= 0 {
      let number = snd_seq_client_info_get_client(client)
      guard number != Int32(Self.systemClient), number != ownClient else { continue }
      let clientName = Self.text(snd_seq_client_info_get_name(client))
      snd_seq_port_info_set_client(port, number)
      snd_seq_port_info_set_port(port, -1)
      while found.count < Self.portLimit, snd_seq_query_next_port(handle, port) >= 0 {
        let capabilities = Int32(bitPattern: snd_seq_port_info_get_capability(port))
        func has(_ flags: Int32) -> Bool { capabilities & flags == flags }
        let entry = MIDIPort(
          address: .init(
            client: UInt8(clamping: number), port: UInt8(clamping: snd_seq_port_info_get_port(port))
          ),
          clientName: clientName, name: Self.text(snd_seq_port_info_get_name(port)),
          sends: has(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ),
          receives: has(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE))
        guard !has(SND_SEQ_PORT_CAP_NO_EXPORT), entry.sends || entry.receives else { continue }
        found.append(entry)
      }
    }
    return found
  }

  private static func text(_ name: UnsafePointer<CChar>?) -> String {
    name.map { String(cString: $0) } ?? ""
  }

  func connect(_ port: MIDIPort) throws(MIDIError) {
    let (client, number) = (Int32(port.address.client), Int32(port.address.port))
    func connect(_ call: String, _ body: () -> Int32) throws(MIDIError) {
      let result = body()
      // EBUSY: already connected.
      guard result >= 0 || result == -EBUSY else { throw MIDIError(call: call, result: result) }
    }
    if port.sends {
      try connect("snd_seq_connect_from") { snd_seq_connect_from(handle, ownPort, client, number) }
    }
    if port.receives {
      try connect("snd_seq_connect_to") { snd_seq_connect_to(handle, ownPort, client, number) }
    }
  }

  // MARK: Events

  func send(_ change: MIDIChange, to port: MIDIPort.Address) throws(MIDIError) {
    var event = snd_seq_event_t()
    event.type = snd_seq_event_type_t(SND_SEQ_EVENT_CONTROLLER.rawValue)
    event.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
    event.source.port = UInt8(truncatingIfNeeded: ownPort)
    (event.dest.client, event.dest.port) = (port.client, port.port)
    event.data.control.channel = change.channel
    event.data.control.param = UInt32(change.controller)
    event.data.control.value = Int32(change.value)
    let result = snd_seq_event_output_direct(handle, &event)
    guard result < 0, result != -EAGAIN, result != -ENOMEM, result != -ENOSPC else { return }
    throw MIDIError(call: "snd_seq_event_output_direct", result: result)
  }

  func receive(_ body: (SequencerEvent) -> Void) throws(MIDIError) {
    repeat {
      var event: UnsafeMutablePointer<snd_seq_event_t>?
      let result = snd_seq_event_input(handle, &event)
      if result == -EAGAIN { return }
      if result == -ENOSPC {
        body(.overrun)
        continue
      }
      guard result >= 0 else { throw MIDIError(call: "snd_seq_event_input", result: result) }
      if let event { read(event.pointee, body) }
    } while snd_seq_event_input_pending(handle, 0) > 0
  }

  private func read(_ event: snd_seq_event_t, _ body: (SequencerEvent) -> Void) {
    let source = MIDIPort.Address(client: event.source.client, port: event.source.port)
    let control = event.data.control
    /// Reports the parts of a value, or `.invalid` if it is out of range: masking it would yield a
    /// different valid value.
    func report(_ highest: Int32, _ halves: [(controller: UInt32, value: Int32)]) {
      guard (0...highest).contains(control.value) else {
        return body(.invalid(value: control.value, from: source))
      }
      for half in halves where half.controller <= 127 {
        body(
          .change(
            MIDIChange(
              channel: control.channel & 15, controller: UInt8(half.controller),
              value: UInt8(half.value & 127)), from: source))
      }
    }
    switch snd_seq_event_type(UInt32(event.type)) {
    case SND_SEQ_EVENT_CONTROLLER where source.client != Self.systemClient:
      report(127, [(control.param, control.value)])
    // Programs may send both halves in one event.
    case SND_SEQ_EVENT_CONTROL14 where source.client != Self.systemClient && control.param < 32:
      report(16_383, [(control.param, control.value >> 7), (control.param + 32, control.value)])
    case SND_SEQ_EVENT_NONREGPARAM
    where source.client != Self.systemClient && control.param <= 16_383:
      let number = Int32(control.param)
      report(
        16_383, [(99, number >> 7), (98, number), (6, control.value >> 7), (38, control.value)])
    case SND_SEQ_EVENT_CLIENT_START, SND_SEQ_EVENT_CLIENT_EXIT, SND_SEQ_EVENT_CLIENT_CHANGE,
      SND_SEQ_EVENT_PORT_START, SND_SEQ_EVENT_PORT_EXIT, SND_SEQ_EVENT_PORT_CHANGE:
      if source.client == Self.systemClient { body(.portsChanged) }
    default: break
    }
  }
}
