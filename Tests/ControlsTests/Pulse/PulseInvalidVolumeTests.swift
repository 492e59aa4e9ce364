import Testing

@testable import Controls

/// Volumes that no server should report.
@Suite struct PulseInvalidVolumeTests {
  @Test(
    "An invalid volume is dropped, and never shown as the loudest",
    arguments: [[UInt32.max], [0, UInt32.max / 2 + 1], []])
  func invalid(_ channels: [UInt32]) {
    let reader = PulseReader()
    reader.begin()
    reader.add(PulseEntry(index: 1, volume: PulseVolume(channels), isMuted: false))
    #expect(reader.entries.isEmpty && reader.hasInvalidVolume)
    reader.begin()
    #expect(!reader.hasInvalidVolume)
  }

  @Test("An amplified volume is valid") func amplified() {
    let reader = PulseReader()
    reader.begin()
    reader.add(PulseEntry(index: 1, volume: PulseVolume([0x20000, 0]), isMuted: false))
    #expect(reader.entries.count == 1 && !reader.hasInvalidVolume)
  }
}
