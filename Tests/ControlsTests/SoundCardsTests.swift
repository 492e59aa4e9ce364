import Glibc
import Linux
import Testing

@testable import Controls

@Suite struct SoundCardsTests {
  static let cards = [
    SoundCard(index: 0, id: "PCH", name: "HDA Intel PCH", longName: "HDA Intel PCH at 0xf7d10000"),
    SoundCard(index: 1, id: "Dummy", name: "Dummy", longName: "Dummy 1"),
    SoundCard(index: 2, id: "Device", name: "Dummy 1", longName: "USB at usb-0000:00:14.0-1"),
  ]

  @Test(arguments: [
    ("default", "default"), ("hw:1", "hw:1"), ("hw:CARD=PCH", "hw:CARD=PCH"),
    ("pulse", "pulse"), ("PCH", "hw:PCH"), ("Dummy", "hw:Dummy"), ("0", "hw:0"), ("17", "hw:17"),
    ("HDA Intel PCH", "hw:PCH"), ("HDA Intel PCH at 0xf7d10000", "hw:PCH"),
    // An id takes precedence over a name, and the first card over a later one.
    ("Dummy 1", "hw:Dummy"), ("nothing", "nothing"), ("", ""),
  ])
  func cardsAreFoundByIDNameOrNumber(_ text: String, _ device: String) {
    #expect(SoundCards.deviceName(of: text, among: SoundCardsTests.cards) == device)
  }

  @Test(
    arguments: [
      (ENOENT, [], [], "there is no sound card; plug one in or load its driver"),
      (ENODEV, ["PCH"], [], "there is no sound card \"Dummi\"; available: PCH"),
      (
        ENODEV, ["PCH", "Dummy"], [],
        "there is no sound card \"Dummi\"; did you mean \"Dummy\"? Available: PCH, Dummy"
      ),
      (
        ENOENT, [], ["/dev/snd/controlC0"],
        "no permission for /dev/snd/controlC0; add the user to the group \"audio\""
      ),
      (EACCES, ["PCH"], [], "no permission for Dummi; add the user to the group \"audio\""),
      (ECONNREFUSED, ["PCH"], [], "sound card \"Dummi\" cannot be opened: Connection refused"),
    ] as [(Int32, [String], [String], String)])
  func errorsIncludeARemedy(
    _ code: Int32, _ cards: [String], _ denied: [String], _ message: String
  ) {
    let error = SoundCards.failure(toOpen: "Dummi", -code, cards: cards, denied: denied)
    #expect(error.description == message)
  }

  /// Works with the sound cards of this machine, or without any.
  @Test func missingCardIsNamedInTheError() {
    let name = "no such card"
    let error = #expect(throws: ALSAError.self) {
      try ALSAMixer(card: SoundCards.deviceName(of: name))
    }
    let cards = SoundCards.all.map(\.id)
    let denied = SoundCards.denied()
    #expect(error == SoundCards.failure(toOpen: name, -ENOENT, cards: cards, denied: denied))
  }

  @Test(
    "A machine without sound cards reports that, whatever the layout names",
    .enabled(if: SoundCards.all.isEmpty && SoundCards.denied().isEmpty),
    arguments: ["default", "0", "hw:0", "Dummy", "hw:CARD=Dummy"])
  func noCardAtAll(_ card: String) throws {
    let control = ALSAControl(ALSASettings(card: card, element: "Master"), loop: try EventLoop())
    #expect(throws: ALSAError.noSoundCard) { try control.open() }
    #expect(control.name == "ALSA element \"Master\" of card \"\(card)\"")
    var events: [ControlEvent] = []
    control.onEvent = { events.append($0) }
    control.start()
    #expect(events == [.offline(reason: ALSAError.noSoundCard.description)])
  }

  /// alsa-lib prints errors to stderr unless it is silenced.
  @Test func alsaLibPrintsNothing() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
    ) {
      for card in ["default", "hw:40", "no such card", "hw:", "hw:CARD=", "{"] {
        _ = try? ALSAMixer(card: SoundCards.deviceName(of: card))
      }
      _ = MixerList.read()
    }
    #expect(result?.standardErrorContent.isEmpty == true)
    #expect(result?.standardOutputContent.isEmpty == true)
  }

  /// Root may open everything, so the process becomes nobody first.
  @Test func deniedDevicesAreListed() async {
    await #expect(processExitsWith: .success) {
      if getuid() == 0 && setuid(65_534) != 0 { exit(2) }
      var template = Array("/tmp/knobpanel-test-XXXXXX".utf8CString)
      let made = template.withUnsafeMutableBufferPointer { buffer -> String? in
        buffer.baseAddress.flatMap(mkdtemp).map { String(cString: $0) }
      }
      guard let folder = made else { exit(3) }
      let paths = ["controlC0", "controlC3", "pcmC0D0p"].map { "\(folder)/\($0)" }
      for (path, mode) in zip(paths, [0o600, 0, 0] as [mode_t]) {
        close(open(path, O_CREAT | O_WRONLY, mode))
      }
      let denied = SoundCards.denied(in: folder)
      for path in paths { unlink(path) }
      rmdir(folder)
      exit(denied == [paths[1]] ? 0 : 4)
    }
  }

  @Test(
    arguments: [
      ("Master", "Master", 0), ("PCM,1", "PCM", 1), ("PCM, 2", "PCM", 2), ("A,B", "A,B", 0),
      ("A,B,3", "A,B", 3), ("PCM,", "PCM,", 0), ("PCM,-1", "PCM,-1", 0), (",1", "", 1),
      ("PCM,99999999999", "PCM,99999999999", 0), ("", "", 0),
    ] as [(String, String, UInt32)])
  func elementNameMayIncludeAnIndex(_ text: String, _ name: String, _ index: UInt32) {
    #expect(ElementName(text) == ElementName(name: name, index: index))
    #expect(ElementName(ElementName(text).text) == ElementName(text))
  }
}
