internal import JSON

/// The payload of a message; parsed once, however many knobs read it.
final class Payload {
  let bytes: [UInt8]
  /// Whether it is a retained message.
  let isRetained: Bool
  /// The payload as JSON, with null for `NaN`; nil if it is not JSON.
  private(set) lazy var json = JSONValue(parsing: bytes, readsNonFiniteAsNull: true)

  init(_ bytes: [UInt8], isRetained: Bool = false) {
    self.bytes = bytes
    self.isRetained = isRetained
  }
}
