import Randomness
import Testing

@testable import Controls

/// Device descriptions as small devices write them.
@Suite struct SpeakerDocumentTests {
  /// A single fault in a description whose name reads "Küche & Bad".
  enum Fault: CaseIterable {
    case zeroBehind, emptyLineBefore, latin1, rawAmpersand, plainID, markBefore, controlCharacter

    func apply(to bytes: [UInt8]) -> [UInt8] {
      func replacing(_ text: String, by other: [UInt8]) -> [UInt8] {
        var result = bytes
        if let range = result.firstRange(of: Array(text.utf8)) {
          result.replaceSubrange(range, with: other)
        }
        return result
      }
      switch self {
      case .zeroBehind: return bytes + [0, 0x3C, 0x78, 0x3E]
      case .emptyLineBefore: return [0, 0x0D, 0x0A] + bytes
      case .latin1: return replacing("ü", by: [0xFC])
      case .rawAmpersand: return replacing("&amp;", by: Array("&".utf8))
      case .plainID: return replacing("uuid:Aa-1", by: Array("Aa-1".utf8))
      case .markBefore: return [0xEF, 0xBB, 0xBF] + bytes
      case .controlCharacter: return replacing("</root>", by: Array("\u{1}</root>".utf8))
      }
    }
  }

  private let location = HTTPAddress(host: "10.0.0.7", port: 80, path: "/d")

  private func isRead(_ faults: [Fault]) -> Bool {
    let valid = ScriptedSpeaker.description.replacing("Kitchen", with: "Küche &amp; Bad")
    let bytes = faults.reduce(Array(valid.utf8)) { $1.apply(to: $0) }
    let device = UPnPDevice(bytes, at: location)
    return device?.name == "Küche & Bad" && device?.id == "aa-1"
      && device?.control.path == "/control"
  }

  @Test("A description is read with any combination of faults")
  func faults() {
    for set in 0..<(1 << Fault.allCases.count) {
      let faults = Fault.allCases.enumerated().filter { set & 1 << $0.offset != 0 }.map(\.element)
      #expect(isRead(faults), "\(faults)")
    }
  }

  @Test(
    "Valid references are decoded, and everything else is kept as text",
    arguments: [
      ("<a>&lt;&#65;&#x42;&gt;</a>\0", "<AB>"), ("<a>&nbsp;&x</a>", "&nbsp;&x"),
      ("<a><![CDATA[R&B]]> & soul</a>", "R&B & soul"), ("<a>&#0;&#xD800;</a>", "&#0;&#xD800;"),
      ("<a>R&B</a> ", "R&B"), ("<a>Tom & Jerry &amp; Spike &</a>", "Tom & Jerry & Spike &"),
      ("<?xml version=\"1.0\" encoding=\"nonsense\"?><a>b</a>", "b"), ("<a b=\"c&d\">e</a>", "e"),
    ]) func references(_ document: String, _ expected: String)
  {
    #expect(XMLElement.parse(Array(document.utf8))?.text == expected)
  }

  @Test("Windows-1252 is assumed if no encoding is declared") func windows() {
    let bytes =
      Array("<a>Bob".utf8) + [0x92] + Array("s ".utf8) + [0x80, 0xE9] + Array("</a>".utf8)
    #expect(XMLElement.parse(bytes)?.text == "Bob’s €é")
  }

  @Test("A device without an id gets that of its announcement, or its address")
  func noID() {
    let text = ScriptedSpeaker.description.replacing("<UDN>uuid:Aa-1</UDN>", with: "")
    #expect(UPnPDevice(Array(text.utf8), at: location, id: "x")?.id == "x")
    #expect(UPnPDevice(Array(text.utf8), at: location)?.id == "10.0.0.7")
  }

  @Test("10,000 mutated descriptions, volumes and events never trap")
  func changed() {
    var random = SeededGenerator(seed: 39)
    let parts = [
      ScriptedSpeaker.description,
      "<scpd><stateVariable><name>Volume</name><allowedValueRange><minimum>0</minimum><maximum>100"
        + "</maximum><step>1</step></allowedValueRange></stateVariable></scpd>",
      "<e:propertyset xmlns:e=\"x\"><LastChange>&lt;Event&gt;&lt;InstanceID val=&quot;0&quot;&gt;"
        + "&lt;Volume val=&quot;5&quot;/&gt;&lt;/InstanceID&gt;&lt;/Event&gt;</LastChange>"
        + "</e:propertyset>",
    ].map { Array($0.utf8) }
    let pieces = [
      "-9223372036854775808", "2147483648", "-2147483648", "100000", "-100000", "&", "&#x", "]]>",
      "<![CDATA[", "\0", "\u{FC}", "<", ">", "\"", "uuid:", "::", "99999999999999999999",
    ].map { Array($0.utf8) }
    var volumeCount = 0
    for _ in 0..<10_000 {
      var bytes = parts[Int.random(in: 0..<3, using: &random)]
      // An invalid or impossible number.
      if let number = bytes.firstRange(of: Array(">0<".utf8))
        ?? bytes.firstRange(of: Array("5".utf8))
      {
        bytes.replaceSubrange(
          number, with: [0x3E] + pieces[Int.random(in: 0..<5, using: &random)] + [0x3C])
      }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let start = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0...6, using: &random))
        bytes.replaceSubrange(
          start..<end, with: pieces[Int.random(in: 0..<pieces.count, using: &random)])
      }
      if let device = UPnPDevice(bytes, at: location) {
        #expect(device.control.host == location.host && !device.id.isEmpty)
      }
      _ = RenderingControl.Change(bytes)
      guard let range = UPnPVolumeRange(bytes) else { continue }
      volumeCount += 1
      for volume in [Int32.min, -1, 0, 50, .max] {
        #expect((range.level(of: volume) != nil) == range.contains(volume))
      }
      #expect(range.contains(range.volume(at: 0.5)))
    }
    #expect(volumeCount > 100)
  }

  @Test(
    "A speaker with few volumes is not set louder than requested",
    arguments: [
      (0, 10, 1, 0.39, 3), (0, 10, 1, 0.396, 4), (0, 10, 1, 0.4, 4), (0, 10, 1, 1, 10),
      (0, 100, 1, 0.424, 42), (0, 100, 1, 0.426, 43), (0, 100, 5, 0.49, 45), (0, 100, 5, 0.5, 50),
      (0, 100, 60, 0.7, 60), (0, 100, 60, 0.9, 60), (0, 100, 60, 1, 100), (0, 100, 30, 1, 90),
      (-60, 0, 1, 0.509, -30), (0, 1, 1, 0.99, 0), (0, 1, 1, .nan, 0),
    ] as [(Int32, Int32, Int32, Double, Int32)])
  func volumes(_ lowest: Int32, _ highest: Int32, _ step: Int32, _ level: Double, _ volume: Int32) {
    var range = UPnPVolumeRange()
    (range.lowest, range.highest, range.step) = (lowest, highest, step)
    #expect(range.volume(at: level) == volume)
  }
}
