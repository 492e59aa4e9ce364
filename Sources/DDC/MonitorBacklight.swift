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

  private struct Line {
    let worker: Worker
    let requests: Mailbox<MonitorRequests>
    let reports: Mailbox<[MonitorReport]>
  }

  /// Called with each event, on the loop.
  public var onEvent: (Event) -> Void = { _ in }
  /// The last set value, 0…1; nil if none.
  public private(set) var wanted: Double?

  private let loop: EventLoop
  private var place: MonitorPlace
  private var line: Line?
  private var taken: [MonitorReport] = []

  /// Creates a backlight that stays unchanged until it is set.
  public init(at place: MonitorPlace, loop: EventLoop) {
    (self.place, self.loop) = (place, loop)
  }

  deinit { close(isEnd: false) }

  /// Sets its brightness, 0…1, as soon as the monitor accepts it.
  public func set(_ fraction: Double) {
    wanted = fraction
    if line == nil {
      do throws(SystemError) {
        line = try begin()
      } catch {
        return onEvent(.failed(.noThread("\(error)")))
      }
    }
    line?.requests.post { $0.fraction = fraction }
  }

  /// Searches for the monitor at another output, and sets it.
  public func look(at output: String?) {
    place.output = output
    lookAgain()
  }

  /// Searches for the monitor again, and sets it.
  public func lookAgain() {
    guard let line, let wanted else { return }
    line.requests.post { [place] requests in
      requests.place = place
      requests.fraction = wanted
    }
  }

  /// Restores the brightness at which it was found, and ends the thread.
  ///
  /// - Parameter isEnd: Whether the program exits; if so, this waits at most 3 s for the thread.
  public func close(isEnd: Bool) {
    wanted = nil
    guard let line else { return }
    self.line = nil
    loop.unwatch(line.reports.descriptor)
    line.requests.post { $0.isEnd = true }
    if isEnd { line.worker.join(withinMilliseconds: Self.endMilliseconds) }
  }

  private func begin() throws(SystemError) -> Line {
    var first = MonitorRequests()
    first.place = place
    let requests = try Mailbox(first)
    let reports = try Mailbox<[MonitorReport]>([])
    try loop.watch(reports.descriptor, for: .readable) { [unowned self] _ in takeReports() }
    do throws(SystemError) {
      let worker = try Worker { MonitorThread.run(requests, reports) }
      return Line(worker: worker, requests: requests, reports: reports)
    } catch {
      loop.unwatch(reports.descriptor)
      throw error
    }
  }

  private func takeReports() {
    guard let line else { return }
    taken.removeAll(keepingCapacity: true)
    line.reports.take(into: &taken)
    for report in taken {
      switch report {
      case .found(let name, let maximum): onEvent(.found(name: name, maximum: maximum))
      // An older value than the last one does not settle it.
      case .set(let fraction): if fraction == wanted { onEvent(.settled) }
      case .failed(let error): onEvent(.failed(error))
      }
    }
  }
}
