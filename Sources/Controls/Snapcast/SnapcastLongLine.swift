internal import Linux

/// Reads one long line of a server on a thread of its own: its megabyte takes longer than a frame.
///
/// Releasing it leaves the thread alone, which ends when the line is read.
final class SnapcastLongLine {
  private let messages: Mailbox<[SnapcastMessage]?>
  private let worker: Worker

  /// Begins to read the line.
  ///
  /// - Throws: If there can be no thread.
  init(_ line: [UInt8]) throws(SystemError) {
    let messages = try Mailbox<[SnapcastMessage]?>(nil)
    self.messages = messages
    worker = try Worker(stackBytes: 512 << 10) {
      let read = SnapcastMessage.read(line)
      messages.post { $0 = read }
    }
  }

  /// Readable when the line is read.
  var descriptor: Int32 { messages.descriptor }

  /// The messages of the line; nil if it is not JSON-RPC.
  func take() -> [SnapcastMessage]? {
    var read: [SnapcastMessage]?
    messages.take(into: &read)
    return read
  }
}

extension SnapcastConnection {
  /// Reads a line on a thread, and no other one until it is done.
  func readApart(_ line: [UInt8]) {
    do throws(SystemError) {
      let longLine = try SnapcastLongLine(line)
      try loop.watch(longLine.descriptor, for: .readable) { [unowned self] _ in didReadApart() }
      self.longLine = longLine
      session?.pause()
    } catch {
      // Without a thread, here.
      read(SnapcastMessage.read(line))
    }
  }

  private func didReadApart() {
    let messages = longLine?.take()
    dropLongLine()
    session?.resume()
    read(messages)
  }

  func dropLongLine() {
    guard let longLine else { return }
    loop.unwatch(longLine.descriptor)
    self.longLine = nil
  }
}
