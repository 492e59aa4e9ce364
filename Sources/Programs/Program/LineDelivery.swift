public import Linux

/// A destination for lines, which may block while its reader is slow.
public protocol LineTarget {
  /// Does what may take long before the first line, such as waiting for a reader.
  mutating func prepare()

  /// Writes a line.
  ///
  /// - Parameters:
  ///   - line: The bytes, with the line break.
  ///   - count: The number of lines dropped since the last line that was written.
  /// - Throws: The error that kept the line from being written; the line is then dropped.
  mutating func write(_ line: [UInt8], afterDropping count: Int) throws(SystemError)

  /// Called for the first of several lines that could not be written.
  mutating func handleFailure(_ error: SystemError)
}

/// Writes lines to a target and counts those that cannot be written.
///
/// After an error, the next line is tried: a disk can have space again, and a pipe a reader.
public struct LineDelivery<Target: LineTarget> {
  private var target: Target
  private var droppedCount = 0
  private var isFailing = false
  /// The error of the first line that was not written; nil if there is none.
  public private(set) var firstFailure: SystemError?

  /// Creates a delivery to this target.
  public init(to target: Target) {
    self.target = target
  }

  /// Does what may take long before the first line.
  public mutating func prepare() {
    target.prepare()
  }

  /// Writes a line, or counts it if that fails.
  ///
  /// - Parameters:
  ///   - line: The bytes, with the line break.
  ///   - count: The number of lines that the sender dropped before it.
  public mutating func deliver(_ line: [UInt8], afterDropping count: Int = 0) {
    droppedCount += count
    do throws(SystemError) {
      try target.write(line, afterDropping: droppedCount)
      droppedCount = 0
      isFailing = false
    } catch {
      droppedCount += 1
      firstFailure = firstFailure ?? error
      if !isFailing { target.handleFailure(error) }
      isFailing = true
    }
  }
}
