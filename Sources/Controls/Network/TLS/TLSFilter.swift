internal import COpenSSL

/// TLS of one connection, as a filter between the socket's bytes and plain text; does no I/O
/// itself.
final class TLSFilter {
  private let openSSL: COpenSSLFunctions
  /// `SSL`; owns both BIOs below.
  private let handle: OpaquePointer
  /// Memory `BIO`s: the bytes received from the socket, and the bytes to send.
  private let incoming: OpaquePointer
  private let outgoing: OpaquePointer
  /// Whether the server has announced the end of its data.
  private(set) var isAtEnd = false

  /// Creates the filter of a new connection.
  ///
  /// - Parameters:
  ///   - context: The certificates.
  ///   - host: The name or address that the server's certificate must be for.
  /// - Throws: `.encryption` if a certificate cannot have that name.
  init(_ context: TLSContext, host: String) throws(StreamError) {
    openSSL = context.openSSL
    guard let handle = openSSL.SSL_new(context.handle) else {
      throw .encryption("OpenSSL cannot start")
    }
    guard let incoming = openSSL.BIO_new(openSSL.BIO_s_mem()),
      let outgoing = openSSL.BIO_new(openSSL.BIO_s_mem())
    else {
      openSSL.SSL_free(handle)
      throw .encryption("OpenSSL cannot start")
    }
    (self.handle, self.incoming, self.outgoing) = (handle, incoming, outgoing)
    openSSL.SSL_set_bio(handle, incoming, outgoing)
    openSSL.SSL_set_connect_state(handle)
    let check = openSSL.SSL_get0_param(handle)
    let acceptsAnyName = context.acceptsAnyName
    let isAddress = openSSL.X509_VERIFY_PARAM_set1_ip_asc(check, host) == 1
    if isAddress {
      if acceptsAnyName { _ = openSSL.X509_VERIFY_PARAM_set1_ip(check, nil, 0) }
    } else {
      let isNamed =
        (acceptsAnyName || openSSL.X509_VERIFY_PARAM_set1_host(check, host, 0) == 1)
        && host.withCString {
          openSSL.SSL_ctrl(
            handle, SSL_CTRL_SET_TLSEXT_HOSTNAME, Int(TLSEXT_NAMETYPE_host_name),
            UnsafeMutableRawPointer(mutating: $0)) == 1
        }
      guard isNamed else { throw .encryption("\"\(host)\" is not a valid certificate name") }
    }
  }

  deinit {
    openSSL.SSL_free(handle)
  }

  /// Adds bytes received from the socket.
  func receive(_ ciphertext: UnsafeRawBufferPointer) {
    // A memory BIO accepts everything; if memory runs out, TLS fails at the gap.
    _ = openSSL.BIO_write(incoming, ciphertext.baseAddress, Int32(clamping: ciphertext.count))
  }

  /// Continues the handshake with the received bytes; returns whether it is done.
  func shakeHands() throws(StreamError) -> Bool {
    openSSL.ERR_clear_error()
    let result = openSSL.SSL_do_handshake(handle)
    if result == 1 { return true }
    try checkProgress(result)
    return false
  }

  /// Decrypts received bytes; returns nil if there are none.
  func decrypt(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> Int? {
    openSSL.ERR_clear_error()
    let count = openSSL.SSL_read(handle, buffer.baseAddress, Int32(clamping: buffer.count))
    if count > 0 { return Int(count) }
    try checkProgress(count)
    return nil
  }

  /// Encrypts bytes; returns the bytes to send.
  func encrypt(_ bytes: [UInt8]) throws(StreamError) -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    openSSL.ERR_clear_error()
    let result = openSSL.SSL_write(handle, bytes, Int32(clamping: bytes.count))
    if result <= 0 { try checkProgress(result) }
    return takeCiphertext()
  }

  /// Removes and returns the bytes to send.
  func takeCiphertext() -> [UInt8] {
    let count = openSSL.BIO_ctrl_pending(outgoing)
    guard count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, taken in
      taken = Int(max(0, openSSL.BIO_read(outgoing, buffer.baseAddress, Int32(clamping: count))))
    }
  }

  /// Returns normally if more bytes are needed, or none will follow.
  private func checkProgress(_ result: Int32) throws(StreamError) {
    switch openSSL.SSL_get_error(handle, result) {
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return
    case SSL_ERROR_ZERO_RETURN: isAtEnd = true
    default: throw .encryption(failure)
    }
  }

  private var failure: String {
    switch Int32(truncatingIfNeeded: openSSL.SSL_get_verify_result(handle)) {
    case X509_V_OK: break
    case X509_V_ERR_CERT_HAS_EXPIRED, X509_V_ERR_CERT_NOT_YET_VALID:
      return "the server's certificate is not valid now; check its dates, and the date of this "
        + "machine"
    default:
      return "the server's certificate is not from a trusted authority, or is for another name; "
        + "check `ca` and the name"
    }
    guard let text = openSSL.ERR_reason_error_string(openSSL.ERR_peek_last_error()) else {
      return "unknown error"
    }
    let reason = String(cString: text)
    return reason == "wrong version number" ? "there is no TLS at this port" : reason
  }
}
