internal import Linux

/// Makes a control on a worker's thread; the loop is the worker's.
typealias ControlMaker = @Sendable (EventLoop) -> any Control

/// Requests from the panel's thread to a worker; controls are identified by numbers.
struct WorkerRequests: Sendable {
  struct Level: Sendable {
    var level: Double
    var isFinal: Bool
    /// The number of levels of the control that the panel had received.
    var receivedLevelCount: Int
  }

  /// Processed first, in this order.
  var making: [(number: Int, make: ControlMaker)] = []
  /// Processed next; each answer is posted once.
  var opening: [(number: Int, answer: Mailbox<OpenAnswer>)] = []
  var starting: [Int] = []
  /// The latest level of each control; a newer level replaces it.
  var levels: [Int: Level] = [:]
  /// The latest mute of each control, processed after its level.
  var mutes: [Int: Bool] = [:]
  /// Processed last, so that a level set before is still written.
  var stopping: [Int] = []
  /// The panel has stopped waiting: first of all, every control stops and restarts.
  var isRestart = false
  var isEnd = false
  /// When the oldest of these requests was posted, by the clock of the panel's loop; nil if there
  /// are none.
  var sinceMicroseconds: Int64?
  /// Since when the worker has been processing the requests taken last, by the same clock.
  var busySinceMicroseconds: Int64?

  /// Removes all requests and keeps the allocated capacity.
  mutating func clear() {
    making.removeAll(keepingCapacity: true)
    opening.removeAll(keepingCapacity: true)
    starting.removeAll(keepingCapacity: true)
    levels.removeAll(keepingCapacity: true)
    mutes.removeAll(keepingCapacity: true)
    stopping.removeAll(keepingCapacity: true)
    (isRestart, isEnd) = (false, false)
    (sinceMicroseconds, busySinceMicroseconds) = (nil, nil)
  }
}

/// The result of opening a control.
enum OpenAnswer: Sendable {
  case waiting
  case opened
  case failed(any Error)
}

/// Reports of a worker, oldest first.
enum WorkerReport: Sendable {
  case event(ControlEvent, number: Int)
  /// The thread responds again: reports after this one are up to date.
  case restarted
  /// The thread ended by itself.
  case failed(reason: String)
}

extension [WorkerReport] {
  /// Adds an event of a control.
  ///
  /// A level or a mute replaces an earlier one that waits, so that a target that changes faster
  /// than the panel reads does not use up memory.
  ///
  /// - Returns: False if the event has replaced another one.
  mutating func add(_ event: ControlEvent, number: Int) -> Bool {
    search: for index in indices.reversed() {
      // Events before a restart are out of date.
      guard case .event(let waiting, let owner) = self[index] else { break }
      guard owner == number else { continue }
      switch (waiting, event) {
      case (.level, .level), (.muted, .muted):
        self[index] = .event(event, number: number)
        return false
      case (.level, .muted), (.muted, .level), (.unreadable, _): continue
      default: break search
      }
    }
    append(.event(event, number: number))
    return true
  }
}
