import CAllocationCount
import Layout
import Linux
import Testing

@testable import Controls

/// Turning a knob over OSC allocates nothing after warm-up.
@Suite struct OSCAllocationTests {
  /// Writes once in each round, and advances a tenth of a millisecond.
  private func turn(_ rig: OSCRig, _ rounds: Range<Int>) throws {
    for round in rounds {
      rig.control.set(level: Double(round % 100) / 100, isFinal: round % 2 == 0)
      try rig.loop.advance(byMicroseconds: 100)
    }
  }

  @Test(arguments: [false, true]) func turningAllocatesNoMemory(_ isQueried: Bool) throws {
    let desk = try ScriptedDesk([OSCEndpoint.faderAddress: .float(0.5)])
    var layout = OSCDesk.x32(at: desk)
    layout.isQueried = isQueried
    let rig = try OSCRig(layout, with: desk)
    rig.start(.fader)
    try rig.advance(milliseconds: 250)
    #expect(!rig.reported.isEmpty)
    try turn(rig, 0..<2000)
    let before = allocation_count()
    try turn(rig, 2000..<3000)
    #expect(allocation_count() - before == 0)
    desk.serve()
    #expect(!desk.sent(to: OSCEndpoint.faderAddress).isEmpty)
  }
}
