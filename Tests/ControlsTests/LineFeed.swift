import Foundation
import Testing

/// A pipe with a name, from which a script of a test reads the lines that the test writes, as they come.
final class LineFeed {
  let path: String
  private let descriptor: Int32

  init(_ folder: TestFolder, _ name: String) throws {
    path = folder.file(name)
    try #require(mkfifo(path, 0o600) == 0)
    // To read as well: opening it waits for nobody, and readers find no end.
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
