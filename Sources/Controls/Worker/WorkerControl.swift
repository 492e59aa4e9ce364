internal import Linux

/// A control that runs on the thread of a worker, as the panel's loop sees it.
///
/// Not for use from a second thread; `stop` it before the loop ends.
public final class WorkerControl: Control {
  public let name: String
  public var onEvent: (ControlEvent) -> Void = { _ in }

  private let worker: ControlWorker
  private let make: ControlMaker
  /// Of the control on the thread; nil if there is none.
  private var number: Int?
  private var isStarted = false
  /// Whether the last event was a level; nothing is set otherwise.
  private var isOnline = false

  /// - Parameters:
  ///   - name: What it drives, for messages.
  ///   - worker: Whose thread the control is on.
  ///   - make: Makes the control there.
  public init(name: String, on worker: ControlWorker, _ make: @escaping ControlMaker) {
    self.name = name
    self.worker = worker
    self.make = make
  }

  deinit {
    stop()
  }

  public func open() throws {
    guard number == nil else { return }
    let number = try worker.add(make)
    do {
      try worker.open(number)
    } catch {
      worker.remove(number)
      throw error
    }
    self.number = number
  }

  public func start() {
    guard !isStarted else { return }
    do throws(SystemError) {
      if number == nil { number = try worker.add(make) }
      guard let number else { return }
      isStarted = true
      worker.start(number) { [unowned self] event in handle(event) }
    } catch {
      onEvent(.offline(reason: error.description))
    }
  }

  public func set(level: Double, isFinal: Bool) {
    guard isOnline, let number, level.isFinite else { return }
    worker.set(number, level: level, isFinal: isFinal)
  }

  public func stop() {
    if let number { worker.remove(number) }
    (number, isStarted, isOnline) = (nil, false, false)
  }

  private func handle(_ event: ControlEvent) {
    if case .level = event { isOnline = true } else { isOnline = false }
    onEvent(event)
  }
}
