import Linux
import Testing

@testable import Controls

/// Sound servers that report more changes than are needed.
@Suite struct PulseFloodTests {
  /// Counts queries, and answers on demand.
  private final class FakeServer: PulseServer {
    private(set) var queryCount = 0
    private weak var reader: PulseReader?

    func join(_ member: any PulseMember) { member.didOpen() }
    func leave(_ member: any PulseMember) {}
    func setVolume(_ volume: PulseVolume, of index: UInt32, _ target: PulseTarget) {}
    func setMute(_ isMuted: Bool, of index: UInt32, _ target: PulseTarget) {}
    func didNotAnswer() {}

    func read(_ target: PulseTarget, by reader: PulseReader) {
      queryCount += 1
      reader.begin()
      self.reader = reader
    }

    func readNames(like target: PulseTarget, by reader: PulseReader) {
      read(target, by: reader)
    }

    func answer(_ volume: UInt32, entryCount: Int = 1) {
      guard let reader, reader.isUnderway else { return }
      for _ in 0..<entryCount {
        reader.add(PulseEntry(index: 1, volume: PulseVolume([volume]), isMuted: false))
        reader.add(name: "a name \(volume)")
      }
      reader.finish(.found)
    }
  }

  @Test("Of 10,000 changes a second, 50 are queried and reported", arguments: ["one", "default"])
  func flood(_ sink: String) throws {
    let loop = try EventLoop(clock: ManualClock())
    let server = FakeServer()
    let control = PulseControl(PulseSettings(.sink(sink)), at: server, loop: loop)
    var levelCount = 0
    control.onEvent = { if case .level = $0 { levelCount += 1 } }
    control.start()
    server.answer(0x8000)
    let maximum = Int(1_000_000 / PulseControl.readIntervalMicroseconds)
    for second in 0..<3 {
      let (queries, levels) = (server.queryCount, levelCount)
      for millisecond in 0..<1000 {
        for kind in [PulseChange.Kind.changed, .new, .removed] {
          for facility in [PulseChange.Facility.sink, .server, .stream, .source] {
            control.didChange(PulseChange(facility: facility, kind: kind, index: 1))
          }
        }
        server.answer(UInt32(0x1000 * (second + 1) + millisecond))
        try loop.advance(byMicroseconds: 1000)
      }
      #expect((maximum - 1...maximum + 1).contains(server.queryCount - queries))
      #expect(levelCount - levels <= maximum + 1)
    }
    control.stop()
  }

  @Test("A server that does not answer is queried once, whatever it reports") func silence() throws
  {
    let loop = try EventLoop(clock: ManualClock())
    let server = FakeServer()
    let control = PulseControl(PulseSettings(.sink("one")), at: server, loop: loop)
    control.start()
    for _ in 0..<10_000 {
      control.didChange(PulseChange(facility: .sink, kind: .new, index: 1))
    }
    try loop.advance(byMicroseconds: PulseControl.answerMicroseconds - 1)
    #expect(server.queryCount == 1)
    control.stop()
  }

  @Test("Of thousands of streams, 64 are kept") func streams() {
    let reader = PulseReader()
    reader.begin()
    for index in 0..<10_000 {
      reader.add(
        PulseEntry(index: UInt32(index), volume: PulseVolume([0x1000]), isMuted: false))
      reader.add(name: "stream \(index)")
    }
    #expect(reader.entries.count == PulseReader.limit && reader.names.count == PulseReader.limit)
  }
}
