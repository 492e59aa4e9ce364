import ChildPrograms
import Foundation
import Linux
import TestPatience

/// The files that programs write into a folder, for tests that wait for their contents.
final class FolderFiles {
  private let folder: URL
  private let watch: FolderWatch

  init(_ folder: URL) throws {
    self.folder = folder
    watch = try FolderWatch()
    // Single writes, too: a running program keeps its files open.
    let writes = FolderWatch.Changes(rawValue: UInt32(IN_MODIFY))
    try watch.add(folder.path, for: [.names, .contents, writes])
  }

  /// Returns the text of a file; empty if there is none.
  func text(_ name: String) -> String {
    (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
  }

  /// Waits until a condition holds, checking when a file changes, the program ends or a descriptor
  /// is readable; throws if the program ends first.
  func wait(
    _ what: @autoclosure () -> String, of program: ChildProgram, or descriptors: [Int32] = [],
    until isSo: () throws -> Bool
  ) throws {
    try Patience.wait(what(), for: [watch.descriptor, program.end] + descriptors) {
      let isRunning = program.isRunning
      watch.takeChanges { _ in }
      let isThere = try isSo()
      guard isThere || isRunning else {
        throw Patience.TimedOut("it has ended before \(what())")
      }
      return isThere
    }
  }
}
