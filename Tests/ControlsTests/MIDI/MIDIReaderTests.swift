import Testing

@testable import Controls

/// Values, their MIDI control changes, and the port names in `port:`.
@Suite struct MIDIReaderTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var parameter: MIDIParameter
    /// Pairs of controller and value.
    var changes: [[UInt8]]
    var values: [Int?]
  }

  @Test(
    "Control changes become values",
    arguments: [
      Row(
        testDescription: "7 bits", parameter: .controller(7),
        changes: [[7, 100], [8, 1], [7, 0]],
        values: [100, nil, 0]),
      Row(
        testDescription: "14 bits", parameter: .pair(7),
        changes: [[39, 5], [7, 100], [39, 5], [7, 101], [39, 6]],
        values: [nil, nil, 12_805, nil, 12_934]),
      Row(
        testDescription: "only the upper half", parameter: .pair(7),
        changes: [[7, 100], [7, 127]],
        values: [12_800, 16_256]),
      Row(
        testDescription: "NRPN", parameter: .nonRegistered(300, bits: 14),
        changes: [[6, 1], [99, 2], [98, 44], [6, 100], [38, 5], [38, 6]],
        values: [nil, nil, nil, 12_800, 12_805, 12_806]),
      Row(
        testDescription: "NRPN of 7 bits", parameter: .nonRegistered(300, bits: 7),
        changes: [[99, 2], [98, 44], [6, 100], [38, 5]], values: [nil, nil, 100, nil]),
      Row(
        testDescription: "another NRPN", parameter: .nonRegistered(300, bits: 14),
        changes: [[99, 2], [98, 43], [6, 100]], values: [nil, nil, nil]),
      Row(
        testDescription: "a registered parameter", parameter: .nonRegistered(300, bits: 14),
        changes: [[99, 2], [98, 44], [101, 0], [100, 0], [6, 100]],
        values: [nil, nil, nil, nil, nil]),
      Row(
        testDescription: "more than 7 bits", parameter: .controller(7), changes: [[7, 255]],
        values: [127]),
    ]) func values(_ row: Row)
  {
    var reader = MIDIReader(row.parameter)
    #expect(row.changes.map { reader.process(controller: $0[0], value: $0[1]) } == row.values)
  }

  @Test(
    "A sent value reads back unchanged",
    arguments: [
      .controller(7), .pair(0), .nonRegistered(16_383, bits: 14), .nonRegistered(0, bits: 7),
    ] as [MIDIParameter]) func both(_ parameter: MIDIParameter)
  {
    var reader = MIDIReader(parameter)
    for value in [0, 1, parameter.highest / 2, parameter.highest] {
      var read: Int?
      parameter.forEachChange(value) { read = reader.process(controller: $0, value: $1) ?? read }
      #expect(read == value)
    }
  }

  @Test("The upper half is sent first") func order() {
    var sent: [[UInt8]] = []
    MIDIParameter.pair(7).forEachChange(12_805) { sent.append([$0, $1]) }
    MIDIParameter.nonRegistered(300, bits: 14).forEachChange(12_805) { sent.append([$0, $1]) }
    #expect(sent == [[7, 100], [39, 5], [99, 2], [98, 44], [6, 100], [38, 5]])
  }

  @Test(
    "Ports are found by address or part of their name",
    arguments: [
      ("20:0", "20:0"), ("nanoKONTROL2", "20:0"), ("nanokontrol2 midi 1", "20:0"),
      ("nano", "20:0"), ("KONTROL2 MIDI 2", "20:1"), ("Port-0", "14:0"), ("piano", nil),
      ("20:7", nil), ("midi", "14:0"),
    ]) func names(_ text: String, _ address: String?)
  {
    var second = MIDIPort.nano
    second.address.port = 1
    second.name = "nanoKONTROL2 MIDI 2"
    let ports = [second, .nano, .through]
    #expect(ports.named(text)?.address.description == address)
  }
}
