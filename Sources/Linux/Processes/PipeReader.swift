internal import Glibc

/// Reads what a program prints, without letting a program that prints much keep the loop busy.
///
/// After each reading it waits a while, during which the pipe fills and the program then waits.
///
/// Not for use from a second thread; must not outlive the loop.
public final class PipeReader {
  /// The most bytes that are read at once.
  public static let byteLimit = 32_768
  /// The time from one reading to the next: fifty readings per second.
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
  ///   - errors: Reads its standard error instead.
  ///   - loop: Where it is read.
  ///   - onBytes: Called with what was read; must not release this object.
  /// - Throws: If the loop cannot watch it.
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

  /// Reads what is in the pipe now; for what a program that has ended printed last.
  public func readRest() {
    // What a pipe can hold.
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
      // The kernel has no memory for it now.
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
  /// Nil if its output is not read.
  fileprivate var outputNumber: Int32? {
    switch output {
    case nil: nil
    case .some(let output): output.number
    }
  }
}
