// Internal types, visible only with `-enable-testing`.
#if DEBUG || TESTABLE
import Diagnostics

@testable import Controls

extension FuzzTarget {
  /// A datagram from an OSC desk, with bundles and all types of arguments.
  static let osc = FuzzTarget(name: "osc", longestInput: 600) { bytes in
    let names = ["Radio", "CD"]
    let scales = [
      OSCScale(), OSCScale(range: WireRange(lowest: -90, highest: 10), law: .x32),
      OSCScale(form: .int, range: WireRange(lowest: 0, highest: 1), names: names),
    ]
    var messages: [(address: String, arguments: [OSCArgument]?)] = []
    _ = bytes.withUnsafeBytes { packet in
      OSCPacket.forEachMessage(in: packet) { address, message in
        messages.append((String(decoding: address, as: UTF8.self), OSCArgument.all(of: message)))
      }
    }
    // Each takes eight bytes at least: its address, and its size in a bundle.
    try require(messages.count <= bytes.count / 8 + 1, "\(messages.count) messages")
    for case (let address, let arguments?) in messages {
      // Not `hasPrefix`, for which "/" with a combining mark is another character.
      try require(
        address.utf8.first == UInt8(ascii: "/"), "the address \(address.debugDescription)")
      try require(arguments.count <= OSCArgument.countLimit, "\(arguments.count) arguments")
      for scale in scales {
        for argument in [nil, 1, arguments.count + 1] {
          var scale = scale
          scale.argument = argument
          try check(scale, arguments)
        }
      }
    }
  }

  private static func check(_ scale: OSCScale, _ arguments: [OSCArgument]) throws {
    switch scale.read(arguments) {
    case .number(let number):
      let level = scale.level(of: number)
      try require((0...1).contains(level), "a level of \(level)")
    case .nothing: try require(arguments.isEmpty, "no value of \(arguments)")
    case .text(let text): throw FuzzFailure(description: "the text \(text) for a knob")
    case .unreadable(let why), .outOfRange(let why):
      for scalar in why.unicodeScalars {
        try require(
          !VisibleText.isControl(scalar), "a control character in \(why.debugDescription)")
      }
    }
  }
}
#endif
