import Linux
import Testing

@testable import Controls

@Suite struct OpenSSLLibraryTests {
  @Test func missingLibraryIsNamed() {
    do {
      _ = try OpenSSLLibrary(fileName: "libnowhere.so.3")
      Issue.record("there is no such library")
    } catch {
      #expect(
        error.description.hasPrefix(
          "OpenSSL is missing; install the package libssl3 (libnowhere.so.3:"))
    }
  }

  @Test func libraryWithoutTheFunctionsIsRejected() {
    let error = #expect(throws: LibraryError.self) {
      try OpenSSLLibrary(fileName: "libm.so.6")
    }
    #expect(
      error?.description
        == "OpenSSL is too old, it has no BIO_ctrl_pending; update the package libssl3")
  }

  @Test func withoutOpenSSLABrokerWithTLSIsOffline() {
    do {
      _ = try TLSContext(TLSSettings(), library: "libnowhere.so.3")
      Issue.record("there is no such library")
    } catch {
      let message = MQTTSessionError(error).description(of: "broker")
      #expect(
        message.hasPrefix(
          "broker: TLS failed: OpenSSL is missing; install the package libssl3 ("))
    }
  }

  /// The known hash of "abc" (FIPS 180-2, appendix B.1).
  @Test func hashesOfFiles() throws {
    let folder = try TestFolder()
    let path = try folder.write("abc", to: "abc")
    #expect(
      FileDigest.sha256(path) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(FileDigest.sha256(folder.file("missing")) == nil)
  }
}
