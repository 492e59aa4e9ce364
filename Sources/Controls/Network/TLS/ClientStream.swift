internal import Linux

/// A TCP connection to a server, with or without TLS, that never blocks.
///
/// The work per call is limited like that of `TCPStream`.
final class ClientStream {
  /// The limit of unsent bytes.
  static let unsentByteLimit = TCPStream.unsentByteLimit

  private let stream: TCPStream
  private let tls: TLSFilter?
  /// Whether data can be sent and received: at once, or after the TLS handshake.
  private(set) var isReady: Bool

  /// Takes over a connection.
  ///
  /// - Parameters:
  ///   - stream: The connection, which may still be connecting.
  ///   - tls: Encrypts the connection; nil for none.
  init(_ stream: TCPStream, tls: TLSFilter?) {
    (self.stream, self.tls) = (stream, tls)
    isReady = tls == nil
  }

  /// For the event loop; valid while this object exists.
  var descriptor: Int32 { stream.descriptor }

  /// Whether the server has closed the connection, and all its data has been read.
  var isAtEnd: Bool { stream.isAtEnd || tls?.isAtEnd == true }

  // MARK: Sending

  var unsentByteCount: Int { stream.unsentByteCount }

  /// Queues bytes for `flush`; requires `isReady`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to send.
  ///   - isLarge: As for `TCPStream.send`.
  /// - Throws: `.lost` if the server does not accept earlier data.
  func send(_ bytes: [UInt8], isLarge: Bool = false) throws(StreamError) {
    try queue(try tls?.encrypt(bytes) ?? bytes, isLarge: isLarge)
  }

  private func queue(_ bytes: [UInt8], isLarge: Bool = false) throws(StreamError) {
    do throws(SystemError) { try stream.send(bytes, isLarge: isLarge) } catch { throw .lost }
  }

  /// Sends as much as the socket accepts.
  func flush() throws(StreamError) {
    do throws(SystemError) { try stream.flush() } catch { throw .network(error) }
  }

  /// See `TCPStream.probeWhenIdle`.
  func probeWhenIdle() {
    stream.probeWhenIdle()
  }

  // MARK: Receiving

  /// Starts the TLS handshake; `read` processes the server's answers.
  func secure() throws(StreamError) {
    guard let tls else { return }
    isReady = try tls.shakeHands()
    try queue(tls.takeCiphertext())
  }

  /// Reads at most one portion from the socket, and passes the decrypted bytes to `body`.
  func read(_ body: (UnsafeRawBufferPointer) -> Void) throws(StreamError) {
    let portion = UnsafeMutableRawBufferPointer.allocate(
      byteCount: TCPStream.portionByteCount, alignment: 16)
    defer { portion.deallocate() }
    let taken: UnsafeRawBufferPointer?
    do throws(SystemError) { taken = try stream.read(into: portion) } catch {
      throw .network(error)
    }
    guard let taken else { return }
    guard let tls else { return body(taken) }
    tls.receive(taken)
    if !isReady { try secure() }
    while isReady, let count = try tls.decrypt(into: portion), count > 0 {
      body(UnsafeRawBufferPointer(rebasing: portion[..<count]))
    }
    // TLS answers some records by itself, such as key update requests.
    try queue(tls.takeCiphertext())
  }
}
