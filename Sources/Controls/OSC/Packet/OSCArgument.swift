internal import CLiblo

/// The first argument of a message.
enum OSCArgument: Equatable {
  /// Of the types `i`, `f`, `h` and `d`; 1 and 0 for `T` and `F`.
  case number(Double)
  /// Of the types `s` and `S`.
  case text(String)
  /// There is none: a question, or a call without a value.
  case none
  /// One of another type, such as a blob.
  case other(type: Character)

  /// Longer messages are not read: a value is short.
  static let messageByteLimit = 2048
  /// More arguments are not read.
  static let countLimit = 64

  /// Reads a message of a packet; nil if it is not OSC.
  ///
  /// - Parameter message: Address, types and arguments, each padded to four bytes.
  init?(_ message: UnsafeRawBufferPointer) {
    guard message.count <= Self.messageByteLimit, let types = Self.checkedTypes(message) else {
      return nil
    }
    guard let first = types.first else {
      self = .none
      return
    }
    // Only `checkedTypes` makes this safe: liblo 0.31 reads past the end for a blob without bytes.
    let type = Character(UnicodeScalar(first))
    guard types.allSatisfy({ Self.byteCounts[$0] != nil || Self.isString($0) }),
      let decoded = lo_message_deserialise(
        UnsafeMutableRawPointer(mutating: message.baseAddress), message.count, nil)
    else {
      self = .other(type: type)
      return
    }
    defer { lo_message_free(decoded) }
    // Not as a `lo_arg`, which is longer than most arguments.
    let argument = lo_message_get_argv(decoded)?.pointee.map { UnsafeRawPointer($0) }
    switch (type, argument) {
    case ("T", _): self = .number(1)
    case ("F", _): self = .number(0)
    case ("i", let place?): self = .number(Double(place.loadUnaligned(as: Int32.self)))
    case ("f", let place?): self = Self.finite(Double(place.loadUnaligned(as: Float.self)), type)
    case ("h", let place?): self = .number(Double(place.loadUnaligned(as: Int64.self)))
    case ("d", let place?): self = Self.finite(place.loadUnaligned(as: Double.self), type)
    case ("s", let place?), ("S", let place?):
      self = .text(String(cString: place.assumingMemoryBound(to: CChar.self)))
    default: self = .other(type: type)
    }
  }

  /// Not a number and infinity are no values.
  private static func finite(_ number: Double, _ type: Character) -> OSCArgument {
    number.isFinite ? .number(number) : .other(type: type)
  }

  /// Sizes of the types that have one (OSC 1.0 specification, "OSC Type Tag String").
  private static let byteCounts: [UInt8: Int] = [
    UInt8(ascii: "i"): 4, UInt8(ascii: "f"): 4, UInt8(ascii: "c"): 4, UInt8(ascii: "r"): 4,
    UInt8(ascii: "m"): 4, UInt8(ascii: "h"): 8, UInt8(ascii: "d"): 8, UInt8(ascii: "t"): 8,
    UInt8(ascii: "T"): 0, UInt8(ascii: "F"): 0, UInt8(ascii: "N"): 0, UInt8(ascii: "I"): 0,
  ]

  private static func isString(_ type: UInt8) -> Bool {
    type == UInt8(ascii: "s") || type == UInt8(ascii: "S")
  }

  /// The type tags of a message whose arguments are there and end where the message does, or nil.
  ///
  /// Behind a type of unknown size nothing is checked.
  /// A message without type tags, as old programs send it, has no arguments.
  private static func checkedTypes(_ message: UnsafeRawBufferPointer) -> Slice<
    UnsafeRawBufferPointer
  >? {
    guard message.count.isMultiple(of: 4), let typesStart = end(ofStringAt: 0, in: message) else {
      return nil
    }
    guard typesStart < message.count else { return message[typesStart..<typesStart] }
    guard message[typesStart] == UInt8(ascii: ","),
      var place = end(ofStringAt: typesStart, in: message),
      let typesEnd = message[typesStart...].firstIndex(of: 0)
    else { return nil }
    let types = message[(typesStart + 1)..<typesEnd]
    guard types.count <= countLimit else { return nil }
    for type in types {
      if let count = byteCounts[type] {
        place += count
      } else if isString(type), let end = end(ofStringAt: place, in: message) {
        place = end
      } else {
        return isString(type) ? nil : types
      }
      guard place <= message.count else { return nil }
    }
    return place == message.count ? types : nil
  }

  /// Where the padding of a string ends; nil if that is not within the message, or not of zeros.
  private static func end(ofStringAt start: Int, in message: UnsafeRawBufferPointer) -> Int? {
    guard start < message.count, let zero = message[start...].firstIndex(of: 0) else { return nil }
    let end = (zero / 4 + 1) * 4
    guard end <= message.count, message[zero..<end].allSatisfy({ $0 == 0 }) else { return nil }
    return end
  }
}
