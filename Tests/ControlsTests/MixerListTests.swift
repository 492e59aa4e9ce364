import Testing

@testable import Controls

@Suite struct MixerListTests {
  let card = TestCard()

  private func elements() throws -> [MixerList.Element] {
    MixerList.elements(of: try card.mixer(), card: "Test")
  }

  @Test func listsElementsWithAVolumeAndTheirLayoutText() throws {
    let master = card.add("Master Playback Volume", 0...15, decibels: (-4500, 300, true))
    let mute = card.add("Master Playback Switch", 0...1)
    card.add("Beep Playback Switch", 0...1)
    card.add("PCM Playback Volume", index: 1, 0...100)
    card.add("Mic Boost Capture Volume", channels: 1, 0...3, decibels: (0, 1000, false))
    card[master, 0] = 15
    let found = try elements()
    #expect(
      found == [
        MixerList.Element(
          name: "Master", isCapture: false, channelCount: 2, stepCount: 16,
          level: 1, isMuted: true,
          controlText: "{alsa: {card: Test, element: Master}}"),
        MixerList.Element(
          name: "PCM,1", isCapture: false, channelCount: 2, stepCount: 101,
          level: 0, isMuted: nil,
          controlText: "{alsa: {card: Test, element: \"PCM,1\"}}"),
        MixerList.Element(
          name: "Mic Boost", isCapture: true, channelCount: 1, stepCount: 4,
          level: 0, isMuted: nil,
          controlText: "{alsa: {card: Test, element: Mic Boost}}"),
      ])
    card[mute, 1] = 1
    #expect(try elements().first?.isMuted == false)
    #expect(card.writeCount == 0)
  }

  /// Each listed name opens its element, so it can be pasted.
  @Test func listedNamesOpenTheirElements() throws {
    card.add("Master Playback Volume", 0...15)
    card.add("PCM Playback Volume", index: 1, 0...100)
    card.add("PCM Playback Volume", index: 2, 0...100)
    for element in try elements() {
      #expect(try card.element(element.name).shape().stepCount == element.stepCount)
    }
    #expect(card.openCount == 0)
  }

  @Test func listsTheCardsOfThisMachine() {
    let list = MixerList.read()
    #expect(list.cards.filter(\.isDefault).count <= 1)
    #expect(list.cards.compactMap(\.index).count == SoundCards.all.count)
    #expect(list.denied == SoundCards.denied())
  }

  @Test(arguments: [
    ("Master", "Master"), ("Front Left", "Front Left"), ("PCM,1", "\"PCM,1\""),
    ("hw:0", "\"hw:0\""), ("IEC958 (Optical)", "IEC958 (Optical)"), ("3D Depth", "\"3D Depth\""),
    ("a \"b\" \\c", "\"a \\\"b\\\" \\\\c\""), ("", "\"\""), ("A ", "\"A \""), ("-x", "\"-x\""),
    ("A # b", "\"A # b\""), ("{x}", "\"{x}\""), ("Größe", "\"Größe\""),
  ])
  func quotesNamesOnlyIfNecessary(_ text: String, _ scalar: String) {
    #expect(MixerList.scalar(text) == scalar)
  }

  @Test func countsSteps() {
    func count(_ minimum: Int, _ maximum: Int) -> Int {
      MixerShape(channelCount: 1, minimum: minimum, maximum: maximum, decibels: nil).stepCount
    }
    #expect(count(0, 15) == 16)
    #expect(count(5, 5) == 1)
    #expect(count(9, 0) == 1)
    #expect(count(.min, .max) == .max)
    #expect(count(0, .max) == .max)
  }
}
