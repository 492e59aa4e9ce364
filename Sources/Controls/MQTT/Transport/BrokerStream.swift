internal import Linux

/// A TCP connection to a broker, with or without TLS, that never blocks.
///
/// The work of each call is limited as that of `TCPStream`.
final class BrokerStream {
  /// The most bytes that are kept for a broker that does not take them.
  static let unsentByteLimit = TCPStream.unsentByteLimit

  private let stream: TCPStream
  private let tls: TLSFilter?
  /// Whether bytes can be sent and received: at once, or once TLS has begun.
  private(set) var isReady: Bool

  /// Takes over a connection.
  ///
  /// - Parameters:
  ///   - stream: The connection, or one that is about to be.
  ///   - tls: Encrypts the connection; nil for none.
  init(_ stream: TCPStream, tls: TLSFilter?) {
    (self.stream, self.tls) = (stream, tls)
    isReady = tls == nil
  }

  /// For the event loop; valid as long as this object lives.
  var descriptor: Int32 { stream.descriptor }

  /// Whether the broker has ended the connection; what came before was read.
  var isAtEnd: Bool { stream.isAtEnd || tls?.isAtEnd == true }

  // MARK: Sending

  var unsentByteCount: Int { stream.unsentByteCount }

  /// Adds bytes to what `flush` sends; requires `isReady`.
  ///
  /// - Parameters:
  ///   - bytes: What is sent.
  ///   - isLarge: As for `TCPStream.send`.
  /// - Throws: `.lost` if the broker does not take what was sent before.
  func send(_ bytes: [UInt8], isLarge: Bool = false) throws(MQTTSessionError) {
    try pass(try tls?.encrypt(bytes) ?? bytes, isLarge: isLarge)
  }

  private func pass(_ bytes: [UInt8], isLarge: Bool = false) throws(MQTTSessionError) {
    do throws(SystemError) { try stream.send(bytes, isLarge: isLarge) } catch { throw .lost }
  }

  /// Sends what the socket takes.
  func flush() throws(SystemError) {
    try stream.flush()
  }

  // MARK: Receiving

  /// Begins TLS; the broker's answers are processed by `read`.
  func secure() throws(MQTTSessionError) {
    guard let tls else { return }
    isReady = try tls.shakeHands()
    try pass(tls.takeCiphertext())
  }

  /// Takes at most one portion of the socket, and passes its plain bytes to `body`.
  func read(_ body: (UnsafeRawBufferPointer) -> Void) throws(MQTTSessionError) {
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
    // TLS answers some records, such as requests for new keys, by itself.
    try pass(tls.takeCiphertext())
  }
}
