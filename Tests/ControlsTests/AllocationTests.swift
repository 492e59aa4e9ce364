import CAllocationCount
import Linux
import Testing

@testable import Controls

/// Turning a knob allocates nothing after warm-up.
@Suite struct AllocationTests {
  /// In each round, sets a level and lets its paced write and its echo happen.
  private func turn(_ rig: ControlRig, _ rounds: Range<Int>) throws {
    for round in rounds {
      rig.control.set(level: Double(round % 100) / 100, isFinal: round % 2 == 0)
      try rig.pass(milliseconds: 20)
    }
  }

  private func expectNothing(_ rig: ControlRig) throws {
    rig.control.start()
    try turn(rig, 0..<200)
    let before = allocation_count()
    try turn(rig, 200..<1200)
    #expect(allocation_count() - before == 0)
    #expect(rig.events.count == 1)
  }

  @Test func turningAllocatesNothing() throws {
    let card = FakeElement.Card(TestMixer("plain", 0, 100, from: -4500, step: 45), at: 20)
    card.isRecording = false
    try expectNothing(try ControlRig(card.open))
  }

  @Test func turningThroughAlsaLibAllocatesNothing() throws {
    let card = TestCard()
    card.add("Master Playback Volume", 0...100, decibels: (-4500, 45, true))
    let before = card.writeCount
    try expectNothing(
      try ControlRig { () throws(ALSAError) in try card.element("Master") })
    #expect(card.writeCount > before + 500)
  }
}
