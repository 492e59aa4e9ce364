import Foundation
import Testing

/// A named pipe through which a test writes lines to a script.
final class LineFeed {
  let path: String
  private let descriptor: Int32

  init(_ folder: TestFolder, _ name: String) throws {
    path = folder.file(name)
    try #require(mkfifo(path, 0o600) == 0)
    // Read-write, so that opening does not block and readers never reach end of file.
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    try #require(descriptor >= 0)
  }

  deinit {
    close(descriptor)
  }

  /// Writes a line.
  func write(_ line: String) throws {
    let bytes = Array((line + "\n").utf8)
    try #require(Foundation.write(descriptor, bytes, bytes.count) == bytes.count)
  }
}
