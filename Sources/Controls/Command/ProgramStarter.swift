internal import Linux
internal import Synchronization

/// A thread that starts programs, because a program's file can be on a disk that does not respond.
///
/// A start takes the loop some microseconds; the thread waits until the program is loaded. The
/// thread exists as long as a control uses it, so that a program that ends with its parent
/// (`setpriv --pdeathsig`) has a parent that lasts.
///
/// Not thread-safe; must not outlive the loop.
final class ProgramStarter {
  typealias Result = Swift.Result<StartedProgram, SystemError>

  /// The thread's requests; not a `Mailbox`, because a request can be cancelled until it begins.
  private final class Requests: Sendable {
    struct Contents {
      var waiting: [Request] = []
      var isEnd = false
    }

    let contents = Mutex(Contents())
    let wakeup: Wakeup

    init() throws(SystemError) {
      wakeup = try Wakeup()
    }

    func post(_ change: (inout sending Contents) -> Void) {
      contents.withLock { change(&$0) }
      wakeup.signal()
    }

    /// Blocks until there is a request; returns nil at the end.
    func next() -> Request? {
      while true {
        wakeup.acknowledge()
        let (request, isEnd) = contents.withLock { contents in
          (contents.waiting.isEmpty ? nil : contents.waiting.removeFirst(), contents.isEnd)
        }
        if isEnd { return nil }
        if let request { return request }
        _ = wakeup.wait(milliseconds: .max)
      }
    }
  }

  private struct Request: Sendable {
    var number: Int
    var arguments: [String]
    var input: [UInt8]
    var outputs: StartedProgram.Outputs
  }

  private struct Line {
    let worker: Worker
    let requests: Requests
    let answers: Mailbox<[(number: Int, result: Result)]>
  }

  /// How long the end of the panel waits for a program that is being loaded.
  private static let endMilliseconds: Int32 = 300

  private let loop: EventLoop
  private var line: Line?
  private var receivers: [Int: (Result) -> Void] = [:]
  private var nextNumber = 0

  /// Creates a starter; the thread starts with the first program.
  init(loop: EventLoop) {
    self.loop = loop
  }

  deinit {
    guard let line else { return }
    loop.unwatch(line.answers.descriptor)
    line.requests.post { requests in
      requests.waiting.removeAll()
      requests.isEnd = true
    }
    line.worker.join(withinMilliseconds: Self.endMilliseconds)
    receivers.removeAll()
    takeAnswers()
  }

  /// Starts a program; calls `receiver` later, once, unless the start is cancelled.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - input: What it reads from its standard input, at most a page.
  ///   - outputs: Which of its outputs to read.
  ///   - receiver: Called on the loop's thread.
  /// - Returns: A number for `cancel`.
  /// - Throws: If the thread cannot be created.
  func start(
    _ arguments: [String], input: [UInt8], reading outputs: StartedProgram.Outputs,
    _ receiver: @escaping (Result) -> Void
  ) throws(SystemError) -> Int {
    let line = try begin()
    let number = nextNumber
    nextNumber += 1
    receivers[number] = receiver
    line.requests.post { requests in
      requests.waiting.append(
        Request(number: number, arguments: arguments, input: input, outputs: outputs))
    }
    return number
  }

  /// Cancels a start; a program that is already being started is killed.
  func cancel(_ number: Int) {
    receivers[number] = nil
    line?.requests.contents.withLock { requests in
      requests.waiting.removeAll { $0.number == number }
    }
  }

  /// Blocks until a program has started or the time is over, and passes the result on; for the end
  /// of the panel.
  func waitForAnswer(milliseconds: Int32) {
    guard let line, line.answers.wait(milliseconds: milliseconds) else { return }
    takeAnswers()
  }

  private func begin() throws(SystemError) -> Line {
    if let line { return line }
    let requests = try Requests()
    let answers = try Mailbox<[(number: Int, result: Result)]>([])
    try loop.watch(answers.descriptor, for: .readable) { [unowned self] _ in takeAnswers() }
    do throws(SystemError) {
      let worker = try Worker(stackBytes: 256 << 10) { Self.run(requests, answers) }
      let line = Line(worker: worker, requests: requests, answers: answers)
      self.line = line
      return line
    } catch {
      loop.unwatch(answers.descriptor)
      throw error
    }
  }

  /// Runs on the thread.
  private static func run(
    _ requests: Requests, _ answers: Mailbox<[(number: Int, result: Result)]>
  ) {
    while let request = requests.next() {
      let result: Result
      do throws(SystemError) {
        result = .success(
          try StartedProgram(request.arguments, input: request.input, reading: request.outputs))
      } catch {
        result = .failure(error)
      }
      answers.post { $0.append((request.number, result)) }
    }
  }

  private func takeAnswers() {
    guard let line else { return }
    var taken: [(number: Int, result: Result)] = []
    line.answers.take(into: &taken)
    for (number, result) in taken {
      if let receiver = receivers.removeValue(forKey: number) {
        receiver(result)
      } else if case .success(let program) = result {
        // Releasing it at once kills the program.
        _ = try? ChildProcess(program, loop: loop)
      }
    }
  }
}
