internal import Layout
package import LayoutFile
package import Linux

/// `control: {midi: …}`: controllers of MIDI devices and programs, through the ALSA sequencer.
package struct MIDIBackEnd: ControlBackEnd {
  package init() {}

  package var keys: ControlKeys { .midi }

  package func makeFactory(on loop: EventLoop) -> MIDIControlFactory {
    MIDIControlFactory(loop: loop)
  }

  package func listDevices() -> DeviceListing? {
    do throws(MIDIError) {
      let ports = try ALSASequencer().ports()
      return ports.isEmpty ? nil : .midi(ports)
    } catch {
      guard error != .noSequencer else { return nil }
      var listing = DeviceListing.midi([])
      listing.lines.append("\(error)")
      return listing
    }
  }
}

/// Makes MIDI controls, which share one sequencer client.
package final class MIDIControlFactory: ControlFactory {
  private unowned let loop: EventLoop
  /// Exists as long as a control uses it.
  private weak var shared: MIDIConnection?

  init(loop: EventLoop) {
    self.loop = loop
  }

  package func makeControl(_ settings: MIDISettings) -> any Control {
    let connection =
      shared
      ?? MIDIConnection(loop: loop) { () throws(MIDIError) in try ALSASequencer() }
    shared = connection
    return MIDIControl(settings, over: connection, loop: loop)
  }
}
