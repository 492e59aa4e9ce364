internal import Diagnostics
internal import Glibc
internal import Linux

/// One program from its start to its end, with its output.
///
/// Not thread-safe; must not outlive the loop. Releasing it kills the program.
final class ProgramRun {
  /// How the program ended.
  enum Outcome {
    /// Exit status 0, and the last lines printed.
    case succeeded([[UInt8]])
    /// The reason, in one line.
    case failed(String)
  }

  /// Called once, unless the run is released before.
  var onEnd: (Outcome) -> Void = { _ in }
  /// Called with the printed lines, at most about fifty times per second; must be set before the
  /// next turn of the loop.
  var onLines: ((PrintedLines.Batch) -> Void)?
  /// Called when the program has started.
  var onStart: () -> Void = {}

  /// The program's name in messages.
  let title: String
  private let loop: EventLoop
  private let starter: ProgramStarter
  /// Nil before the start and after the end.
  private var startNumber: Int?
  private(set) var child: ChildProcess?
  private var output: PipeReader?
  private var errors: PipeReader?
  private var lines = PrintedLines()
  private var errorLines = PrintedLines()
  /// The first line of the standard error, which usually gives the reason.
  private var firstError: String?
  private var result: [[UInt8]] = []
  private var timeout: Alarm?
  private let timeoutMicroseconds: Int64?
  private var isOverdue = false

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - input: What it reads from its standard input, at most a page.
  ///   - outputs: Which of its outputs to read.
  ///   - starter: Starts the program.
  ///   - timeoutMicroseconds: The time limit; nil for none.
  ///   - loop: The event loop.
  /// - Throws: If it cannot be started now.
  init(
    _ arguments: [String], input: [UInt8] = [], reading outputs: StartedProgram.Outputs,
    by starter: ProgramStarter, timeoutMicroseconds: Int64? = nil, loop: EventLoop
  ) throws(SystemError) {
    title = "\"\(VisibleText.printable(arguments.first ?? ""))\""
    self.loop = loop
    self.starter = starter
    self.timeoutMicroseconds = timeoutMicroseconds
    startNumber = try starter.start(arguments, input: input, reading: outputs) {
      [unowned self] result in
      startNumber = nil
      didStart(result, outputs)
    }
    if let timeoutMicroseconds {
      timeout = loop.makeAlarm { [unowned self] in expire() }
      timeout?.set(afterMicroseconds: timeoutMicroseconds)
    }
  }

  deinit {
    timeout?.cancel()
    if let startNumber { starter.cancel(startNumber) }
  }

  /// Sends `SIGTERM`, and kills the program if it continues; cancels a start in progress.
  func terminate() {
    if let child { return child.terminate() }
    end(.failed("it was not started"))
  }

  /// Blocks until the program has ended or the time is over; for the end of the panel.
  ///
  /// - Returns: Whether it has ended.
  func wait(milliseconds: Int32) -> Bool {
    let end = MonotonicClock.microseconds + Int64(milliseconds) * 1000
    if startNumber != nil { starter.waitForAnswer(milliseconds: milliseconds) }
    guard let child else { return startNumber == nil }
    let rest = max(0, end - MonotonicClock.microseconds)
    return child.wait(milliseconds: Int32(clamping: rest / 1000))
  }

  // MARK: Its life

  private func didStart(_ result: ProgramStarter.Result, _ outputs: StartedProgram.Outputs) {
    do throws(SystemError) {
      let program = try result.get()
      let child = try ChildProcess(program, loop: loop)
      child.onEnd = { [unowned self] in didEnd($0) }
      errors = try PipeReader(program, errors: true, loop: loop) { [unowned self] in
        noteError(errorLines.process($0))
      }
      if outputs == .valuesAndErrors {
        output = try PipeReader(program, errors: false, loop: loop) { [unowned self] in
          deliver(lines.process($0))
        }
      }
      self.child = child
      onStart()
    } catch {
      end(.failed(CommandError.cannotStart(title, error).description))
    }
  }

  private func didEnd(_ reason: ProcessEnd) {
    // Read the last output.
    errors?.readRest()
    noteError(errorLines.finish())
    output?.readRest()
    deliver(lines.finish())
    guard reason != .exited(0) || isOverdue else { return end(.succeeded(result)) }
    let cause =
      isOverdue
      ? "took longer than \(Self.seconds(timeoutMicroseconds ?? 0)) and was ended" : "\(reason)"
    end(.failed("\(title) \(cause)" + (firstError.map { ": \($0)" } ?? "")))
  }

  private func expire() {
    isOverdue = true
    guard let child else {
      return end(
        .failed(
          "\(title) was not started within \(Self.seconds(timeoutMicroseconds ?? 0)); does its "
            + "disk answer?"))
    }
    child.terminate()
  }

  private func end(_ outcome: Outcome) {
    timeout?.set(atMicroseconds: nil)
    if let startNumber { starter.cancel(startNumber) }
    startNumber = nil
    // The receiver may release this object.
    withExtendedLifetime(self) {
      (child, output, errors) = (nil, nil, nil)
      let onEnd = onEnd
      self.onEnd = { _ in }
      onEnd(outcome)
    }
  }

  /// Keeps the first line of the standard error.
  private func noteError(_ batch: PrintedLines.Batch) {
    guard firstError == nil, let line = batch.lines.first else { return }
    firstError = line.shownText()
  }

  private func deliver(_ batch: PrintedLines.Batch) {
    if let onLines { return onLines(batch) }
    result = (result + batch.lines).suffix(PrintedLines.lineLimit)
  }

  private static func seconds(_ microseconds: Int64) -> String {
    let seconds = Double(microseconds) / 1e6
    return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
  }
}
