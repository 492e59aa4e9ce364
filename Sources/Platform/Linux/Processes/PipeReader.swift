internal import Glibc

/// Reads a program's output, without letting a program with much output keep the loop busy.
///
/// After each read it pauses; meanwhile the pipe may fill up, which blocks the program.
///
/// Not for use from a second thread; must not outlive the loop.
public final class PipeReader {
  /// The maximum number of bytes per read.
  public static let byteLimit = 32_768
  /// The time between reads: 50 reads per second.
  public static let pauseMicroseconds: Int64 = 20_000

  private let program: StartedProgram
  private let descriptor: Int32
  private let loop: EventLoop
  private let onBytes: (UnsafeRawBufferPointer) -> Void
  private var pause: Alarm?
  private var isAtEnd = false

  /// Reads the standard output of a program.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - errors: Whether to read its standard error instead.
  ///   - loop: The loop on which it is read.
  ///   - onBytes: Called with the bytes; must not release this object.
  /// - Throws: An error if the loop cannot watch it.
  public init(
    _ program: StartedProgram, errors: Bool, loop: EventLoop,
    onBytes: @escaping (UnsafeRawBufferPointer) -> Void
  ) throws(SystemError) {
    self.program = program
    self.loop = loop
    self.onBytes = onBytes
    if errors {
      descriptor = program.errors.number
    } else {
      descriptor = program.outputNumber ?? -1
      isAtEnd = descriptor < 0
    }
    guard !isAtEnd else { return }
    pause = loop.makeAlarm { [unowned self] in resume() }
    try watch()
  }

  deinit {
    pause?.cancel()
    if descriptor >= 0 { loop.unwatch(descriptor) }
  }

  /// Reads what is in the pipe now: the last output of a program that has ended.
  public func readRest() {
    // Two reads empty a full pipe.
    for _ in 0..<2 where !isAtEnd { read() }
  }

  private func watch() throws(SystemError) {
    try loop.watch(descriptor, for: .readable) { [unowned self] _ in
      loop.unwatch(descriptor)
      read()
      if !isAtEnd {
        pause?.set(afterMicroseconds: Self.pauseMicroseconds)
      }
    }
  }

  private func resume() {
    do throws(SystemError) {
      try watch()
    } catch {
      // The kernel is short of memory: retry.
      pause?.set(afterMicroseconds: Self.pauseMicroseconds)
    }
  }

  private func read() {
    withUnsafeTemporaryAllocation(byteCount: Self.byteLimit, alignment: 16) { buffer in
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      guard count > 0 else {
        isAtEnd = count == 0 || (errno != EAGAIN && errno != EINTR)
        return
      }
      onBytes(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }
}

extension StartedProgram {
  /// Nil if its standard output is not read.
  fileprivate var outputNumber: Int32? {
    switch output {
    case nil: nil
    case .some(let output): output.number
    }
  }
}
