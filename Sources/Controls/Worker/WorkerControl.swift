internal import Linux

/// A proxy in the panel's loop for a control on the thread of a worker.
///
/// Not thread-safe; call `stop` before the loop ends.
final class WorkerControl: Control {
  /// The name of the target, for messages.
  let name: String
  /// Receives all events; called on the event loop's thread.
  var onEvent: (ControlEvent) -> Void = { _ in }

  private let worker: ControlWorker
  private let make: ControlMaker
  /// The number of the control on the thread; nil if there is none.
  private var number: Int?
  /// The number while it is being opened, and the mailbox for the answer.
  private var opening: (number: Int, answer: Mailbox<OpenAnswer>?)?
  private var isStarted = false
  /// Whether the last event was a level; otherwise nothing is set.
  private var isOnline = false
  /// The number of levels reported.
  private var receivedLevelCount = 0

  /// Creates a control, not yet open.
  ///
  /// - Parameters:
  ///   - name: The name of the target, for messages.
  ///   - worker: The worker on whose thread the control runs.
  ///   - make: Makes the control on that thread.
  init(name: String, on worker: ControlWorker, _ make: @escaping ControlMaker) {
    self.name = name
    self.worker = worker
    self.make = make
  }

  deinit {
    stop()
  }

  /// Makes the control on the thread, and starts to open it.
  func beginOpening() { try? begin() }

  /// Makes the control on the thread and opens it; waits for the result for a limited time.
  func open() throws {
    guard number == nil else { return }
    try begin()
    guard let opening else { return }
    self.opening = nil
    do {
      if let answer = opening.answer { try worker.finishOpening(answer) }
    } catch {
      worker.remove(opening.number)
      throw error
    }
    number = opening.number
  }

  private func begin() throws(SystemError) {
    guard number == nil, opening == nil else { return }
    let number = try worker.add(make)
    do throws(SystemError) {
      opening = (number, try worker.beginOpening(number))
    } catch {
      worker.remove(number)
      throw error
    }
  }

  /// Starts the control on the thread; makes it first if it was not opened.
  func start() {
    guard !isStarted else { return }
    do throws(SystemError) {
      if number == nil, let opening { (number, self.opening) = (opening.number, nil) }
      if number == nil { number = try worker.add(make) }
      guard let number else { return }
      isStarted = true
      worker.start(number) { [unowned self] event in handle(event) }
    } catch {
      onEvent(.offline(reason: error.description))
    }
  }

  /// Sets a level; ignored while the control is offline.
  func set(level: Double, isFinal: Bool) {
    guard isOnline, let number, level.isFinite else { return }
    worker.setLevel(
      of: number,
      WorkerRequests.Level(level: level, isFinal: isFinal, receivedLevelCount: receivedLevelCount))
  }

  /// Mutes or unmutes the target; ignored while the control is offline.
  func set(isMuted: Bool) {
    guard isOnline, let number else { return }
    worker.setMute(of: number, isMuted: isMuted)
  }

  /// Removes the control from the thread; no events follow.
  func stop() {
    for number in [number, opening?.number].compactMap({ $0 }) { worker.remove(number) }
    opening = nil
    (number, isStarted, isOnline, receivedLevelCount) = (nil, false, false, 0)
  }

  private func handle(_ event: ControlEvent) {
    switch event {
    case .level:
      isOnline = true
      receivedLevelCount += 1
    case .unknown, .offline: isOnline = false
    case .muted, .text, .follower, .unreadable, .described: break
    }
    onEvent(event)
  }
}
