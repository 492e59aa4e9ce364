internal import Linux

/// Parses one long line from a server on a worker thread: a megabyte takes longer than a frame.
///
/// Releasing it does not stop the thread, which ends when the line is parsed.
final class SnapcastLongLine {
  private let messages: Mailbox<[SnapcastMessage]?>
  private let worker: Worker

  /// Starts parsing the line.
  ///
  /// - Throws: If the thread cannot be created.
  init(_ line: [UInt8]) throws(SystemError) {
    let messages = try Mailbox<[SnapcastMessage]?>(nil)
    self.messages = messages
    worker = try Worker(stackBytes: 512 << 10) {
      let read = SnapcastMessage.read(line)
      messages.post { $0 = read }
    }
  }

  /// Readable when the line is parsed.
  var descriptor: Int32 { messages.descriptor }

  /// Returns the messages of the line; nil if it is not JSON-RPC.
  func take() -> [SnapcastMessage]? {
    var read: [SnapcastMessage]?
    messages.take(into: &read)
    return read
  }
}

extension SnapcastConnection {
  /// Parses a line on a worker thread; no other line is read until it is done.
  func readApart(_ line: [UInt8]) {
    do throws(SystemError) {
      let longLine = try SnapcastLongLine(line)
      try loop.watch(longLine.descriptor, for: .readable) { [unowned self] _ in didReadApart() }
      self.longLine = longLine
      session?.pause()
    } catch {
      // Without a thread, parse it here.
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
