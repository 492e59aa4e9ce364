internal import Display
internal import Gesture
internal import Linux
internal import Logging
internal import Program
internal import Raster

/// Draws and presents when a display can take a frame, as late before its refresh as is safe.
///
/// With nothing to draw it sets no alarm.
final class FrameScheduler {
  private let display: any Display
  private let alarm: Alarm
  private var pacer = FramePacer(periodMicroseconds: nil)
  private var latency: LatencyLog?
  private let log: Logger
  /// True once a frame of the current layout was handed over.
  private var hasShownLayout = false

  init(_ display: any Display, loop: EventLoop, log: Logger) {
    self.display = display
    self.log = log
    // Whatever wakes the loop, `open` comes next.
    alarm = loop.makeAlarm {}
    if log.logLevel <= .debug { latency = LatencyLog { log.debug("\($0)") } }
  }

  /// Ends it for good.
  func close() {
    alarm.cancel()
  }

  /// Notes that the stage has another layout, whose first frame is to be logged.
  func layoutChanged() {
    hasShownLayout = false
  }

  /// Notes that a finger's sample of that moment is about to be handled.
  func sampled(at moment: Timestamp) {
    latency?.sampled(atMicroseconds: moment.microseconds)
  }

  /// Notes that the last frame became visible.
  func shown(atMicroseconds moment: Int64?) {
    pacer.shown(atMicroseconds: moment)
    latency?.shown(atMicroseconds: moment)
  }

  /// Shows what changed, or sets the alarm for when it is time to.
  func open(for stage: Stage) {
    guard stage.needsDrawing, display.isReady else { return alarm.set(atMicroseconds: nil) }
    let start = MonotonicClock.microseconds
    pacer.periodMicroseconds = display.periodMicroseconds
    let due = pacer.due(at: start)
    guard due <= start else { return alarm.set(atMicroseconds: due) }
    alarm.set(atMicroseconds: nil)
    let damage = stage.draw()
    display.present(stage.frame, damage: damage, rotation: stage.rotation)
    let end = MonotonicClock.microseconds
    pacer.drew(from: start, to: end)
    latency?.committed(from: start, to: end)
    if !hasShownLayout {
      let size = stage.frame.size
      log.debug("\(FirstFrame(width: size.width, height: size.height))")
    }
    hasShownLayout = true
  }
}
