import Testing

@testable import Linux
@testable import Controls

@Suite struct ALSAControlTests {
  let card = FakeElement.Card(TestMixer("plain", 0, 100), at: 20)
  let rig: ControlRig

  init() throws {
    rig = try ControlRig(card.open)
  }

  // MARK: Starting

  @Test func firstReadingIsReportedAndNothingIsWritten() throws {
    rig.control.start()
    #expect(rig.events == [.level(0.2)])
    try rig.settle()
    #expect(rig.events.count == 1)
    #expect(card.writes.isEmpty)
  }

  @Test func openingReportsNothingAndHappensOnce() throws {
    try rig.control.open()
    try rig.control.open()
    #expect(rig.events.isEmpty)
    // Another program turns it down between open and start.
    card.change([10, 10])
    rig.control.start()
    rig.control.start()
    #expect(card.openCount == 1)
    #expect(rig.events == [.level(0.1)])
    try rig.settle()
    #expect(rig.events.count == 1)
  }

  @Test func openThrowsTheErrorThatStartReports() throws {
    card.isPresent = false
    #expect(throws: ALSAError.unknownCard("fake", cards: [])) { try rig.control.open() }
    #expect(rig.events.isEmpty)
    rig.control.start()
    #expect(
      rig.events == [
        .offline(reason: "there is no sound card \"fake\"; available: none")
      ])
  }

  @Test func elementWithAFixedVolumeIsRejected() throws {
    card.mixer.shape.maximum = 0
    #expect(throws: ALSAError.elementCannotMove("fake", card: "fake")) { try rig.control.open() }
  }

  // MARK: Turning

  @Test func firstLevelIsWrittenAtOnceAndTheLastIsNeverLost() throws {
    rig.control.start()
    for percent in 21...60 {
      rig.control.set(level: Double(percent) / 100, isFinal: false)
    }
    // The leading edge is written at once; the rest fall within its interval.
    #expect(card.writes.first == [21, 21])
    try rig.pass(milliseconds: 19)
    #expect(card.writes.count == 1)
    try rig.pass(milliseconds: 1)
    #expect(card.writes == [[21, 21], [60, 60]])
  }

  @Test func finalLevelIsWrittenAtOnceAndOnce() throws {
    rig.control.start()
    rig.control.set(level: 0.3, isFinal: false)
    rig.control.set(level: 0.4, isFinal: false)
    rig.control.set(level: 0.5, isFinal: true)
    #expect(card.writes == [[30, 30], [50, 50]])
    rig.control.set(level: 0.5, isFinal: true)
    try rig.settle()
    #expect(card.writes.count == 2)
  }

  @Test func unchangedLevelIsNotWritten() throws {
    rig.control.start()
    for isFinal in [false, false, true] { rig.control.set(level: 0.2, isFinal: isFinal) }
    try rig.settle()
    #expect(card.writes.isEmpty)
  }

  @Test func invalidLevelsAreNotWritten() throws {
    rig.control.start()
    for level in [Double.nan, .infinity, -.infinity, .signalingNaN] {
      rig.control.set(level: level, isFinal: true)
    }
    #expect(card.writes.isEmpty)
    rig.control.set(level: 7, isFinal: true)
    rig.control.set(level: -7, isFinal: true)
    #expect(card.writes == [[100, 100], [0, 0]])
  }

  @Test func idleControlCausesNoWakeUps() throws {
    rig.control.start()
    rig.control.set(level: 0.5, isFinal: true)
    try rig.settle()
    let count = rig.loop.wakeUpCount
    try rig.pass(milliseconds: 3_600_000)
    #expect(rig.loop.wakeUpCount == count)
  }

  // MARK: Both directions

  @Test func ownWritesAreNotReported() throws {
    rig.control.start()
    for percent in 21...40 {
      rig.control.set(level: Double(percent) / 100, isFinal: true)
      try rig.settle()
    }
    #expect(card.writes.count == 20)
    #expect(rig.events == [.level(0.2)])
  }

  @Test func changesByOthersAreReported() throws {
    rig.control.start()
    for raw in [30, 90, 0, 90] {
      card.change([raw, raw])
      try rig.settle()
      #expect(rig.events.last == .level(Double(raw) / 100))
    }
    #expect(rig.events.count == 5)
    card.change([90, 90])
    try rig.settle()
    #expect(rig.events.count == 5)
    #expect(card.writes.isEmpty)
  }

  @Test(arguments: [[20, 20], [0, 0], [100, 100]], [true, false])
  func staleReadingAfterAWriteIsIgnored(_ reading: [Int], isFinal: Bool) throws {
    rig.control.start()
    card.staleReading = reading
    rig.control.set(level: 0.5, isFinal: isFinal)
    try rig.settle()
    card.staleReading = nil
    // No further event arrives; the control rereads on its own and finds its own value.
    let count = rig.loop.wakeUpCount
    try rig.pass(milliseconds: 250)
    #expect(rig.loop.wakeUpCount > count)
    #expect(rig.events == [.level(0.2)])
  }

  @Test func changeSoonAfterAWriteIsReportedLater() throws {
    rig.control.start()
    rig.control.set(level: 0.5, isFinal: true)
    card.change([70, 70])
    try rig.pass(milliseconds: 249)
    #expect(rig.events.count == 1)
    try rig.pass(milliseconds: 1)
    #expect(rig.events == [.level(0.2), .level(0.7)])
    #expect(card.channels == [70, 70])
  }

  @Test func valueChangedByTheDriverIsReported() throws {
    rig.control.start()
    card.coerce = { $0 / 10 * 10 }
    rig.control.set(level: 0.57, isFinal: true)
    try rig.pass(milliseconds: 250)
    #expect(rig.events == [.level(0.2), .level(0.5)])
    try rig.pass(milliseconds: 1000)
    #expect(rig.events.count == 2)
    #expect(card.writes == [[57, 57]])
  }

  @Test func waitingLevelIsWrittenDespiteAChangeByOthers() throws {
    rig.control.start()
    rig.control.set(level: 0.3, isFinal: false)
    rig.control.set(level: 0.4, isFinal: false)
    card.change([90, 90])
    try rig.pass(milliseconds: 20)
    #expect(card.writes == [[30, 30], [40, 40]])
    #expect(card.channels == [40, 40])
  }

  @Test func newRangeReportsALevel() throws {
    rig.control.start()
    card.mixer = TestMixer("finer", 0, 200)
    card.change([20, 20])
    try rig.settle()
    #expect(rig.events.last == .level(0.1))
    rig.control.set(level: 1, isFinal: true)
    #expect(card.channels == [200, 200])
  }

  @Test func channelCountMayChange() throws {
    rig.control.start()
    for count in [4, 1, 2] {
      card.mixer = TestMixer("changed", 0, 100, channelCount: count)
      card.change([Int](repeating: count * 10, count: count))
      try rig.settle()
      #expect(rig.events.last == .level(Double(count) / 10))
      rig.control.set(level: 0.5, isFinal: true)
      #expect(card.channels == [Int](repeating: 50, count: count))
    }
  }

  // MARK: Loss

  @Test(arguments: FakeElement.Call.allCases.filter { $0 != .setMuted })
  func failedCallReopensTheElement(_ call: FakeElement.Call) throws {
    rig.control.start()
    card.failing = call
    rig.control.set(level: 0.5, isFinal: true)
    card.change([60, 60])
    try rig.settle()
    #expect(
      rig.events.dropFirst() == [.offline(reason: FakeElement.injectedError.description)])
    try rig.pass(milliseconds: 250)
    #expect(rig.events.count == 3)
    #expect(rig.events.last == .level(0.6))
    #expect(card.openCount == 2)
    // The control reads and writes the reopened element.
    rig.control.set(level: 0.1, isFinal: true)
    #expect(card.channels == [10, 10])
  }

  @Test(arguments: [FakeElement.Call.shape, .read, .handleEvents])
  func failureAtTheStartIsReportedAndRetried(_ call: FakeElement.Call) throws {
    card.failing = call
    rig.control.start()
    #expect(rig.events == [.offline(reason: FakeElement.injectedError.description)])
    try rig.pass(milliseconds: 250)
    #expect(rig.events.count == 2)
    #expect(rig.events.last == .level(0.2))
    #expect(card.writes.isEmpty)
  }

  @Test func lossIsReportedOnceAndReopeningWritesNothing() throws {
    rig.control.start()
    rig.control.set(level: 0.5, isFinal: false)
    rig.control.set(level: 0.6, isFinal: false)
    card.unplug()
    try rig.settle()
    #expect(rig.events.count == 2)
    guard case .offline? = rig.events.dropFirst().first else {
      Issue.record("\(rig.events)")
      return
    }
    // The loss is reported first; a reason that repeats over several attempts is reported once.
    try rig.pass(milliseconds: 250 + 500)
    #expect(card.openCount == 3)
    let eventCount = rig.events.count
    #expect(eventCount == 3)
    // A turn while offline is dropped, not written later.
    rig.control.set(level: 1, isFinal: true)
    card.channels = [33, 33]
    card.isPresent = true
    try rig.pass(milliseconds: 1000)
    #expect(rig.events.count == eventCount + 1)
    #expect(rig.events.last == .level(0.33))
    #expect(card.channels == [33, 33])
    #expect(card.writes == [[50, 50]])
  }

  @Test func stoppedControlReportsAndWritesNothing() throws {
    rig.control.start()
    rig.control.set(level: 0.5, isFinal: false)
    rig.control.set(level: 0.6, isFinal: false)
    rig.control.stop()
    card.change([70, 70])
    rig.control.set(level: 0.8, isFinal: true)
    try rig.pass(milliseconds: 1000)
    #expect(rig.events.count == 1)
    #expect(card.writes == [[50, 50]])
    #expect(rig.loop.wakeUpCount == 0)
    rig.control.stop()
    rig.control.start()
    #expect(rig.events.last == .level(0.7))
  }

  @Test func stoppingWhileOfflineEndsTheRetries() throws {
    card.isPresent = false
    rig.control.start()
    rig.control.stop()
    try rig.pass(milliseconds: 60_000)
    #expect(card.openCount == 1)
    #expect(rig.loop.wakeUpCount == 0)
  }

  @Test func canBeStoppedByItsOwnEvent() throws {
    rig.control.start()
    rig.control.onEvent = { [rig] _ in rig.control.stop() }
    card.change([70, 70])
    try rig.settle()
    rig.control.onEvent = { _ in }
    #expect(rig.loop.wakeUpCount == 1)
  }

  @Test func releasingTheControlStopsIt() throws {
    let loop = try EventLoop(clock: ManualClock())
    var control: ALSAControl? = ALSAControl(
      card: "fake", element: "fake", loop: loop, openElement: card.open)
    control?.start()
    weak let released = control
    control = nil
    #expect(released == nil)
    card.change([1, 1])
    try loop.advance(byMicroseconds: 1_000_000)
    #expect(loop.wakeUpCount == 0)
  }
}
