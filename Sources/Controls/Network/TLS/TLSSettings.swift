internal import Linux

/// TLS settings of a connection; all files are PEM.
///
/// The default is to verify the server with this machine's authorities.
struct TLSSettings: Hashable, Sendable {
  /// The certificate authority of the server; nil for those that this machine trusts.
  var authorityFile: String?
  /// The client certificate; nil for none.
  var certificateFile: String?
  /// The private key of the client certificate; nil for none.
  var keyFile: String?
  /// Whether to accept a certificate issued for another name.
  var acceptsAnyName = false

  /// Checks that the files can be read.
  ///
  /// - Throws: The error of the first file that cannot be read.
  func check() throws(WholeFile.Failure) {
    for case let path? in [authorityFile, certificateFile, keyFile] {
      _ = try WholeFile.read(path, limit: 1 << 20)
    }
  }
}
