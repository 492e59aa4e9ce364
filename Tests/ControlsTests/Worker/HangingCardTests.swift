import Linux
import Testing

@testable import Controls

/// A card that hangs in an alsa-lib call, like a failing USB card.
@Suite struct HangingCardTests {
  let card = TestCard()
  let master: Int32

  init() {
    master = card.add("Master Playback Volume", channels: 1, 0...100)
    card[master, 0] = 20
  }

  /// Sets levels 0.01, 0.02 … while the loop must continue: only this thread releases the card.
  private func turn(_ rig: WorkerRig, to percent: Int) throws {
    for percent in 1...percent {
      rig.control.set(level: Double(percent) / 100, isFinal: false)
      try rig.pass(milliseconds: 1)
    }
  }

  @Test func loopContinuesAndOnlyTheLastLevelIsWritten() throws {
    let rig = try WorkerRig(card)
    try rig.start()
    card.hang()
    rig.control.set(level: 0.3, isFinal: false)
    #expect(card.wait { card.hangingCount == 1 })
    try turn(rig, to: 90)
    #expect(card.hangingCount == 1)
    #expect(card[master, 0] == 20)
    card.release()
    #expect(card.wait { card[master, 0] == 90 })
    try rig.finishRequests()
    // The write that hung, and the last level.
    #expect(card.writeCount == 2)
    #expect(rig.events == [.level(0.2)])
  }

  @Test func hangingCardIsOfflineUntilItAnswers() throws {
    let rig = try WorkerRig(card)
    try rig.start()
    card.hang()
    rig.control.set(level: 0.3, isFinal: true)
    #expect(card.wait { card.hangingCount == 1 })
    try rig.pass(milliseconds: Int64(Patience.milliseconds) - 1)
    #expect(rig.events.count == 1)
    try rig.pass(milliseconds: 1)
    #expect(
      rig.events.dropFirst() == [.offline(reason: "sound card \"Test\" does not answer")])
    // Reported once, however long it takes; turns meanwhile are never written.
    try turn(rig, to: 90)
    let count = rig.loop.wakeUpCount
    try rig.pass(milliseconds: 3_600_000)
    #expect(rig.events.count == 2)
    #expect(rig.loop.wakeUpCount == count)
    card.release()
    try rig.run { rig.events.count == 3 }
    // The write that hung finished when the card answered.
    #expect(rig.events[2] == .level(0.3))
    #expect(card.writeCount == 1)
    rig.control.set(level: 0.6, isFinal: true)
    #expect(card.wait { card[master, 0] == 60 })
    try rig.finishRequests()
    #expect(rig.events.count == 3)
  }

  @Test func cardThatHangsInAReadDoesNotBlockTheLoop() throws {
    let rig = try WorkerRig(card)
    try rig.start()
    card.hang()
    card[master, 0] = 80
    #expect(card.wait { card.hangingCount == 1 })
    // Nothing is requested of it, so nothing is overdue.
    try rig.pass(milliseconds: 3_600_000)
    #expect(rig.events == [.level(0.2)])
    rig.control.set(level: 0.9, isFinal: true)
    try rig.pass(milliseconds: Int64(Patience.milliseconds))
    #expect(rig.events.count == 2)
    card.release()
    try rig.run { rig.events.count == 3 }
    #expect(rig.events[2] == .level(0.8))
    // A reading from before the timeout is not reported beside the new one.
    try rig.finishRequests()
    #expect(rig.events.count == 3)
    #expect(card.writeCount == 0)
  }

  @Test func openingAHangingCardTimesOut() throws {
    card.hang()
    // `open` blocks until this timeout.
    let rig = try WorkerRig(card, patienceMilliseconds: 50)
    try rig.control.open()
    // From now on nothing waits for it.
    #expect(rig.worker.isStuck)
    let other = WorkerControl(name: "other", on: rig.worker) { [card] loop in
      ALSAControl(card: "Test", element: "Master", loop: loop) { () throws(ALSAError) in
        try card.element("Master")
      }
    }
    var events: [ControlEvent] = []
    other.onEvent = { events.append($0) }
    try other.open()
    rig.control.start()
    other.start()
    #expect(rig.events == [.offline(reason: "sound card \"Test\" does not answer")])
    #expect(events == rig.events)
    card.release()
    try rig.run { rig.events.count == 2 && events.count == 2 }
    #expect(rig.events.last == .level(0.2))
    #expect(events.last == .level(0.2))
  }

  @Test func programEndsDespiteAHangingCard() throws {
    var rig: WorkerRig? = try WorkerRig(card)
    try rig?.start()
    card.hang()
    rig?.control.set(level: 0.3, isFinal: true)
    #expect(card.wait { card.hangingCount == 1 })
    let start = MonotonicClock.microseconds
    rig = nil
    // The card had its second to answer and still hangs.
    #expect(MonotonicClock.microseconds - start >= 900_000)
    #expect(card.hangingCount == 1)
    #expect(card.openCount == 1)
    // The thread ends by itself when the card answers.
    card.release()
    #expect(card.wait { card.openCount == 0 })
  }

  @Test func otherCardsAreNotAffected() throws {
    let rig = try WorkerRig(card)
    let working = TestCard()
    let element = working.add("Master Playback Volume", channels: 1, 0...100)
    let other = try WorkerRig(working)
    try rig.start()
    try other.start()
    card.hang()
    rig.control.set(level: 0.3, isFinal: true)
    #expect(card.wait { card.hangingCount == 1 })
    other.control.set(level: 0.5, isFinal: true)
    #expect(working.wait { working[element, 0] == 50 })
    #expect(card.hangingCount == 1)
    card.release()
  }
}
