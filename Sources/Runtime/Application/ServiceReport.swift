internal import Display
package import Linux
package import Logging
internal import Touch

/// Reports to the service manager that the panel is showing, why it is not, and that it is alive.
///
/// | # | panel | notification |
/// |---|---|---|
/// | 1 | shows its first picture | `READY`, the display |
/// | 2 | waits for a screen at its start, as configured | `READY`, the reason |
/// | 3 | shows nothing any more | the reason |
/// | 4 | shows again | the display |
/// | 5 | is alive after a third of the watchdog's time | `WATCHDOG` |
/// | 6 | as 5, but frames or touch have stopped | none, so that the panel is restarted |
/// | 7 | ends | `STOPPING` |
package final class ServiceReport {
  private let manager: ServiceManager
  private let log: Logger
  private var watchdog: Alarm?
  private var isReady = false
  private var status = ""
  private var hasReportedFault = false

  /// Returns what has stopped permanently, or nil while everything works.
  ///
  /// Called before each keep-alive, with the maximum time a frame may be pending, in microseconds.
  var fault: (Int64) -> String? = { _ in nil }

  package init(_ manager: ServiceManager, loop: EventLoop, log: Logger) {
    self.manager = manager
    self.log = log
    guard let interval = manager.watchdogMicroseconds else { return }
    watchdog = loop.makeAlarm { [unowned self] in keepAlive(interval: interval) }
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

  private func keepAlive(interval: Int64) {
    if let fault = fault(interval / 2) {
      if !hasReportedFault {
        log.error("\(fault); the service manager is expected to restart the panel")
      }
      hasReportedFault = true
    } else {
      hasReportedFault = false
      manager.keepAlive()
    }
    watchdog?.set(afterMicroseconds: interval / 3)
  }
}
