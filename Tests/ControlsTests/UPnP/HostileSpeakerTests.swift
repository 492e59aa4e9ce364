import Linux
import Testing

@testable import Controls

/// Speakers that answer late, never, twice, wrongly, or too much.
@Suite struct HostileSpeakerTests {
  /// A rig whose control has a level, and a subscription if the speaker grants one.
  func rig(_ speaker: ScriptedSpeaker) throws -> UPnPRig {
    let rig = try UPnPRig(at: speaker)
    try rig.run { !rig.levels.isEmpty && rig.control.exchanges.isEmpty }
    return rig
  }

  private func reversals(_ values: [Int]) -> Int {
    let steps = zip(values, values.dropFirst()).map { $1 - $0 }.filter { $0 != 0 }
    return zip(steps, steps.dropFirst()).count { ($0 > 0) != ($1 > 0) }
  }

  struct Behavior: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var delayMicroseconds: Int64 = 0
    var applyMicroseconds: Int64 = 0
    var step = 1
    /// The volumes that events report besides the set one.
    var strayEvents: [Int] = []
    var takesSubscriptions = true
    /// The final volume at the speaker.
    var last = 79
  }

  @Test(
    "A turn ends at the knob's last value, without swinging",
    arguments: [
      Behavior(testDescription: "a well-behaved speaker"),
      Behavior(testDescription: "300 ms late", delayMicroseconds: 300_000),
      Behavior(
        testDescription: "300 ms late, in steps of 5", delayMicroseconds: 300_000, step: 5, last: 80
      ),
      Behavior(testDescription: "follows 200 ms late", applyMicroseconds: 200_000),
      Behavior(testDescription: "steps of 5", step: 5, last: 80),
      Behavior(testDescription: "events with 0 and old volumes", strayEvents: [0, 20]),
      Behavior(testDescription: "no events", takesSubscriptions: false),
    ]) func turnEnds(_ behavior: Behavior) throws
  {
    let speaker = try ScriptedSpeaker()
    speaker.takesSubscriptions = behavior.takesSubscriptions
    let rig = try rig(speaker)
    #expect(rig.reported == [.muted(false), .level(0.2)])
    speaker.delayMicroseconds = behavior.delayMicroseconds
    speaker.applyMicroseconds = behavior.applyMicroseconds
    speaker.round = { ($0 + behavior.step / 2) / behavior.step * behavior.step }
    speaker.eventsOfVolume = { [$0, $0] + behavior.strayEvents }
    for percent in 20..<80 {
      rig.control.set(level: Double(percent) / 100, isFinal: false)
      try rig.advance(milliseconds: 10)
    }
    rig.control.set(level: 0.79, isFinal: true)
    try rig.advance(milliseconds: 1000)
    #expect(speaker.volumesSet.last == 79)
    #expect(speaker.volume == behavior.last)
    #expect(speaker.maximumPendingCount == 1)
    #expect(speaker.volumesSet.count <= 9)
    #expect(reversals(speaker.volumesSet) == 0)
    let levels = rig.levels.map { Int(($0 * 100).rounded()) }
    #expect(reversals(levels) <= 1)
    #expect(levels.last == (behavior.last == 79 ? 20 : behavior.last))
    let count = speaker.volumesSet.count
    try rig.advance(milliseconds: 300)
    #expect(speaker.volumesSet.count == count)
  }

  @Test("A mute follows the last volume of a turn, because some speakers unmute with a volume")
  func muteAfterTurn() throws {
    let speaker = try ScriptedSpeaker()
    let rig = try rig(speaker)
    speaker.unmutesWithVolume = true
    (speaker.delayMicroseconds, speaker.applyMicroseconds) = (200_000, 100_000)
    rig.control.set(level: 0.4, isFinal: false)
    rig.control.set(level: 0.5, isFinal: true)
    rig.control.set(isMuted: true)
    try rig.advance(milliseconds: 2000)
    #expect(speaker.volumesSet == [40, 50])
    #expect(speaker.isMuted == true)
    #expect(speaker.maximumPendingCount == 1)
    #expect(!rig.reported.dropFirst().contains(.muted(false)))
  }

  @Test("Changes by other controllers are followed, by events or by polling") func others() throws {
    for takesSubscriptions in [true, false] {
      let speaker = try ScriptedSpeaker()
      speaker.takesSubscriptions = takesSubscriptions
      let rig = try rig(speaker)
      speaker.volume = 55
      speaker.notify(volume: 55)
      // The next query after an event, or the next poll without one.
      try rig.advance(milliseconds: takesSubscriptions ? 100 : 3000)
      #expect(rig.levels.last == 0.55)
      #expect(speaker.volumesSet == [])
      rig.control.set(isMuted: true)
      try rig.run { speaker.isMuted == true }
      try rig.advance(milliseconds: 4000)
      #expect(!rig.reported.contains(.muted(true)))
    }
  }

  @Test("A change during a query is not missed") func changesMeanwhile()
    throws
  {
    let speaker = try ScriptedSpeaker()
    let rig = try rig(speaker)
    speaker.delayMicroseconds = 300_000
    speaker.volume = 55
    speaker.notify(volume: 55)
    try rig.advance(milliseconds: 100 + 150)
    #expect(!rig.control.exchanges.isEmpty)
    speaker.volume = 60
    speaker.notify(volume: 60)
    try rig.advance(milliseconds: 1000)
    #expect(rig.levels.last == 0.6)
    #expect(speaker.volumesSet == [])
  }

  @Test("The speaker's volume range applies, and mute exists only if the speaker has it")
  func range() throws {
    let speaker = try ScriptedSpeaker()
    speaker.range = (10, 40, 2)
    speaker.isMuted = nil
    let rig = try rig(speaker)
    #expect(rig.levels == [1.0 / 3])
    #expect(rig.reported.count == 1)
    rig.control.set(isMuted: true)
    rig.control.set(level: 0.5, isFinal: true)
    // The resulting volume, which is not louder, is shown.
    #expect(rig.levels == [1.0 / 3, 14.0 / 30])
    try rig.run { speaker.volumesSet == [24] }
    rig.control.set(level: 1, isFinal: true)
    try rig.run { speaker.volumesSet.last == 40 }
    #expect(!speaker.actions.contains("SetMute"))
  }

  @Test("After a restart in mid-turn, unsent volumes are not sent later") func restart() throws {
    let speaker = try ScriptedSpeaker()
    let rig = try rig(speaker)
    speaker.isSilent = true
    for percent in 30..<60 { rig.control.set(level: Double(percent) / 100, isFinal: false) }
    try rig.advance(milliseconds: 2999)
    #expect(rig.lastReason == nil)
    try rig.advance(milliseconds: 1)
    #expect(rig.lastReason?.hasSuffix("no answer in 3 seconds") == true)
    rig.control.set(level: 0.6, isFinal: true)
    speaker.isSilent = false
    speaker.volume = 7
    try rig.advance(milliseconds: 250)
    #expect(rig.levels.last == 0.07)
    try rig.advance(milliseconds: 1000)
    #expect(speaker.volumesSet == [])
  }

  @Test("An unconfirmed volume lost with the speaker does not block the next")
  func lossBeforeConfirmation() throws {
    let speaker = try ScriptedSpeaker()
    let rig = try UPnPRig(UPnPSettings(speaker: "Kitchen"), with: speaker)
    rig.control.start()
    try rig.announce(SSDPMessage.renderer, "Aa-1", of: speaker)
    try rig.run { rig.levels == [0.2] && rig.control.exchanges.isEmpty }
    speaker.isSilent = true
    rig.control.set(level: 0.3, isFinal: false)
    try rig.settle()
    let goodbye =
      "NOTIFY * HTTP/1.1\r\nNT: \(SSDPMessage.renderer)\r\nNTS: ssdp:byebye\r\n"
      + "USN: uuid:Aa-1::x\r\n\r\n"
    rig.network.process(try #require(SSDPMessage(Array(goodbye.utf8), from: "127.0.0.1")))
    #expect(rig.lastReason?.hasSuffix("it has left the network") == true)
    speaker.isSilent = false
    try rig.announce(SSDPMessage.renderer, "Aa-1", of: speaker)
    try rig.advance(milliseconds: 250)
    try rig.run { rig.levels == [0.2, 0.2] }
    try rig.advance(milliseconds: 100)
    rig.control.set(level: 0.4, isFinal: false)
    try rig.run { speaker.volumesSet == [40] }
  }

  @Test("33 good-byes and announcements a second cause few queries and reports")
  func flapping() throws {
    let speaker = try ScriptedSpeaker()
    let rig = try UPnPRig(UPnPSettings(speaker: "Kitchen"), with: speaker)
    rig.control.start()
    try rig.announce(SSDPMessage.renderer, "Aa-1", of: speaker)
    try rig.run { rig.levels == [0.2] && rig.control.exchanges.isEmpty }
    let (actionCount, reportCount) = (speaker.actions.count, rig.reported.count)
    let goodbye = "NOTIFY * HTTP/1.1\r\nNTS: ssdp:byebye\r\nUSN: uuid:Aa-1::x\r\n\r\n"
    // A good-bye from another machine is ignored.
    rig.network.process(try #require(SSDPMessage(Array(goodbye.utf8), from: "127.0.0.2")))
    #expect(rig.lastReason == nil)
    let message = try #require(SSDPMessage(Array(goodbye.utf8), from: "127.0.0.1"))
    for _ in 0..<264 {
      rig.network.process(message)
      try rig.announce(SSDPMessage.renderer, "Aa-1", of: speaker)
      try rig.advance(milliseconds: 30)
    }
    #expect((5...40).contains(speaker.actions.count - actionCount))
    #expect((5...20).contains(rig.reported.count - reportCount))
    try rig.advance(milliseconds: 11_000)
    #expect(rig.levels.last == 0.2 && rig.lastReason == nil)
  }

  @Test("Of simultaneous device descriptions, one is read in each round of the loop")
  func describing()
    throws
  {
    let speaker = try ScriptedSpeaker()
    let rig = try UPnPRig(UPnPSettings(speaker: "Nobody"), with: speaker)
    rig.control.start()
    for index in 0..<20 { try rig.announce(SSDPMessage.renderer, "a\(index)", of: speaker) }
    var count = 0
    try rig.run {
      let before = count
      count = rig.network.devices.count
      #expect(count <= before + 1)
      return count == 20
    }
  }

  @Test("A subscription of 10 seconds is renewed every 5")
  func renewal() throws {
    let speaker = try ScriptedSpeaker()
    speaker.grantedSeconds = 10
    let rig = try rig(speaker)
    func count() -> Int { speaker.actions.count { $0.hasPrefix("SUBSCRIBE ") } }
    try rig.advance(milliseconds: 4999)
    #expect(count() == 1)
    for renewals in 1...3 {
      try rig.advance(milliseconds: 1)
      #expect(count() == 1 + renewals)
      try rig.advance(milliseconds: 4999)
      #expect(count() == 1 + renewals)
    }
  }

  @Test(
    "A device that is not a speaker is offline with the reason",
    arguments: [
      ("SSH-2.0-OpenSSH\r\n\r\n", "not HTTP"), ("HTTP/1.1 404 Not Found\r\n\r\n", "no description"),
      ("HTTP/1.1 200 OK\r\nCONTENT-LENGTH: 99999999\r\n\r\n", "not HTTP, or is too long"),
      ("HTTP/1.1 200 OK\r\nCONTENT-LENGTH: -1\r\n\r\n", "not HTTP, or is too long"),
      ("HTTP/1.1 200 OK\r\nCONTENT-LENGTH: 9\r\n\r\nshort", "not HTTP, or is too long"),
      ("HTTP/1.1 200 OK\r\n\r\n<html>", "no description"),
      ("HTTP/1.1 200 OK\r\nTRANSFER-ENCODING: chunked\r\n\r\nffffffffffffffff\r\n", "not HTTP"),
      (
        "HTTP/1.1 200 OK\r\n\r\n<!DOCTYPE a [<!ENTITY b \"x\">]><root>&b;</root>", "no description"
      ),
      (
        "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "<root>", count: 1000), "no description"
      ), ("", "not HTTP"),
    ]) func noSpeaker(_ answer: String, _ reason: String) throws
  {
    let speaker = try ScriptedSpeaker()
    speaker.override = { _ in answer }
    let rig = try UPnPRig(at: speaker)
    try rig.run { !rig.reported.isEmpty }
    #expect(rig.lastReason?.contains(reason) == true, "\(rig.reported)")
  }

  @Test("1000 events a second cost ten pairs of queries a second, and one report") func flood()
    throws
  {
    let speaker = try ScriptedSpeaker()
    speaker.hangUpMicroseconds = 100_000
    let rig = try rig(speaker)
    let before = speaker.actions.count
    for index in 0..<2000 {
      if index % 2 == 0 { speaker.notify(volume: index % 100) } else { speaker.notify("garbage") }
      try rig.advance(milliseconds: 1)
    }
    #expect((2 * 19...2 * 20).contains(speaker.actions.count - before))
    speaker.volume = 33
    speaker.notify(volume: 33)
    try rig.advance(milliseconds: 100)
    #expect(rig.levels.last == 0.33)
    #expect(rig.reported.count { if case .unreadable = $0 { true } else { false } } == 1)
  }

  @Test("Peers that send nothing or invalid requests are dropped, and events still arrive")
  func invalidPeers() throws {
    let speaker = try ScriptedSpeaker()
    speaker.hangUpMicroseconds = 3_600_000_000
    let rig = try rig(speaker)
    for text in [
      "GET / HTTP/1.1\r\n\r\n", "NOTIFY /x HTTP/1.1\r\n\r\n", "\r\n\r\n", "\u{0}\u{1}\r\n\r\n",
      String(repeating: "A", count: 60_000),
    ] { speaker.send(text) }
    speaker.volume = 33
    speaker.notify(volume: 33)
    try rig.advance(milliseconds: 100)
    #expect(rig.levels.last == 0.33)
    // More connections than the limit.
    for _ in 0..<40 {
      speaker.send("")
      try rig.settle()
    }
    speaker.volume = 44
    speaker.notify(volume: 44)
    try rig.advance(milliseconds: 100)
    #expect(rig.levels.last == 0.44)
  }

  @Test("A speaker whose events are blocked is polled twice a minute")
  func noEvents() throws {
    let speaker = try ScriptedSpeaker()
    let rig = try rig(speaker)
    speaker.volume = 33
    try rig.advance(milliseconds: 29_900)
    #expect(rig.levels == [0.2])
    try rig.advance(milliseconds: 200)
    #expect(rig.levels == [0.2, 0.33])
  }

  @Test(
    "A volume out of range is reported, not shown as the highest",
    arguments: [
      "-9223372036854775808", "9223372036854775807", "4294967346", "-1", "9", "41", "65535",
      "1e9", "NaN", "",
    ]) func volumeOutOfRange(_ text: String) throws
  {
    let speaker = try ScriptedSpeaker()
    speaker.range = (10, 40, 1)
    let rig = try rig(speaker)
    #expect(rig.levels == [1.0 / 3])
    speaker.override = { [unowned speaker] _ in
      speaker.actions.last == "GetVolume"
        ? ScriptedSpeaker.ok("<a><CurrentVolume>\(text)</CurrentVolume></a>") : nil
    }
    speaker.notify(volume: 25)
    try rig.advance(milliseconds: 200)
    #expect(rig.levels == [1.0 / 3])
    #expect(rig.lastReason?.contains("volume") == true)
    speaker.override = { _ in nil }
    try rig.advance(milliseconds: 1000)
    #expect(rig.levels == [1.0 / 3, 1.0 / 3])
  }

  @Test("Nothing wakes up while idle") func idle() throws {
    let speaker = try ScriptedSpeaker()
    let rig = try rig(speaker)
    rig.control.set(level: 0.5, isFinal: true)
    try rig.advance(milliseconds: 1000)
    let before = rig.loop.wakeUpCount
    try rig.advance(milliseconds: 10_000)
    #expect(rig.loop.wakeUpCount == before)
  }
}
