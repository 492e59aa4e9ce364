public import Linux

/// A monitor's backlight, set through DDC/CI on its own thread, which starts with the first value.
///
/// Setting a value takes 0.2 to 5 s: the caller is never blocked, and of several values set
/// meanwhile, only the last one is written. Not for use from a second thread; must not outlive the
/// loop.
public final class MonitorBacklight {
  /// A result of setting it.
  public enum Event: Equatable, Sendable {
    /// A monitor was found: its name and its maximum brightness.
    case found(name: String, maximum: Int)
    /// The last value was written.
    case settled
    /// The last value could not be written.
    case failed(DDCError)
  }

  /// How long the program waits, when it exits, for the monitor to be restored.
  private static let endMilliseconds: Int32 = 3000

  /// Called with each event, on the loop.
  public var onEvent: (Event) -> Void = { _ in }
  /// The last set value, 0…1; nil if none.
  public private(set) var wanted: Double?

  private let loop: EventLoop
  private var options: MonitorOptions
  private var worker: MailboxWorker<MonitorRequests, MonitorReport>?

  /// Creates a backlight that stays unchanged until it is set.
  public init(options: MonitorOptions, loop: EventLoop) {
    (self.options, self.loop) = (options, loop)
  }

  deinit { close(isEnd: false) }

  /// Sets its brightness, 0…1, as soon as the monitor accepts it.
  public func set(_ fraction: Double) {
    wanted = fraction
    if worker == nil {
      do throws(SystemError) {
        worker = try makeWorker()
      } catch {
        return onEvent(.failed(.noThread("\(error)")))
      }
    }
    worker?.requests.post { $0.fraction = fraction }
  }

  /// Searches for the monitor at another output, and sets it.
  public func search(atOutput output: String?) {
    options.output = output
    searchAgain()
  }

  /// Searches for the monitor again, and sets it.
  public func searchAgain() {
    guard let worker, let wanted else { return }
    worker.requests.post { [options] requests in
      requests.options = options
      requests.fraction = wanted
    }
  }

  /// Restores the brightness at which it was found, and ends the thread.
  ///
  /// - Parameter isEnd: Whether the program exits; if so, this waits at most 3 s for the thread.
  public func close(isEnd: Bool) {
    wanted = nil
    worker?.end(withinMilliseconds: isEnd ? Self.endMilliseconds : 0) { $0.isEnd = true }
    worker = nil
  }

  private func makeWorker() throws(SystemError) -> MailboxWorker<MonitorRequests, MonitorReport> {
    var first = MonitorRequests()
    first.options = options
    return try MailboxWorker(on: loop, first: first) { requests, reports in
      { MonitorThread.run(requests, reports) }
    } onReports: { [unowned self] reports in
      apply(reports)
    }
  }

  private func apply(_ reports: [MonitorReport]) {
    for report in reports {
      switch report {
      case .found(let name, let maximum): onEvent(.found(name: name, maximum: maximum))
      // An older value than the last one does not settle it.
      case .set(let fraction): if fraction == wanted { onEvent(.settled) }
      case .failed(let error): onEvent(.failed(error))
      }
    }
  }
}
