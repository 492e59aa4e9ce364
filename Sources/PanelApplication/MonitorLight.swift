internal import DDC
internal import Logging

/// The backlight of a monitor, and whether the picture may rely on it.
final class MonitorLight {
  /// Whether it has taken a brightness; until then, and after it has failed, the picture is darkened.
  private(set) var isUsed = false

  private let backlight: MonitorBacklight
  private let log: Logger
  /// Whether the last value could not be set.
  private var hasFailed = false
  /// What was told to be wrong, and is until it is used.
  private var toldFailure: DDCError?

  init(_ backlight: MonitorBacklight, log: Logger) {
    (self.backlight, self.log) = (backlight, log)
    backlight.onEvent = { [unowned self] event in handle(event) }
  }

  /// Sets its brightness, 0…1, if that is another one than before.
  func set(_ brightness: Double) {
    guard backlight.wanted != brightness else { return }
    hasFailed = false
    backlight.set(brightness)
  }

  /// Looks for the monitor anew, as another one may be connected to that output.
  func look(at output: String) { backlight.look(at: output) }

  /// Tries it again if it has failed.
  func retry() {
    guard hasFailed else { return }
    hasFailed = false
    backlight.lookAgain()
  }

  /// Leaves it as it was found.
  func close(isEnd: Bool) { backlight.close(isEnd: isEnd) }

  private func handle(_ event: MonitorBacklight.Event) {
    switch event {
    case .found(let name, let maximum):
      log.info("backlight: \(name) by DDC/CI, \(maximum) steps")
    case .settled:
      isUsed = true
      toldFailure = nil
    case .failed(let error):
      (isUsed, hasFailed) = (false, true)
      guard toldFailure != error else { return }
      toldFailure = error
      log.warning(
        "the backlight of the monitor cannot be set, and the picture is darkened instead: \(error)")
    }
  }
}
