import Gesture
import Randomness
import Testing

@testable import Touch

/// No contents of a file may trap, hang or take much more memory than the file.
@Suite struct FuzzTests {
  static let seeds: [String] = [
    evemu(
      Description.slots,
      """
      slot 0 id 1 x 10 y 20 touch 1 | slot 1 id 2 x 30 y 40 | slot 0 x 11 tool 2 | dropped x 3 |
      slot 3 id 9 x 1 y 1 | touch 0 id -1 | slot 1 id 5 | id -1 |
      """),
    evemu(
      Description.anonymous,
      """
      x 1 y 2 packet x 50 y 60 packet | x 51 y 60 packet x 2 y 2 packet | id 3 x 5 y 5 packet |
      x 9 y 9 tool 2 packet | dropped | packet | touch 0 |
      """),
    evemu(
      Description.singleTouch,
      "touch 1 absx 10 absy 20 | absx 30 | dropped | touch 1 | touch 0 |"),
    LibinputRecordTests.threeDevices,
  ]

  /// Values that break arithmetic, and fragments of both formats.
  static let pieces = [
    "-1", "0", "2147483647", "-2147483648", "2147483648", "4294967295", "9223372036854775807",
    "-9223372036854775808", "ffff", "1023", "E: ", "A: 2f 0 ", "A: 35 ", "\n", "[", "]", "{", "}",
    ": ", "- ", "&a ", "*a", "? ", "|", "\"", "'", "#", "\t", "\r", "\u{0}", "devices:", "evdev:",
    "events:", "---\n", "...\n", "%YAML 9.9\n", "0003 002f", "0000 0003 0",
  ].map { Array($0.utf8) }

  /// Reads and replays the bytes, and checks that the result is within bounds.
  ///
  /// - Returns: Whether they are a recording.
  private func feed(_ bytes: [UInt8]) -> Bool {
    guard let recording = try? Recording(bytes: bytes, path: "fuzz") else { return false }
    #expect(recording.events.count <= bytes.count / 8)
    #expect(recording.warnings.count <= 2 * Recording.warningLimit + 1)
    var down: Set<ContactID> = []
    for frame in recording.frames {
      for change in frame.changes {
        switch change {
        case .down(let contact, let point):
          #expect(down.insert(contact).inserted)
          #expect(point.x.isFinite && point.y.isFinite)
        case .moved(let contact, let point):
          #expect(down.contains(contact))
          #expect(point.x.isFinite && point.y.isFinite)
        case .up(let contact), .cancelled(let contact):
          #expect(down.remove(contact) != nil)
        }
      }
    }
    #expect(down.isEmpty)
    return true
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let position = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, position + Int.random(in: 0...12, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes.removeSubrange(position..<end)
    case 1: bytes.insert(contentsOf: Self.pieces.randomElement(using: &random) ?? [], at: position)
    case 2:
      bytes.replaceSubrange(position..<end, with: Self.pieces.randomElement(using: &random) ?? [])
    case 3 where position < bytes.count: bytes[position] = UInt8.random(in: 0...255, using: &random)
    case 4: bytes.insert(contentsOf: bytes[position..<end], at: position)
    default: bytes.removeSubrange(max(position, bytes.count / 2)...)
    }
  }

  @Test(arguments: seeds.indices)
  func mutatedRecordings(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var readCount = 0
    for _ in 0..<2000 {
      var bytes = Array(Self.seeds[seed].utf8)
      for _ in 0...Int.random(in: 0..<8, using: &random) { mutate(&bytes, &random) }
      if feed(bytes) { readCount += 1 }
    }
    // Some are still recordings, some no longer are.
    #expect((100..<2000).contains(readCount))
  }

  @Test func randomBytesAreRefused() {
    var random = SeededGenerator(seed: 99)
    for count in 0..<1000 {
      #expect(!feed((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }))
    }
  }

  /// Random events of a plausible device, which no mutation of text reaches.
  @Test(arguments: [Description.slots, Description.anonymous, Description.singleTouch])
  func randomEvents(description: String) {
    var random = SeededGenerator(seed: 7)
    let codes = [
      "0003 002f", "0003 0039", "0003 0035", "0003 0036", "0003 0037", "0001 014a", "0003 0000",
      "0003 0001", "0000 0000", "0000 0000", "0000 0002", "0000 0003",
    ]
    let values: [Int32] = [-1, 0, 1, 2, 3, 4, 50, .max, .min]
    for _ in 0..<300 {
      var text = description
      for _ in 0..<200 {
        let code = codes.randomElement(using: &random) ?? ""
        text += "E: 1.0 \(code) \(values.randomElement(using: &random) ?? 0)\n"
      }
      #expect(feed(Array(text.utf8)))
    }
  }

  @Test(arguments: ["[", "{", "- ", "? ", "a: ", "[[{", "\n - "])
  func deepNestingIsRefused(piece: String) {
    #expect(!feed(Array(("devices:\n- evdev: " + String(repeating: piece, count: 20_000)).utf8)))
  }
}
