internal import JSON

extension DeviceListing {
  /// The MIDI ports for `knobpanel devices`.
  static func midi(_ ports: [MIDIPort]) -> DeviceListing {
    var listing = DeviceListing(title: "MIDI ports", key: "midi")
    for port in ports {
      let directions = [port.sends ? "sends" : nil, port.receives ? "receives" : nil]
        .compactMap { $0 }
      let note = "\(port.address), \(directions.joined(separator: " and "))"
      let value = "{midi: {port: \(JSONText.quoted(port.name)), controller: 7}}"
      listing.lines.append("control: \(value)  (\(note))")
      listing.objects.append([
        "port": .string(port.name), "client": .string(port.clientName),
        "address": .string("\(port.address)"), "sends": .bool(port.sends),
        "receives": .bool(port.receives),
      ])
    }
    return listing
  }
}
