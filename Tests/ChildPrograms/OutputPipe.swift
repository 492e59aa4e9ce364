internal import CLinux
internal import Glibc
public import Linux

/// A pipe into which a program writes and from which a test reads.
public final class OutputPipe {
  /// The end of the test.
  public let reader: OutputReader
  private var writer: FileDescriptor?

  /// A new pipe, close-on-exec.
  ///
  /// - Throws: The error of pipe2(2).
  public init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    try check("pipe2") { pipe2(&ends, O_CLOEXEC) }
    reader = OutputReader(owning: ends[0])
    writer = FileDescriptor(owning: ends[1])
  }

  /// The end of the program; -1 once it is closed here.
  public var writeEnd: Int32 {
    switch writer {
    case nil: -1
    case .some(let writer): writer.number
    }
  }

  /// Closes that end here, so that the end of the program is the end of its output.
  public func closeWriteEnd() { writer = nil }
}
