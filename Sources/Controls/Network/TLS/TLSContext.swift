internal import COpenSSL
internal import Linux

/// The certificates and the key for connections to a server, read from their files.
///
/// Errors contain file names, but never file contents.
final class TLSContext {
  /// Debian's folder of trusted certificates.
  private static let trustedFolder = "/etc/ssl/certs"
  /// `SSL_OP_NO_RENEGOTIATION`, a macro that Swift does not import: a peer cannot force repeated
  /// expensive computations.
  private static let noRenegotiation: UInt64 = 1 << 30

  let openSSL: COpenSSLFunctions
  /// `SSL_CTX`.
  let handle: OpaquePointer
  /// Whether to accept a certificate issued for another name.
  let acceptsAnyName: Bool

  /// Reads the files.
  ///
  /// - Parameters:
  ///   - settings: The layout's TLS settings.
  ///   - library: The file name of the OpenSSL library.
  /// - Throws: `.encryption` with the unusable file, or with the reason why OpenSSL is unavailable.
  init(
    _ settings: TLSSettings, library: String = OpenSSLLibrary.system.fileName
  ) throws(StreamError) {
    do throws(LibraryError) {
      openSSL = try OpenSSLLibrary(fileName: library).functions
    } catch {
      throw .encryption(error.description)
    }
    guard let handle = openSSL.SSL_CTX_new(openSSL.TLS_client_method()) else {
      throw .encryption("OpenSSL cannot start")
    }
    self.handle = handle
    acceptsAnyName = settings.acceptsAnyName
    _ = openSSL.SSL_CTX_ctrl(handle, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil)
    _ = openSSL.SSL_CTX_set_options(handle, Self.noRenegotiation)
    openSSL.SSL_CTX_set_verify(handle, SSL_VERIFY_PEER, nil)
    // Otherwise OpenSSL would prompt for a key's password on the terminal, and block.
    openSSL.SSL_CTX_set_default_passwd_cb(handle) { _, _, _, _ in -1 }
    do {
      try settings.check()
    } catch {
      throw .encryption("a file for TLS cannot be read: \(error)")
    }
    try trust(settings.authorityFile)
    if let certificate = settings.certificateFile, let key = settings.keyFile {
      try identify(certificate: certificate, key: key)
    }
    openSSL.ERR_clear_error()
  }

  deinit {
    openSSL.SSL_CTX_free(handle)
  }

  private func trust(_ file: String?) throws(StreamError) {
    guard let file else {
      // If the folder is missing, no authority is trusted, and each connection reports that.
      _ = openSSL.SSL_CTX_load_verify_dir(handle, Self.trustedFolder)
      return
    }
    guard openSSL.SSL_CTX_load_verify_file(handle, file) == 1 else {
      throw .encryption("\(file) has no certificate in PEM format; check `ca`")
    }
  }

  private func identify(certificate: String, key: String) throws(StreamError) {
    guard openSSL.SSL_CTX_use_certificate_chain_file(handle, certificate) == 1 else {
      throw .encryption("\(certificate) has no certificate in PEM format; check `certificate`")
    }
    // This also checks that the key belongs to the certificate.
    guard openSSL.SSL_CTX_use_PrivateKey_file(handle, key, SSL_FILETYPE_PEM) == 1 else {
      throw .encryption(
        "\(key) has no private key of \(certificate) in PEM format without a password; "
          + "check `key`")
    }
  }
}
