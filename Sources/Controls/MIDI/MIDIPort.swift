internal import Diagnostics

/// A port of the ALSA sequencer.
struct MIDIPort: Hashable, Sendable {
  /// Client and port, as in 20:0; the numbers of a device depend on when it was plugged in.
  struct Address: Hashable, Sendable, CustomStringConvertible {
    var client: UInt8
    var port: UInt8

    var description: String { "\(client):\(port)" }
  }

  var address: Address
  /// Of the client, usually the device: `nanoKONTROL2`.
  var clientName: String
  /// Of the port: `nanoKONTROL2 MIDI 1`.
  var name: String
  /// Whether others may subscribe to what it sends.
  var sends: Bool
  /// Whether others may send to it.
  var receives: Bool
}

extension [MIDIPort] {
  /// The port that a layout names, or nil: by address, else by the name of the port or the client, else
  /// by the beginning of one, else by a part of one; whatever the case.
  ///
  /// Of several the one with the lowest address, so that a device with several ports is known by its
  /// name.
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

/// A control change (MIDI 1.0, "Control Change"): a controller 0…127 of a channel takes a value 0…127.
struct MIDIChange: Hashable, Sendable {
  /// 0…15 on the wire; layouts count from 1.
  var channel: UInt8
  var controller: UInt8
  var value: UInt8
}
