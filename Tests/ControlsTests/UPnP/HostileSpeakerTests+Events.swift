import Linux
import Testing

@testable import Controls

/// Events that are invalid or from strangers.
extension HostileSpeakerTests {
  @Test(
    "An unreadable event triggers a query of the volume",
    arguments: [
      "garbage", "", "<e:propertyset xmlns:e=\"x\"><e:property><LastChange>&lt;Event&gt;&lt;Mute",
      "<e:propertyset xmlns:e=\"x\"><e:property><LastChange>&lt;Event&gt;&lt;InstanceID "
        + "val=&quot;0&quot;&gt;&lt;Volume channel=&quot;Master&quot; val=&quot;n/a&quot;/&gt;"
        + "&lt;/InstanceID&gt;&lt;/Event&gt;</LastChange></e:property></e:propertyset>",
      "<e:propertyset xmlns:e=\"x\"><e:property><LastChange>&lt;Event&gt;&lt;InstanceID "
        + "val=&quot;0&quot;&gt;&lt;Volume channel=&quot;LF&quot; val=&quot;33&quot;/&gt;"
        + "&lt;/InstanceID&gt;&lt;/Event&gt;</LastChange></e:property></e:propertyset>",
    ]) func unreadableEvent(_ body: String) throws
  {
    let speaker = try ScriptedSpeaker()
    let rig = try rig(speaker)
    speaker.volume = 33
    speaker.notify(body)
    try rig.advance(milliseconds: 200)
    #expect(rig.levels == [0.2, 0.33])
  }

  @Test(
    "An event of another subscription, or of none, triggers a query",
    arguments: ["SID: uuid:9\r\n", ""])
  func otherSubscription(_ header: String) throws {
    let speaker = try ScriptedSpeaker()
    let rig = try rig(speaker)
    speaker.volume = 33
    let path = try #require(speaker.callback?.path)
    speaker.send("NOTIFY \(path) HTTP/1.1\r\n\(header)CONTENT-LENGTH: 0\r\n\r\n")
    try rig.advance(milliseconds: 200)
    #expect(rig.levels == [0.2, 0.33])
  }

  @Test("An event whose connection breaks triggers a query, too") func brokenEvent() throws {
    let speaker = try ScriptedSpeaker()
    speaker.hangUpMicroseconds = 0
    let rig = try rig(speaker)
    speaker.volume = 33
    let path = try #require(speaker.callback?.path)
    speaker.send(
      "NOTIFY \(path) HTTP/1.1\r\nNT: upnp:event\r\nSID: uuid:1\r\nCONTENT-LENGTH: 99\r\n\r\n<e")
    try rig.advance(milliseconds: 200)
    #expect(rig.levels == [0.2, 0.33])
  }

  @Test("A request for another path is refused before its body is read") func otherPath() throws {
    let speaker = try ScriptedSpeaker()
    let rig = try rig(speaker)
    let wakeUps = rig.loop.wakeUpCount
    speaker.send(
      "NOTIFY /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
        + String(repeating: "1\nA", count: 5000))
    try rig.settle()
    // Accepted, answered and closed.
    #expect(rig.loop.wakeUpCount <= wakeUps + 3)
    #expect(speaker.callback?.host == "127.0.0.1")
  }
}
