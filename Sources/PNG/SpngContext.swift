internal import CSpng

/// Owns one libspng context: one picture, decoded or encoded once.
struct SpngContext: ~Copyable {
  let pointer: OpaquePointer

  /// Nil if there is no memory.
  init?(encoding: Bool) {
    let flags = encoding ? Int32(bitPattern: UInt32(SPNG_CTX_ENCODER.rawValue)) : 0
    guard let context = spng_ctx_new(flags) else { return nil }
    pointer = context
  }

  deinit {
    spng_ctx_free(pointer)
  }

  static func reason(_ code: Int32) -> String {
    guard let text = spng_strerror(code) else { return "error \(code)" }
    return String(cString: text)
  }
}
