internal import CLinux
internal import Glibc
public import Linux

/// A pipe that a program writes to and a test reads from.
public final class OutputPipe {
  /// The test's end.
  public let reader: OutputReader
  private var writer: FileDescriptor?

  /// Creates a close-on-exec pipe.
  ///
  /// - Throws: The error of pipe2(2).
  public init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    try check("pipe2") { pipe2(&ends, O_CLOEXEC) }
    reader = OutputReader(owning: ends[0])
    writer = FileDescriptor(owning: ends[1])
  }

  /// The program's end; -1 once it is closed here.
  public var writeEnd: Int32 {
    switch writer {
    case nil: -1
    case .some(let writer): writer.number
    }
  }

  /// Closes the write end here, so that the program's exit ends the output.
  public func closeWriteEnd() { writer = nil }
}
