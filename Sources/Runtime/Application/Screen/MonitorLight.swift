internal import Backlight
internal import Logging

/// A monitor's backlight, and whether it takes effect.
final class MonitorLight {
  /// Whether a brightness was set; until then, and after an error, the picture is darkened.
  private(set) var isUsed = false

  private let backlight: MonitorBacklight
  private let log: Logger
  /// Whether the last value could not be set.
  private var hasFailed = false
  /// The last logged error; nil once the backlight works again.
  private var reportedFailure: DDCError?

  init(_ backlight: MonitorBacklight, log: Logger) {
    (self.backlight, self.log) = (backlight, log)
    backlight.onEvent = { [unowned self] event in handle(event) }
  }

  /// Sets the brightness, 0…1, if it changed.
  func apply(brightness: Double) {
    guard backlight.wanted != brightness else { return }
    hasFailed = false
    backlight.set(brightness)
  }

  /// Searches for the monitor again, because another one may be connected to the output.
  func search(atOutput output: String) { backlight.search(atOutput: output) }

  /// Retries after an error.
  func retry() {
    guard hasFailed else { return }
    hasFailed = false
    backlight.searchAgain()
  }

  /// Restores the original brightness.
  func close(isEnd: Bool) { backlight.close(isEnd: isEnd) }

  private func handle(_ event: MonitorBacklight.Event) {
    switch event {
    case .found(let name, let maximum):
      log.info("backlight: \(name) by DDC/CI, \(maximum) steps")
    case .settled:
      isUsed = true
      reportedFailure = nil
    case .failed(let error):
      (isUsed, hasFailed) = (false, true)
      guard reportedFailure != error else { return }
      reportedFailure = error
      log.warning(
        "cannot set the backlight of the monitor; the picture is darkened instead: \(error)")
    }
  }
}
