import Glibc
import Testing

@testable import Controls

/// Our alsa-lib calls, on a fake card that alsa-lib treats as real.
@Suite struct ALSAElementTests {
  let card = TestCard()

  private func read(_ element: ALSAElement) throws -> [Int] {
    var channels: [Int] = []
    try element.read(into: &channels)
    return channels
  }

  @Test func readsRangeDecibelsAndChannels() throws {
    let master = card.add("Master Playback Volume", -50...100, decibels: (-4500, 30, false))
    card[master, 0] = 10
    card[master, 1] = 20
    let element = try card.element("Master")
    let shape = try element.shape()
    #expect(
      shape
        == MixerShape(
          channelCount: 2, minimum: -50, maximum: 100,
          decibels: MixerShape.DecibelRange(minimum: -4500, maximum: 0)))
    #expect(element.decibels(ofRaw: -50) == -4500)
    #expect(element.decibels(ofRaw: 0) == -3000)
    #expect(try read(element) == [10, 20])
  }

  @Test func silentMinimumIsRecognized() throws {
    card.add("PCM Playback Volume", 0...15, decibels: (-4500, 300, true))
    let element = try card.element("PCM")
    #expect(try element.shape().decibels?.minimum == MixerShape.DecibelRange.silence)
    #expect(element.decibels(ofRaw: 0) == MixerShape.DecibelRange.silence)
    #expect(element.decibels(ofRaw: 15) == 0)
  }

  @Test func decibelsAreNilWithoutAScale() throws {
    card.add("Master Playback Volume", 0...15)
    let element = try card.element("Master")
    #expect(try element.shape().decibels == nil)
    #expect(element.decibels(ofRaw: 3) == nil)
  }

  @Test(arguments: [1, 2, 4, 6, 8]) func everyChannelIsReadAndWritten(_ count: Int) throws {
    let master = card.add("Master Playback Volume", channels: UInt32(count), 0...100)
    let element = try card.element("Master")
    let wanted = (1...count).map { $0 * 10 }
    try element.write(wanted)
    #expect((0..<count).map { card[master, $0] } == wanted)
    #expect(try element.shape().channelCount == count)
    #expect(try read(element) == wanted)
  }

  @Test func writesOnlyChangedChannels() throws {
    let master = card.add("Master Playback Volume", 0...100)
    let element = try card.element("Master")
    try element.write([0, 42])
    try element.write([0, 42])
    #expect(card.writeCount == 1)
    #expect(card.pair(master) == [0, 42])
  }

  @Test func playbackIsPreferredAndCaptureWorks() throws {
    let playback = card.add("Line Playback Volume", 0...10)
    let capture = card.add("Line Capture Volume", 0...20)
    let only = card.add("Mic Capture Volume", 0...30, decibels: (-1200, 75, false))
    let line = try card.element("Line")
    #expect(try line.shape().maximum == 10)
    try line.write([3, 4])
    #expect(card.pair(playback) == [3, 4])
    #expect(card.pair(capture) == [0, 0])
    let mic = try card.element("Mic")
    #expect(try mic.shape().maximum == 30)
    #expect(mic.decibels(ofRaw: 30) == 1050)
    try mic.write([5, 6])
    #expect(card.pair(only) == [5, 6])
  }

  @Test func writingTheVolumeKeepsTheSwitch() throws {
    let volume = card.add("Master Playback Volume", 0...10)
    let mute = card.add("Master Playback Switch", 0...1)
    card[mute, 0] = 1
    card[mute, 1] = 1
    let element = try card.element("Master")
    try element.write([0, 0])
    #expect(card.pair(volume) == [0, 0])
    #expect(card.pair(mute) == [1, 1])
  }

  @Test func mutedMeansThatAllChannelsAre() throws {
    let volume = card.add("Master Playback Volume", 0...10)
    let mute = card.add("Master Playback Switch", 0...1)
    let element = try card.element("Master")
    #expect(try element.isMuted() == true)
    card[mute, 1] = 1
    try element.handleEvents()
    #expect(try element.isMuted() == false)
    try element.set(isMuted: true)
    #expect(card.pair(mute) == [0, 0] && card.pair(volume) == [0, 0])
    try element.set(isMuted: false)
    #expect(card.pair(mute) == [1, 1])
  }

  @Test func joinedVolumeMayHaveSeparateSwitches() throws {
    card.add("Master Playback Volume", channels: 1, 0...10)
    let mute = card.add("Master Playback Switch", 0...1)
    card[mute, 1] = 1
    let element = try card.element("Master")
    #expect(try element.isMuted() == false)
    try element.set(isMuted: true)
    #expect(card.pair(mute) == [0, 0])
    #expect(try element.isMuted() == true)
  }

  @Test func elementWithoutASwitchHasNoMute() throws {
    card.add("Master Playback Volume", 0...10)
    #expect(try card.element("Master").isMuted() == nil)
  }

  @Test func captureElementHasAMute() throws {
    card.add("Mic Capture Volume", 0...10)
    let mute = card.add("Mic Capture Switch", 0...1)
    let element = try card.element("Mic")
    #expect(try element.isMuted() == true)
    try element.set(isMuted: false)
    #expect(card.pair(mute) == [1, 1])
  }

  @Test func elementsWithEqualNamesDifferByIndex() throws {
    let first = card.add("PCM Playback Volume", 0...10)
    let second = card.add("PCM Playback Volume", index: 1, 0...10)
    let element = try card.element("PCM,1")
    try element.write([7, 7])
    #expect(card.pair(first) == [0, 0])
    #expect(card.pair(second) == [7, 7])
  }

  @Test func readsChangesByOthers() throws {
    let master = card.add("Master Playback Volume", 0...10)
    let element = try card.element("Master")
    #expect(!element.descriptors.isEmpty)
    card[master, 0] = 9
    try element.handleEvents()
    #expect(try read(element) == [9, 0])
    // With no event pending, this neither fails nor blocks.
    try element.handleEvents()
  }

  @Test func readsAChangedRange() throws {
    let master = card.add("Master Playback Volume", 0...10)
    let element = try card.element("Master")
    card.setRange(master, 0...40)
    try element.handleEvents()
    #expect(try element.shape().maximum == 40)
  }

  @Test func removedElementThrowsUntilItIsRestored() throws {
    let master = card.add("Master Playback Volume", 0...10)
    card.add("PCM Playback Volume", 0...10)
    let element = try card.element("Master")
    card.remove(master)
    #expect(throws: ALSAError.unknownElement("Master", card: "Test", elements: ["PCM"])) {
      try element.handleEvents()
    }
    for call in [
      { try element.write([1, 1]) }, { _ = try element.shape() }, { _ = try self.read(element) },
    ] {
      #expect(throws: ALSAError.lost("Master", card: "Test", reason: "it was removed")) {
        try call()
      }
    }
    #expect(element.decibels(ofRaw: 1) == nil)
    card.restore(master)
    try element.handleEvents()
    #expect(try read(element) == [0, 0])
  }

  @Test func everyCallToAnUnpluggedCardThrows() throws {
    card.add("Master Playback Volume", 0...10)
    let element = try card.element("Master")
    card.unplug()
    let error = ALSAError.lost("Master", card: "Test", reason: "No such device")
    #expect(throws: error) { try element.handleEvents() }
    #expect(throws: error) { try element.write([1, 1]) }
    #expect(
      error.description
        == "mixer element \"Master\" of sound card \"Test\" is gone: No such device")
  }

  @Test func failedWriteThrows() throws {
    card.add("Master Playback Volume", 0...10)
    let element = try card.element("Master")
    card.failWrites(EIO)
    #expect(throws: ALSAError.lost("Master", card: "Test", reason: "Input/output error")) {
      try element.write([1, 2])
    }
  }

  @Test func errorsListTheAvailableElements() throws {
    card.add("Master Playback Volume", 0...10)
    card.add("Beep Playback Switch", 0...1)
    card.add("Mic Capture Volume", 0...10)
    let unknown = #expect(throws: ALSAError.self) { try card.element("Mastr") }
    #expect(unknown == .unknownElement("Mastr", card: "Test", elements: ["Master", "Mic"]))
    #expect(
      unknown?.description
        == "sound card \"Test\" has no mixer element \"Mastr\"; did you mean \"Master\"? "
        + "Available: Master, Mic")
    let silent = #expect(throws: ALSAError.self) { try card.element("Beep") }
    #expect(
      silent?.description
        == "mixer element \"Beep\" of sound card \"Test\" is only a switch; "
        + "elements with a volume: Master, Mic")
  }

  @Test func closesItsDevice() throws {
    card.add("Master Playback Volume", 0...10)
    do {
      let element = try card.element("Master")
      #expect(card.openCount == 1)
      #expect(element.descriptors.count == 1)
    }
    #expect(card.openCount == 0)
    #expect(throws: ALSAError.self) { try card.element("Nothing") }
    #expect(card.openCount == 0)
    card.unplug()
    #expect(throws: ALSAError.self) { try card.element("Master") }
    #expect(card.openCount == 0)
  }
}
