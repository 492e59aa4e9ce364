// Internal types, which the panel that is shipped does not show (`-enable-testing`).
#if DEBUG || TESTABLE
import Diagnostics

@testable import Controls

extension FuzzTarget {
  /// A datagram of an OSC desk, with bundles and all types of arguments.
  static let osc = FuzzTarget(name: "osc", longestInput: 600) { bytes in
    let names = ["Radio", "CD"]
    let scales = [
      OSCScale(), OSCScale(range: WireRange(lowest: -90, highest: 10), law: .x32),
      OSCScale(form: .int, range: WireRange(lowest: 0, highest: 1), names: names),
    ]
    var messages: [(address: String, argument: OSCArgument?)] = []
    _ = bytes.withUnsafeBytes { packet in
      OSCPacket.forEachMessage(in: packet) { address, message in
        messages.append((String(decoding: address, as: UTF8.self), OSCArgument(message)))
      }
    }
    try require(messages.count <= OSCPacket.messageLimit, "\(messages.count) messages")
    for case (let address, let argument?) in messages {
      // Not `hasPrefix`, to which "/" with a combining mark is another character.
      try require(
        address.utf8.first == UInt8(ascii: "/"), "the address \(address.debugDescription)")
      for scale in scales { try check(scale, argument) }
    }
  }

  private static func check(_ scale: OSCScale, _ argument: OSCArgument) throws {
    switch scale.read(argument) {
    case .number(let number):
      let level = scale.level(of: number)
      try require((0...1).contains(level), "a level of \(level)")
    case .nothing: break
    case .unreadable(let why):
      for scalar in why.unicodeScalars {
        try require(
          !VisibleText.isControl(scalar), "a control character in \(why.debugDescription)")
      }
    }
  }
}
#endif
