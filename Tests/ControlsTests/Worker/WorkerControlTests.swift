import CAllocationCount
import Linux
import Testing

@testable import Controls

/// A control on a worker's thread, with alsa-lib and a responsive card.
@Suite struct WorkerControlTests {
  let card = TestCard()
  let master: Int32
  let rig: WorkerRig

  init() throws {
    master = card.add("Master Playback Volume", channels: 1, 0...100)
    card[master, 0] = 20
    rig = try WorkerRig(card)
  }

  @Test func followsBothWays() throws {
    try rig.start()
    #expect(rig.events == [.level(0.2)])
    rig.control.set(level: 0.5, isFinal: true)
    #expect(card.wait { card[master, 0] == 50 })
    card[master, 0] = 70
    try rig.run { rig.events.count == 2 }
    #expect(rig.events.last == .level(0.7))
    #expect(card.writeCount == 1)
  }

  @Test("a turn between a restart and the first level is not written")
  func startedAgain() throws {
    try rig.start()
    rig.control.stop()
    rig.control.start()
    rig.control.set(level: 0.9, isFinal: true)
    try rig.run { rig.events.count == 2 }
    try rig.finishRequests()
    #expect(rig.events == [.level(0.2), .level(0.2)])
    #expect(card[master, 0] == 20 && card.writeCount == 0)
  }

  @Test func openThrowsTheControlsError() throws {
    try rig.control.open()
    try rig.control.open()
    #expect(card.openCount == 1)
    #expect(rig.events.isEmpty)
    let other = try WorkerRig(card, element: "Mastre")
    for _ in 0..<2 {
      #expect(throws: ALSAError.unknownElement("Mastre", card: "Test", elements: ["Master"])) {
        try other.control.open()
      }
    }
    other.control.start()
    try other.run { other.events.count == 1 }
    guard case .offline? = other.events.first else {
      Issue.record("\(other.events)")
      return
    }
  }

  @Test("a control that has begun to open is opened once, whatever follows") func beginsToOpen()
    throws
  {
    rig.control.beginOpening()
    rig.control.beginOpening()
    try rig.control.open()
    #expect(card.openCount == 1)
    try rig.start()
    #expect(rig.events == [.level(0.2)])
    let other = try WorkerRig(card, element: "Mastre")
    other.control.beginOpening()
    #expect(throws: ALSAError.unknownElement("Mastre", card: "Test", elements: ["Master"])) {
      try other.control.open()
    }
    // Started or stopped without waiting for the opening.
    let third = try WorkerRig(card)
    third.control.beginOpening()
    try third.start()
    #expect(third.events == [.level(0.2)])
    let fourth = try WorkerRig(card)
    fourth.control.beginOpening()
    fourth.control.stop()
    try fourth.start()
    #expect(fourth.events == [.level(0.2)])
  }

  @Test func lossIsReportedAndTheControlReturns() throws {
    try rig.start()
    card.unplug()
    try rig.run { rig.events.count >= 2 }
    #expect(
      rig.events[1]
        == .offline(
          reason: "mixer element \"Master\" of sound card \"Test\" is gone: No such device"))
    rig.control.set(level: 1, isFinal: true)
    card.plugIn()
    try rig.run { rig.events.last == .level(0.2) }
    #expect(card.writeCount == 0)
  }

  @Test func canBeStoppedAndRestarted() throws {
    try rig.start()
    rig.control.stop()
    card[master, 0] = 40
    rig.control.set(level: 0.9, isFinal: true)
    rig.control.start()
    try rig.run { rig.events.count == 2 }
    #expect(rig.events.last == .level(0.4))
    #expect(card.wait { card.openCount == 1 })
    #expect(card.writeCount == 0)
  }

  @Test func canBeReleasedInItsOwnEvent() throws {
    let loop = try EventLoop(clock: ManualClock())
    var rig: (ControlWorker, WorkerControl)? = {
      let worker = ControlWorker(silence: "", loop: loop)
      let control = WorkerControl(name: "test", on: worker) { [card] loop in
        ALSAControl(card: "Test", element: "Master", loop: loop) { () throws(ALSAError) in
          try card.element("Master")
        }
      }
      return (worker, control)
    }()
    rig?.1.onEvent = { _ in rig = nil }
    rig?.1.start()
    try Patience.run(loop, state: "nothing") { rig == nil }
    #expect(card.openCount == 0)
  }

  /// The program ends while a finger holds a knob.
  @Test func lastLevelIsWrittenBeforeTheEnd() throws {
    var rig: WorkerRig? = self.rig
    try rig?.start()
    rig = nil
    let other = TestCard()
    let element = other.add("Master Playback Volume", channels: 1, 0...100)
    do {
      let ending = try WorkerRig(other)
      try ending.start()
      ending.control.set(level: 0.6, isFinal: true)
      ending.control.stop()
    }
    #expect(other[element, 0] == 60)
    #expect(other.openCount == 0)
  }

  @Test func nothingWakesUpWhileIdle() throws {
    try rig.start()
    rig.control.set(level: 0.5, isFinal: true)
    #expect(card.wait { card[master, 0] == 50 })
    try rig.finishRequests()
    // The alarm that watches the thread fires once more and finds that it has answered.
    try rig.pass(milliseconds: 2 * Int64(Patience.milliseconds))
    let count = rig.loop.wakeUpCount
    try rig.pass(milliseconds: 3_600_000)
    #expect(rig.loop.wakeUpCount == count)
    #expect(rig.events.count == 1)
  }

  @Test func turningAllocatesNoMemory() throws {
    try rig.start()
    var areWritten = true
    func turn(_ rounds: Range<Int>) throws {
      for round in rounds {
        let count = card.writeCount
        rig.control.set(level: Double(round % 100) / 100, isFinal: true)
        try rig.pass(milliseconds: 1)
        // Of levels that arrive faster, the thread takes only the last.
        if round % 2 == 0 { areWritten = card.wait { card.writeCount > count } && areWritten }
      }
    }
    try turn(0..<500)
    let before = allocation_count()
    try turn(500..<1500)
    #expect(allocation_count() - before == 0)
    #expect(areWritten)
    #expect(rig.events.count == 1)
    #expect(card.writeCount > 500)
  }
}
