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

  struct Echo: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// When a level is written to a mixer at [20, 20], in milliseconds after the last one; the last
    /// one is 0.5.
    var writes: [Int64]
    /// What another program sets, or the mixer still returns, after the last write.
    var channels: [Int]
    var milliseconds: Int64
    /// The level reported at once, and 250 ms after the last write; nil for none.
    var level: Double?
    var lateLevel: Double?
  }

  @Test(arguments: [
    Echo(
      testDescription: "no write: the reading is adopted", writes: [], channels: [30, 30],
      milliseconds: 1, level: 0.3),
    Echo(
      testDescription: "the value before it, at once", writes: [1], channels: [20, 20],
      milliseconds: 0, lateLevel: 0.2),
    Echo(
      testDescription: "the value before it, at last", writes: [1], channels: [20, 20],
      milliseconds: 249, lateLevel: 0.2),
    Echo(
      testDescription: "the value before it, too late for an echo", writes: [1],
      channels: [20, 20], milliseconds: 250, level: 0.2),
    Echo(
      testDescription: "another value", writes: [1], channels: [70, 70], milliseconds: 249,
      lateLevel: 0.7),
    Echo(
      testDescription: "another value, later", writes: [1], channels: [70, 70], milliseconds: 250,
      level: 0.7),
    Echo(
      testDescription: "of two writes the last one counts", writes: [1, 250], channels: [20, 20],
      milliseconds: 249, lateLevel: 0.2),
    Echo(
      testDescription: "another balance of the old value", writes: [1], channels: [20, 10],
      milliseconds: 1, lateLevel: 0.2),
    Echo(
      testDescription: "another balance of what was written", writes: [1], channels: [50, 25],
      milliseconds: 1),
    Echo(
      testDescription: "another balance of what was written, later", writes: [1],
      channels: [50, 25], milliseconds: 250),
    Echo(testDescription: "what was written", writes: [1], channels: [50, 50], milliseconds: 1),
    Echo(
      testDescription: "what was written, later", writes: [1], channels: [50, 50],
      milliseconds: 250),
  ])
  func readingAfterAWriteCountsWhenItIsCertain(_ echo: Echo) throws {
    rig.control.start()
    for (index, wait) in echo.writes.enumerated() {
      try rig.pass(milliseconds: wait)
      rig.control.set(level: index + 1 < echo.writes.count ? 0.6 : 0.5, isFinal: true)
      try rig.settle()
    }
    try rig.pass(milliseconds: echo.milliseconds)
    card.change(echo.channels)
    try rig.settle()
    var expected: [ControlEvent] = [.level(0.2)]
    if let level = echo.level { expected.append(.level(level)) }
    #expect(rig.events == expected)
    try rig.pass(milliseconds: max(249 - echo.milliseconds, 0))
    #expect(rig.events == expected)
    try rig.pass(milliseconds: 1)
    if let level = echo.lateLevel { expected.append(.level(level)) }
    #expect(rig.events == expected)
    // The balance that was read is kept.
    rig.control.set(level: 0.1, isFinal: true)
    let loudest = Double(echo.channels.max() ?? 0)
    #expect(card.channels == echo.channels.map { Int((Double($0) / loudest * 10).rounded()) })
  }

  @Test func newBalanceIsKeptAndNotReported() throws {
    rig.control.start()
    rig.control.set(level: 0.2, isFinal: false)
    rig.control.set(level: 0.4, isFinal: false)
    card.change([20, 5])
    try rig.settle()
    #expect(rig.events == [.level(0.2)])
    // A level that waits is written with it.
    try rig.pass(milliseconds: 20)
    #expect(card.channels == [40, 10])
  }

  @Test func quieterChannelsFollowTheRequestedLevel() throws {
    let card = FakeElement.Card(TestMixer("ten steps", 0, 10), at: 10)
    card.channels = [10, 5]
    let rig = try ControlRig(card.open)
    rig.control.start()
    rig.control.set(level: 0.32, isFinal: true)
    // The loudest channel stays at its step; half of the level reaches the next one.
    rig.control.set(level: 0.3949, isFinal: true)
    #expect(card.writes == [[3, 1], [3, 2]])
  }

  @Test func levelSetByOthersIsTheNewBase() throws {
    let card = FakeElement.Card(TestMixer.sensible[0], at: 15)
    let rig = try ControlRig(card.open)
    rig.control.start()
    rig.control.set(level: 0.9, isFinal: true)
    try rig.pass(milliseconds: 250)
    card.change([3, 3])
    try rig.settle()
    #expect(rig.events.last == .level(0.2))
    // The next step up from there, although the knob came from above.
    rig.control.set(level: 0.263, isFinal: true)
    #expect(card.channels == [4, 4])
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

  @Test func waitingLevelIsWrittenInTheNewRange() throws {
    rig.control.start()
    rig.control.set(level: 0.3, isFinal: false)
    rig.control.set(level: 0.4, isFinal: false)
    card.mixer = TestMixer("finer", 0, 200)
    card.change([20, 20])
    try rig.settle()
    // Soon after a write as well.
    #expect(rig.events == [.level(0.2), .level(0.1)])
    try rig.pass(milliseconds: 20)
    #expect(card.channels == [80, 80])
    try rig.pass(milliseconds: 1000)
    #expect(rig.events.count == 2)
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

  @Test func restartedControlReportsWhyItIsOffline() throws {
    card.isPresent = false
    rig.control.start()
    rig.control.stop()
    rig.control.start()
    #expect(rig.events.count == 2)
    #expect(rig.events.first == rig.events.last)
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
