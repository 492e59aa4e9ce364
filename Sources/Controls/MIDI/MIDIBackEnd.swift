package import LayoutFile
package import Linux

/// `control: {midi: …}`: controllers of MIDI devices and programs, through the ALSA sequencer.
///
/// All controls share one client of the sequencer.
package struct MIDIBackEnd: ControlBackEnd {
  package init() {}

  package var keys: ControlKeys { .midi }

  package func makeFactory(on loop: EventLoop) -> some ControlFactory {
    SharingFactory(
      on: loop, server: { (_: MIDISettings) in ALSASequencer.name },
      connect: { MIDIConnection(loop: $1) { () throws(MIDIError) in try ALSASequencer() } },
      control: MIDIControl.init)
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
