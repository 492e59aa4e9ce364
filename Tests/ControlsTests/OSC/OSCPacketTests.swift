import Randomness
import Testing

@testable import Controls

/// What is sent and what is read, byte by byte.
@Suite struct OSCPacketTests {
  @Test("Messages are as the specification has them")
  func messages() {
    var message = OSCMessage(to: "/a/bc", form: .float)
    message.set(0.75)
    #expect(message.bytes == TestOSC.message("/a/bc", .float(0.75)))
    message = OSCMessage(to: "/abc", form: .int)
    message.set(-3)
    #expect(message.bytes == TestOSC.message("/abc", .int(-3)))
    message.set(1e12)
    #expect(message.bytes == TestOSC.message("/abc", .int(.max)))
    message = OSCMessage(to: "/a", form: .string)
    message.set("CD")
    #expect(message.bytes == TestOSC.message("/a", .text("CD")))
    #expect(OSCMessage(call: "/xremote").bytes == TestOSC.message("/xremote"))
    #expect(OSCMessage.emptyBundle == TestOSC.bundle([]))
  }

  struct Reading: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var argument: OSCArgument?
  }

  private static func raw(_ text: String, _ data: [UInt8] = []) -> [UInt8] {
    Array(text.utf8) + data
  }

  @Test(
    "The first argument of a message",
    arguments: [
      Reading(
        testDescription: "float", bytes: TestOSC.message("/a", .float(0.5)),
        argument: .number(0.5)),
      Reading(
        testDescription: "int", bytes: TestOSC.message("/a", .int(-7)), argument: .number(-7)),
      Reading(
        testDescription: "text", bytes: TestOSC.message("/a", .text("CD")), argument: .text("CD")),
      Reading(
        testDescription: "two", bytes: TestOSC.message("/a", .text("CD"), .int(2)),
        argument: .text("CD")),
      Reading(testDescription: "none", bytes: TestOSC.message("/a"), argument: OSCArgument.none),
      Reading(
        testDescription: "no types", bytes: raw("/a\0\0"), argument: OSCArgument.none),
      Reading(testDescription: "true", bytes: raw("/a\0\0,T\0\0"), argument: .number(1)),
      Reading(testDescription: "false", bytes: raw("/a\0\0,F\0\0"), argument: .number(0)),
      Reading(
        testDescription: "int64", bytes: raw("/a\0\0,h\0\0", [0, 0, 0, 1, 0, 0, 0, 2]),
        argument: .number(4_294_967_298)),
      Reading(
        testDescription: "double",
        bytes: raw("/a\0\0,d\0\0", [0x3F, 0xE0, 0, 0, 0, 0, 0, 0]), argument: .number(0.5)),
      Reading(
        testDescription: "not a number", bytes: raw("/a\0\0,f\0\0", [0x7F, 0xC0, 0, 0]),
        argument: .other(type: "f")),
      Reading(
        testDescription: "infinite", bytes: raw("/a\0\0,d\0\0", [0x7F, 0xF0, 0, 0, 0, 0, 0, 0]),
        argument: .other(type: "d")),
      Reading(
        testDescription: "blob without bytes", bytes: raw("/a\0\0,b\0\0"),
        argument: .other(type: "b")),
      Reading(
        testDescription: "array", bytes: raw("/a\0\0,[i]\0\0\0\0", [0, 0, 0, 1]),
        argument: .other(type: "[")),
      Reading(testDescription: "no value", bytes: raw("/a\0\0,i\0\0"), argument: nil),
      Reading(
        testDescription: "half a value", bytes: raw("/a\0\0,h\0\0", [0, 0, 0, 1]), argument: nil),
      Reading(
        testDescription: "too much", bytes: raw("/a\0\0,i\0\0", [0, 0, 0, 1, 0, 0, 0, 1]),
        argument: nil),
      Reading(
        testDescription: "endless text", bytes: raw("/a\0\0,s\0\0abcd"), argument: nil),
      Reading(testDescription: "no comma", bytes: raw("/a\0\0i\0\0\0"), argument: nil),
      Reading(testDescription: "endless address", bytes: raw("/abc"), argument: nil),
      Reading(testDescription: "odd", bytes: raw("/a\0\0,i\0"), argument: nil),
      Reading(
        testDescription: "long",
        bytes: TestOSC.message("/a", .text(String(repeating: "x", count: 3000))), argument: nil),
    ]) func arguments(_ reading: Reading)
  {
    let argument = reading.bytes.withUnsafeBytes { OSCArgument($0) }
    #expect(argument == reading.argument)
  }

  /// The addresses in a packet, and whether all of it is OSC.
  private func walk(_ packet: [UInt8]) -> (addresses: [String], isWhole: Bool) {
    var addresses: [String] = []
    let isWhole = packet.withUnsafeBytes {
      OSCPacket.forEachMessage(in: $0) { address, _ in
        addresses.append(String(decoding: address, as: UTF8.self))
      }
    }
    return (addresses, isWhole)
  }

  @Test("Bundles are walked through, within limits") func bundles() {
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
    let many = walk(TestOSC.bundle(Array(repeating: one, count: 300)))
    #expect(many.addresses.count == OSCPacket.messageLimit)
    #expect(!many.isWhole)
  }

  @Test(
    "What is not OSC is not walked through",
    arguments: [
      [], [0], Array("abcd".utf8), Array("/abc".utf8), Array("#bundle\0".utf8),
      TestOSC.bundle([]) + [0, 0, 0, 9], TestOSC.bundle([]) + [0xFF, 0xFF, 0xFF, 0xFF],
      TestOSC.bundle([]) + [0, 0, 0, 0], Array("#bandle\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 1],
    ] as [[UInt8]]) func garbage(_ packet: [UInt8])
  {
    #expect(walk(packet) == ([], false))
  }

  @Test("Random bytes are read without a trap") func random() {
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
      _ = bytes.withUnsafeBytes { OSCArgument($0) }
      _ = walk(
        Array(TestOSC.bundle([bytes]).dropFirst(Int.random(in: 0...1, using: &generator) * 4)))
    }
  }
}
