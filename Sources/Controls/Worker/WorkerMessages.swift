public import Linux

/// Makes a control on a worker's thread; the loop is the worker's.
public typealias ControlMaker = @Sendable (EventLoop) -> any Control

/// What the panel's thread asks of a worker; controls are numbered.
struct WorkerRequests: Sendable {
  struct Level: Sendable {
    var level: Double
    var isFinal: Bool
  }

  /// Made first of all, in this order.
  var making: [(number: Int, make: ControlMaker)] = []
  /// Opened next; each answer is posted once.
  var opening: [(number: Int, answer: Mailbox<OpenAnswer>)] = []
  var starting: [Int] = []
  /// The latest level of each control; a newer one replaces it.
  var levels: [Int: Level] = [:]
  /// Last, so that a level that was set before is still written.
  var stopping: [Int] = []
  /// The panel has given up waiting: every control stops and starts again, before all else.
  var isRestart = false
  var isEnd = false
  /// When the oldest of these requests was posted; nil if there are none.
  var sinceMicroseconds: Int64?
  /// Since when the worker has been busy with the requests that it took last.
  var busySinceMicroseconds: Int64?

  /// Removes all requests and keeps the capacity.
  mutating func clear() {
    making.removeAll(keepingCapacity: true)
    opening.removeAll(keepingCapacity: true)
    starting.removeAll(keepingCapacity: true)
    levels.removeAll(keepingCapacity: true)
    stopping.removeAll(keepingCapacity: true)
    (isRestart, isEnd) = (false, false)
    (sinceMicroseconds, busySinceMicroseconds) = (nil, nil)
  }
}

/// What became of opening a control.
enum OpenAnswer: Sendable {
  case waiting
  case opened
  case failed(any Error)
}

/// What a worker reports, oldest first.
enum WorkerReport: Sendable {
  case event(ControlEvent, number: Int)
  /// It answers again: from here on reports are up to date.
  case restarted
  /// Its thread could not begin, or ended by itself.
  case failed(reason: String)
}
