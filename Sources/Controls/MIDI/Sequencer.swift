/// The calls of the ALSA sequencer that MIDI needs.
protocol Sequencer: AnyObject {
  /// Readable when `receive` has something to do; valid as long as this object lives.
  var descriptor: Int32 { get }
  /// The ports of other clients that send or receive MIDI.
  func ports() -> [MIDIPort]
  /// Subscribes to what a port sends, and opens it for what it receives.
  func connect(_ port: MIDIPort) throws(MIDIError)
  /// Sends a control change, or drops it if the port takes none now.
  func send(_ change: MIDIChange, to port: MIDIPort.Address) throws(MIDIError)
  /// Passes what came to `body`; one portion, so that a flood does not keep the loop.
  func receive(_ body: (SequencerEvent) -> Void) throws(MIDIError)
}

/// What comes from the sequencer.
enum SequencerEvent: Hashable {
  case change(MIDIChange, from: MIDIPort.Address)
  /// A number that MIDI does not have came where a value belongs.
  case nonsense(value: Int32, from: MIDIPort.Address)
  /// A port or client has come, gone, or changed.
  case portsChanged
  /// Events came faster than they were taken, and some are lost.
  case overrun
}
