internal import Linux

extension SnapcastConnection {
  /// Parses a long line from the server on a thread: a megabyte takes longer than a frame.
  ///
  /// No other line is read until it is done.
  func readApart(_ line: [UInt8]) {
    do throws(SystemError) {
      longLine = try BackgroundTask(
        on: loop, stackBytes: 512 << 10, make: { SnapcastMessage.read(line) },
        deliver: { [unowned self] messages in
          longLine = nil
          session?.resume()
          read(messages)
        })
      session?.pause()
    } catch {
      // Without a thread, parse it here.
      read(SnapcastMessage.read(line))
    }
  }
}
