/// The ALSA sequencer calls that MIDI needs.
protocol Sequencer: AnyObject {
  /// Readable when `receive` has work to do; valid while this object exists.
  var descriptor: Int32 { get }
  /// Returns the ports of other clients that send or receive MIDI.
  func ports() -> [MIDIPort]
  /// Subscribes to the port if it sends, and connects to it if it receives.
  func connect(_ port: MIDIPort) throws(MIDIError)
  /// Sends a control change, or drops it if the port cannot accept one now.
  func send(_ change: MIDIChange, to port: MIDIPort.Address) throws(MIDIError)
  /// Passes received events to `body`, one batch per call, so that a flood cannot block the loop.
  func receive(_ body: (SequencerEvent) -> Void) throws(MIDIError)
}

/// An event from the sequencer.
enum SequencerEvent: Hashable {
  case change(MIDIChange, from: MIDIPort.Address)
  /// A value outside the range of MIDI.
  case invalid(value: Int32, from: MIDIPort.Address)
  /// A port or client has appeared, disappeared or changed.
  case portsChanged
  /// Events arrived faster than they were read, and some are lost.
  case overrun
}
