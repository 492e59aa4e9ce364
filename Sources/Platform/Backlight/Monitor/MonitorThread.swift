internal import Linux

/// Requests from the loop to the monitor's thread; a newer one replaces an older one.
struct MonitorRequests: Sendable {
  /// The monitor's new location; nil for no change.
  var options: MonitorOptions?
  /// The brightness, 0…1; nil for no change.
  var fraction: Double?
  /// Whether to restore the original brightness and end.
  var isEnd = false
}

/// A report from the thread to the loop.
enum MonitorReport: Sendable, Equatable {
  /// A monitor was found.
  case found(name: String, maximum: Int)
  /// This brightness was set.
  case set(fraction: Double)
  /// The brightness could not be set, despite retries.
  case failed(DDCError)
}

/// The work of the monitor's thread.
struct MonitorThread {
  private let requests: Mailbox<MonitorRequests>
  private let reports: Mailbox<[MonitorReport]>
  private var options: MonitorOptions?
  private var library: DDCLibrary?
  private var open: Open?
  private var hasSearched = false
  /// The brightness of each monitor when it was first found, by EDID.
  private var originalValues: [[UInt8]: Int] = [:]
  /// The EDID of the last reported monitor.
  private var reportedEDID: [UInt8]?

  private struct Open {
    let monitor: Monitor
    let maximum: Int
    var value: Int
  }

  /// The number of attempts before a failure is reported: DDC/CI loses messages, although
  /// libddcutil repeats each one a few times.
  private static let tries = 3

  static func run(_ requests: Mailbox<MonitorRequests>, _ reports: Mailbox<[MonitorReport]>) {
    var thread = MonitorThread(requests: requests, reports: reports)
    thread.run()
  }

  private init(requests: Mailbox<MonitorRequests>, reports: Mailbox<[MonitorReport]>) {
    (self.requests, self.reports) = (requests, reports)
  }

  private mutating func run() {
    var isEnd = false
    while !isEnd {
      guard requests.wait(milliseconds: .max) else { continue }
      var taken = MonitorRequests()
      requests.take(into: &taken)
      if let options = taken.options { (self.options, open) = (options, nil) }
      isEnd = taken.isEnd
      if isEnd { restore() } else if let fraction = taken.fraction { apply(fraction) }
    }
  }

  private mutating func apply(_ fraction: Double) {
    var failure: DDCError?
    for _ in 0..<Self.tries {
      // A newer value makes this one pointless.
      if requests.withContents({ $0.isEnd || $0.fraction != nil || $0.options != nil }) { return }
      do throws(DDCError) {
        try write(fraction)
        return report(.set(fraction: fraction))
      } catch {
        failure = error
        guard case .refused = error else { break }
        // It may be a different monitor now.
        open = nil
      }
    }
    if let failure { report(.failed(failure)) }
  }

  private mutating func write(_ fraction: Double) throws(DDCError) {
    var open = try findMonitor()
    let value = min(max(Int((fraction * Double(open.maximum)).rounded()), 0), open.maximum)
    // Some monitors store each value in memory that wears out.
    if open.value != value {
      try open.monitor.write(value)
      open.value = value
    }
    self.open = open
  }

  private mutating func findMonitor() throws(DDCError) -> Open {
    if let open { return open }
    guard let options else { throw .noMonitor(output: nil) }
    let library: DDCLibrary
    if let loaded = self.library {
      library = loaded
    } else {
      library = try DDCLibrary(for: options)
      self.library = library
    }
    let monitor = try Monitor(library, isAgain: hasSearched, options: options)
    hasSearched = true
    let (value, maximum) = try monitor.read()
    if originalValues[monitor.edid] == nil { originalValues[monitor.edid] = value }
    if reportedEDID != monitor.edid { report(.found(name: monitor.name, maximum: maximum)) }
    reportedEDID = monitor.edid
    let open = Open(monitor: monitor, maximum: maximum, value: value)
    self.open = open
    return open
  }

  /// Restores the original brightness, ignoring errors.
  private func restore() {
    guard let open, let original = originalValues[open.monitor.edid], original != open.value
    else { return }
    try? open.monitor.write(original)
  }

  private func report(_ report: MonitorReport) { reports.post { $0.append(report) } }
}
