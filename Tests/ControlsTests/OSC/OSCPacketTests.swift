import Randomness
import Testing

@testable import Controls

/// OSC messages as sent and as read, byte by byte.
@Suite struct OSCPacketTests {
  @Test("Messages are encoded as specified")
  func messages() {
    var message = OSCMessage(to: "/a/bc", form: .float)
    message.setArgument(0.75)
    #expect(message.bytes == TestOSC.message("/a/bc", .float(0.75)))
    message = OSCMessage(to: "/abc", form: .int)
    message.setArgument(-3)
    #expect(message.bytes == TestOSC.message("/abc", .int(-3)))
    message.setArgument(1e12)
    #expect(message.bytes == TestOSC.message("/abc", .int(.max)))
    message = OSCMessage(to: "/a", form: .string)
    message.setArgument("CD")
    #expect(message.bytes == TestOSC.message("/a", .text("CD")))
    #expect(OSCMessage(call: "/xremote").bytes == TestOSC.message("/xremote"))
    #expect(OSCMessage.emptyBundle == TestOSC.bundle([]))
  }

  struct Reading: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var arguments: [OSCArgument]?
  }

  private static func raw(_ text: String, _ data: [UInt8] = []) -> [UInt8] {
    Array(text.utf8) + data
  }

  @Test(
    "Arguments are read, and malformed messages have none",
    arguments: [
      Reading(
        testDescription: "float", bytes: TestOSC.message("/a", .float(0.5)),
        arguments: [.float(0.5)]),
      Reading(
        testDescription: "int", bytes: TestOSC.message("/a", .int(-7)), arguments: [.int(-7)]),
      Reading(
        testDescription: "text", bytes: TestOSC.message("/a", .text("CD")), arguments: [.text("CD")]
      ),
      Reading(
        testDescription: "two", bytes: TestOSC.message("/a", .text("CD"), .int(2)),
        arguments: [.text("CD"), .int(2)]),
      Reading(testDescription: "none", bytes: TestOSC.message("/a"), arguments: []),
      Reading(
        testDescription: "no types", bytes: raw("/a\0\0"), arguments: []),
      Reading(testDescription: "true", bytes: raw("/a\0\0,T\0\0"), arguments: [.int(1)]),
      Reading(testDescription: "false", bytes: raw("/a\0\0,F\0\0"), arguments: [.int(0)]),
      Reading(
        testDescription: "int64", bytes: raw("/a\0\0,h\0\0", [0, 0, 0, 1, 0, 0, 0, 2]),
        arguments: [.int(4_294_967_298)]),
      Reading(
        testDescription: "double",
        bytes: raw("/a\0\0,d\0\0", [0x3F, 0xE0, 0, 0, 0, 0, 0, 0]), arguments: [.float(0.5)]),
      Reading(
        testDescription: "not a number", bytes: raw("/a\0\0,f\0\0", [0x7F, 0xC0, 0, 0]),
        arguments: [.other(type: "f")]),
      Reading(
        testDescription: "infinite", bytes: raw("/a\0\0,d\0\0", [0x7F, 0xF0, 0, 0, 0, 0, 0, 0]),
        arguments: [.other(type: "d")]),
      Reading(
        testDescription: "blob without bytes", bytes: raw("/a\0\0,b\0\0"),
        arguments: [.other(type: "b")]),
      Reading(
        testDescription: "array", bytes: raw("/a\0\0,[i]\0\0\0\0", [0, 0, 0, 1]),
        arguments: [.other(type: "["), .other(type: "i"), .other(type: "]")]),
      Reading(
        testDescription: "a blob between numbers",
        bytes: raw("/a\0\0,ibf\0\0\0\0", [0, 0, 0, 3, 0, 0, 0, 1, 9, 0, 0, 0, 0x3F, 0, 0, 0]),
        arguments: [.int(3), .other(type: "b"), .float(0.5)]),
      Reading(
        testDescription: "a blob beyond the end",
        bytes: raw("/a\0\0,bi\0", [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 1]),
        arguments: [.other(type: "b"), .other(type: "i")]),
      Reading(testDescription: "no value", bytes: raw("/a\0\0,i\0\0"), arguments: nil),
      Reading(
        testDescription: "half a value", bytes: raw("/a\0\0,h\0\0", [0, 0, 0, 1]), arguments: nil),
      Reading(
        testDescription: "too much", bytes: raw("/a\0\0,i\0\0", [0, 0, 0, 1, 0, 0, 0, 1]),
        arguments: nil),
      Reading(
        testDescription: "endless text", bytes: raw("/a\0\0,s\0\0abcd"), arguments: nil),
      Reading(testDescription: "no comma", bytes: raw("/a\0\0i\0\0\0"), arguments: nil),
      Reading(testDescription: "endless address", bytes: raw("/abc"), arguments: nil),
      Reading(testDescription: "odd", bytes: raw("/a\0\0,i\0"), arguments: nil),
      Reading(
        testDescription: "long",
        bytes: TestOSC.message("/a", .text(String(repeating: "x", count: 3000))), arguments: nil),
    ]) func arguments(_ reading: Reading)
  {
    let arguments = reading.bytes.withUnsafeBytes { OSCArgument.all(of: $0) }
    #expect(arguments == reading.arguments)
  }

  /// Returns the addresses in a packet, and whether all of it is OSC.
  private func walk(_ packet: [UInt8]) -> (addresses: [String], isWhole: Bool) {
    var addresses: [String] = []
    let isWhole = packet.withUnsafeBytes {
      OSCPacket.forEachMessage(in: $0) { address, _ in
        addresses.append(String(decoding: address, as: UTF8.self))
      }
    }
    return (addresses, isWhole)
  }

  @Test("Bundles are read, nested up to a limit") func bundles() {
    let one = TestOSC.message("/a", .int(1))
    let two = TestOSC.message("/b/c", .int(1))
    #expect(walk(one) == (["/a"], true))
    #expect(walk(TestOSC.bundle([one, two])) == (["/a", "/b/c"], true))
    #expect(walk(TestOSC.bundle([TestOSC.bundle([one]), two])) == (["/a", "/b/c"], true))
    #expect(walk(TestOSC.bundle([])) == ([], true))
    var deep = one
    for _ in 0..<4 { deep = TestOSC.bundle([deep]) }
    #expect(walk(deep) == (["/a"], true))
    #expect(walk(TestOSC.bundle([deep])) == ([], false))
    // Up to as many as fit into a datagram.
    for count in [256, 257, 600, 65_504 / (one.count + 4)] {
      let many = walk(TestOSC.bundle(Array(repeating: one, count: count)))
      #expect(many.addresses.count == count)
      #expect(many.isWhole)
    }
  }

  @Test(
    "A packet that is not OSC has no messages",
    arguments: [
      [], [0], Array("abcd".utf8), Array("/abc".utf8), Array("#bundle\0".utf8),
      TestOSC.bundle([]) + [0, 0, 0, 9], TestOSC.bundle([]) + [0xFF, 0xFF, 0xFF, 0xFF],
      TestOSC.bundle([]) + [0, 0, 0, 0], Array("#bandle\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 1],
    ] as [[UInt8]]) func garbage(_ packet: [UInt8])
  {
    #expect(walk(packet) == ([], false))
  }

  @Test("Generated packets read back as the messages they were made of", arguments: 0..<4)
  func madePackets(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<2_000 {
      var made: [(address: String, arguments: [TestOSC.Argument])] = []
      let packet = Self.packet(depth: 0, &made, &generator)
      var read: [(address: String, arguments: [OSCArgument]?)] = []
      let isWhole = packet.withUnsafeBytes {
        OSCPacket.forEachMessage(in: $0) { address, message in
          read.append((String(decoding: address, as: UTF8.self), OSCArgument.all(of: message)))
        }
      }
      #expect(isWhole && read.map(\.address) == made.map(\.address))
      #expect(read.map(\.arguments) == made.map { $0.arguments.map(\.read) })
    }
  }

  /// Makes a message, or a bundle of a few packets.
  private static func packet(
    depth: Int, _ made: inout [(address: String, arguments: [TestOSC.Argument])],
    _ generator: inout SeededGenerator
  ) -> [UInt8] {
    if depth > 0, depth == OSCPacket.depthLimit || Bool.random(using: &generator) {
      let address = "/" + String(repeating: "a", count: .random(in: 0...9, using: &generator))
      let arguments = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
        [
          TestOSC.Argument.float(.random(in: -2...2, using: &generator)),
          .int(.random(in: .min ... .max, using: &generator)),
          .text(String(repeating: "x", count: .random(in: 0...9, using: &generator))),
        ][Int.random(in: 0...2, using: &generator)]
      }
      made.append((address, arguments))
      return TestOSC.message(address, arguments)
    }
    var elements: [[UInt8]] = []
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      elements.append(packet(depth: depth + 1, &made, &generator))
    }
    return TestOSC.bundle(elements)
  }

  @Test("Random bytes never trap") func random() {
    var generator = SeededGenerator(seed: 1)
    let kinds = Array(",ifsbhtdScrmTFNI[]x\0".utf8)
    for _ in 0..<20_000 {
      var bytes = Array("/a\0\0,".utf8)
      for _ in 0..<Int.random(in: 0...7, using: &generator) {
        bytes.append(kinds.randomElement(using: &generator) ?? 0)
      }
      bytes += Array(repeating: 0, count: 4 - bytes.count % 4)
      for _ in 0..<4 * Int.random(in: 0...6, using: &generator) {
        bytes.append(Bool.random(using: &generator) ? 0 : .random(in: 0...255, using: &generator))
      }
      _ = bytes.withUnsafeBytes { OSCArgument.all(of: $0) }
      _ = walk(
        Array(TestOSC.bundle([bytes]).dropFirst(Int.random(in: 0...1, using: &generator) * 4)))
    }
  }
}

extension TestOSC.Argument {
  /// The argument as it is read.
  fileprivate var read: OSCArgument {
    switch self {
    case .float(let number): .float(Double(number))
    case .int(let number): .int(Double(number))
    case .text(let text): .text(text)
    }
  }
}
