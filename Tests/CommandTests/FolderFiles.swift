import ChildPrograms
import Foundation
import Linux
import TestPatience

/// The files that programs write into a folder, for tests that wait for what is in them.
final class FolderFiles {
  private let folder: URL
  private let watch: FolderWatch

  init(_ folder: URL) throws {
    self.folder = folder
    watch = try FolderWatch()
    // Each single write, too: a program that goes on keeps its files open.
    let writes = FolderWatch.Changes(rawValue: UInt32(IN_MODIFY))
    try watch.add(folder.path, for: [.names, .contents, writes])
  }

  /// What is in a file; empty if there is none.
  func text(_ name: String) -> String {
    (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
  }

  /// Blocks until something is so, which is asked whenever a file has changed, the program has ended
  /// or one of the descriptors is readable; fails if that was the end of the program.
  func wait(
    _ what: @autoclosure () -> String, of program: ChildProgram, or descriptors: [Int32] = [],
    until isSo: () throws -> Bool
  ) throws {
    try Patience.wait(what(), for: [watch.descriptor, program.end] + descriptors) {
      let isRunning = program.isRunning
      watch.takeChanges { _ in }
      let isThere = try isSo()
      guard isThere || isRunning else {
        throw Patience.IsOver("it has ended before \(what())")
      }
      return isThere
    }
  }
}
