internal import Diagnostics

/// A port of the ALSA sequencer.
struct MIDIPort: Hashable, Sendable {
  /// Client and port, as in 20:0; a device's numbers depend on when it was plugged in.
  struct Address: Hashable, Sendable, CustomStringConvertible {
    var client: UInt8
    var port: UInt8

    var description: String { "\(client):\(port)" }
  }

  var address: Address
  /// The client's name, usually that of the device: `nanoKONTROL2`.
  var clientName: String
  /// The port's name: `nanoKONTROL2 MIDI 1`.
  var name: String
  /// Whether other clients may subscribe to its output.
  var sends: Bool
  /// Whether other clients may send to it.
  var receives: Bool
}

extension [MIDIPort] {
  /// Returns the port that a layout names; nil if there is none.
  ///
  /// Compares the text with the address, then with the names of the port and the client: the whole
  /// name, its beginning, any part. Case does not matter. If several ports match, the lowest
  /// address wins, so that the device's name finds a device with several ports.
  func named(_ text: String) -> MIDIPort? {
    let wanted = text.lowercased()
    if let port = first(where: { $0.address.description == wanted }) { return port }
    let sorted = sorted {
      ($0.address.client, $0.address.port) < ($1.address.client, $1.address.port)
    }
    let tests: [(String) -> Bool] = [
      { $0 == wanted }, { $0.hasPrefix(wanted) }, { $0.hasSubstring(wanted) },
    ]
    for test in tests {
      let found = sorted.first { test($0.name.lowercased()) || test($0.clientName.lowercased()) }
      if let found { return found }
    }
    return nil
  }
}

/// A control change (MIDI 1.0, "Control Change"): sets a controller 0…127 of a channel to a value
/// 0…127.
struct MIDIChange: Hashable, Sendable {
  /// 0…15, as on the wire; layouts count from 1.
  var channel: UInt8
  var controller: UInt8
  var value: UInt8
}
