internal import CSpng

/// A libspng context for one picture, which is decoded or encoded once.
struct SpngContext: ~Copyable {
  let pointer: OpaquePointer

  /// Returns nil if there is not enough memory.
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
