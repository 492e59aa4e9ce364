internal import Display
package import Linux
package import Logging
internal import Touch

/// Tells the service manager how the panel is: that it shows, why it does not, and that it is alive.
///
/// | # | panel | the manager hears |
/// |---|---|---|
/// | 1 | shows its first picture | `READY`, the display |
/// | 2 | waits for a screen at its start, as it was told to | `READY`, what it waits for |
/// | 3 | shows nothing any more | what it waits for |
/// | 4 | shows again | the display |
/// | 5 | a third of the watchdog's time later, alive | `WATCHDOG` |
/// | 6 | the same, but frames or touch have stopped | nothing, so that it is started again |
/// | 7 | ends | `STOPPING` |
package final class ServiceReport {
  private let manager: ServiceManager
  private let log: Logger
  private var watchdog: Alarm?
  private var isReady = false
  private var status = ""
  private var hasReportedFault = false

  /// What has stopped for good, nil while all is alive; asked before each sign of life, with how long
  /// a frame may have been waiting, in microseconds.
  var fault: (Int64) -> String? = { _ in nil }

  package init(_ manager: ServiceManager, loop: EventLoop, log: Logger) {
    self.manager = manager
    self.log = log
    guard let interval = manager.watchdogMicroseconds else { return }
    watchdog = loop.makeAlarm { [unowned self] in giveSign(interval: interval) }
    watchdog?.set(afterMicroseconds: 0)
  }

  func shows(on display: String) { report("showing on \(display)") }

  func waits(because reason: String) { report("showing nothing: \(reason)") }

  func stopping() {
    watchdog?.cancel()
    watchdog = nil
    manager.stopping()
  }

  private func report(_ text: String) {
    guard text != status else { return }
    status = text
    if isReady { manager.report(status: text) } else { manager.ready(status: text) }
    isReady = true
  }

  private func giveSign(interval: Int64) {
    if let fault = fault(interval / 2) {
      if !hasReportedFault {
        log.error("\(fault); the service manager is left to start the panel again")
      }
      hasReportedFault = true
    } else {
      hasReportedFault = false
      manager.keepAlive()
    }
    watchdog?.set(afterMicroseconds: interval / 3)
  }
}
