/// One argument of a message.
enum OSCArgument: Equatable {
  /// Types `f` and `d`.
  case float(Double)
  /// Types `i` and `h`; also `T` and `F`, as 1 and 0.
  case int(Double)
  /// Types `s` and `S`.
  case text(String)
  /// Any other type, such as a blob, and numbers that are not finite.
  case other(type: Character)

  /// The size limit of a message: values are short.
  static let messageByteLimit = 2048
  /// The maximum number of arguments.
  static let countLimit = 64

  /// Reads the arguments of a message in a packet.
  ///
  /// They must end where the message ends. After a type of unknown size nothing is checked, and the
  /// remaining arguments are `other`.
  ///
  /// - Parameter message: Address, types and arguments, each padded to four bytes.
  /// - Returns: The arguments, empty for a query or a call without a value; nil if the message is
  ///   not valid OSC or exceeds a limit.
  static func all(of message: UnsafeRawBufferPointer) -> [OSCArgument]? {
    guard message.count <= messageByteLimit, message.count.isMultiple(of: 4),
      let typesStart = end(ofStringAt: 0, in: message)
    else { return nil }
    // Old programs send messages without type tags; these have no arguments.
    guard typesStart < message.count else { return [] }
    guard message[typesStart] == UInt8(ascii: ","),
      var offset = end(ofStringAt: typesStart, in: message),
      let typesEnd = message[typesStart...].firstIndex(of: 0)
    else { return nil }
    let types = message[(typesStart + 1)..<typesEnd]
    guard types.count <= countLimit else { return nil }
    var arguments: [OSCArgument] = []
    arguments.reserveCapacity(types.count)
    var isOffsetKnown = true
    for type in types {
      let letter = Character(UnicodeScalar(type))
      if !isOffsetKnown {
        arguments.append(.other(type: letter))
      } else if let count = byteCounts[type] {
        guard offset + count <= message.count else { return nil }
        arguments.append(number(letter, message[offset..<(offset + count)]))
        offset += count
      } else if letter == "s" || letter == "S" {
        guard let end = end(ofStringAt: offset, in: message) else { return nil }
        let text = message[offset..<end].prefix { $0 != 0 }
        arguments.append(.text(String(decoding: text, as: UTF8.self)))
        offset = end
      } else {
        arguments.append(.other(type: letter))
        let end = letter == "b" ? end(ofBlobAt: offset, in: message) : nil
        (offset, isOffsetKnown) = (end ?? offset, end != nil)
      }
    }
    return !isOffsetKnown || offset == message.count ? arguments : nil
  }

  /// The form that sends this type; nil for other types.
  var form: OSCForm? {
    switch self {
    case .float: .float
    case .int: .int
    case .text: .string
    case .other: nil
    }
  }

  private static func number(
    _ type: Character, _ bytes: Slice<UnsafeRawBufferPointer>
  ) -> OSCArgument {
    var bits: UInt64 = 0
    for byte in bytes { bits = bits << 8 | UInt64(byte) }
    return switch type {
    case "T": .int(1)
    case "F": .int(0)
    case "i": .int(Double(Int32(truncatingIfNeeded: bits)))
    case "h": .int(Double(Int64(bitPattern: bits)))
    case "f": finite(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))), type)
    case "d": finite(Double(bitPattern: bits), type)
    default: .other(type: type)
    }
  }

  /// NaN and infinity are not values.
  private static func finite(_ number: Double, _ type: Character) -> OSCArgument {
    number.isFinite ? .float(number) : .other(type: type)
  }

  /// The sizes of the fixed-size types (OSC 1.0 specification, "OSC Type Tag String").
  private static let byteCounts: [UInt8: Int] = [
    UInt8(ascii: "i"): 4, UInt8(ascii: "f"): 4, UInt8(ascii: "c"): 4, UInt8(ascii: "r"): 4,
    UInt8(ascii: "m"): 4, UInt8(ascii: "h"): 8, UInt8(ascii: "d"): 8, UInt8(ascii: "t"): 8,
    UInt8(ascii: "T"): 0, UInt8(ascii: "F"): 0, UInt8(ascii: "N"): 0, UInt8(ascii: "I"): 0,
  ]

  /// Returns where a string's padding ends; nil if that is beyond the message, or the padding is
  /// not all zeros.
  private static func end(ofStringAt start: Int, in message: UnsafeRawBufferPointer) -> Int? {
    guard start < message.count, let zero = message[start...].firstIndex(of: 0) else { return nil }
    let end = (zero / 4 + 1) * 4
    guard end <= message.count, message[zero..<end].allSatisfy({ $0 == 0 }) else { return nil }
    return end
  }

  /// Returns where a blob's padding ends, given its leading size; nil if that is beyond the
  /// message.
  private static func end(ofBlobAt start: Int, in message: UnsafeRawBufferPointer) -> Int? {
    guard start + 4 <= message.count else { return nil }
    let size = message[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) }
    let end = start + 4 + (size + 3) / 4 * 4
    return end <= message.count ? end : nil
  }
}
