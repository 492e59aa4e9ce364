internal import CLiblo

/// A message with one argument to a fixed address, built by liblo; only the argument changes.
///
/// Numbers are replaced in place, so that sending one allocates no memory.
struct OSCMessage {
  /// The packet.
  private(set) var bytes: [UInt8]
  private let address: String
  private let form: OSCForm

  /// Creates a message with the number 0, or an empty text.
  init(to address: String, form: OSCForm) {
    (self.address, self.form) = (address, form)
    bytes = Self.serialised(address) { message in
      switch form {
      case .float: lo_message_add_float(message, 0)
      case .int: lo_message_add_int32(message, 0)
      case .string: lo_message_add_string(message, "")
      }
    }
  }

  /// Creates a message without arguments: a query or a subscription.
  init(call address: String) {
    (self.address, form) = (address, .string)
    bytes = Self.serialised(address) { _ in 0 }
  }

  /// An empty bundle, which needs no answer (OSC 1.0 specification, "OSC Bundles").
  static let emptyBundle: [UInt8] = Array("#bundle\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 1]

  /// Replaces the argument with a number.
  mutating func setArgument(_ number: Double) {
    let bits: UInt32
    switch form {
    case .float: bits = Float(number).bitPattern
    case .int:
      bits = UInt32(bitPattern: Int32(exactly: number.rounded()) ?? (number < 0 ? .min : .max))
    case .string: return
    }
    // The argument is at the end of the message.
    let start = bytes.count - 4
    for index in 0..<4 {
      bytes[start + index] = UInt8(truncatingIfNeeded: bits >> (24 - 8 * UInt32(index)))
    }
  }

  /// Replaces the argument with a text.
  mutating func setArgument(_ text: String) {
    bytes = Self.serialised(address) { lo_message_add_string($0, text) }
  }

  private static func serialised(
    _ address: String, _ add: (lo_message) -> Int32
  ) -> [UInt8] {
    // Nil only if memory runs out.
    guard let message = lo_message_new() else { return [] }
    defer { lo_message_free(message) }
    guard add(message) == 0 else { return [] }
    var size = lo_message_length(message, address)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      _ = lo_message_serialise(message, address, buffer.baseAddress, &size)
      count = size
    }
  }
}

/// The type of a message's argument.
enum OSCForm: String, CaseIterable, Hashable, Sendable {
  /// A 32-bit floating-point number (`f`).
  case float
  /// A 32-bit integer (`i`).
  case int
  /// A text (`s`): the name of a wheel's sector.
  case string
}
