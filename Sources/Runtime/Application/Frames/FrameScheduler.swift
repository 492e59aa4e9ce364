internal import Display
internal import Gesture
internal import Linux
internal import Logging
internal import Program
internal import Raster

/// Draws and presents a frame when the display accepts one, as late before its refresh as is safe.
///
/// Sets no alarm while there is nothing to draw.
final class FrameScheduler {
  private let display: any DisplayOutput
  private let loop: EventLoop
  private let alarm: Alarm
  private var pacer = FramePacer(periodMicroseconds: nil)
  private var latency: LatencyLog?
  /// Figures that are counted at any log level.
  private(set) var figures = FrameFigures()
  private let log: Logger
  /// When a display that is showing began to refuse a pending frame; nil if it does not.
  private var stallStart: Int64?
  /// True once a frame of the current layout has been presented.
  private var hasShownLayout = false

  init(_ display: any DisplayOutput, loop: EventLoop, log: Logger) {
    self.display = display
    self.loop = loop
    self.log = log
    // The alarm only has to wake the loop: `presentIfDue` runs after every wake-up.
    alarm = loop.makeAlarm {}
    if log.logLevel <= .debug { latency = LatencyLog { log.debug("\($0)") } }
  }

  /// Cancels the alarm; nothing is presented from then on.
  func close() {
    alarm.cancel()
  }

  /// Notes that the next frame is the first of another layout; that frame is logged.
  func layoutChanged() {
    hasShownLayout = false
  }

  /// Notes that a touch sample with this time is about to be handled.
  func sampled(at moment: Timestamp) {
    figures.sampled(atMicroseconds: moment.microseconds)
    latency?.sampled(atMicroseconds: moment.microseconds)
  }

  /// Notes that the last frame became visible.
  func shown(atMicroseconds moment: Int64?) {
    pacer.didShow(atMicroseconds: moment)
    latency?.shown(atMicroseconds: moment)
  }

  /// When a frame drawn now becomes visible; nil if unknown.
  var nextShown: Timestamp? {
    pacer.predictedShowTime(ofFrameDrawnAt: loop.nowMicroseconds).map(Timestamp.init(microseconds:))
  }

  /// How long a display that is showing has not taken a pending frame.
  ///
  /// A display without a fixed refresh period may request no frame for hours, which does not count.
  var stallMicroseconds: Int64 { stallStart.map { loop.nowMicroseconds - $0 } ?? 0 }

  /// Presents nothing, because it would not be visible.
  func rest() {
    stallStart = nil
    alarm.set(atMicroseconds: nil)
  }

  /// Draws and presents the changes, or sets the alarm for when they are due.
  func presentIfDue(for scene: PanelScene) {
    guard scene.needsDrawing, display.isReady else {
      let isStuck = scene.needsDrawing && display.isShowing && display.periodMicroseconds != nil
      stallStart = isStuck ? stallStart ?? loop.nowMicroseconds : nil
      return alarm.set(atMicroseconds: nil)
    }
    stallStart = nil
    let start = loop.nowMicroseconds
    pacer.periodMicroseconds = display.periodMicroseconds
    let due = pacer.due(at: start)
    guard due <= start else { return alarm.set(atMicroseconds: due) }
    alarm.set(atMicroseconds: nil)
    let damage = scene.draw()
    display.present(scene.shownFrame, damage: damage, rotation: scene.rotation)
    let end = loop.nowMicroseconds
    loop.exclude(microseconds: end - start)
    pacer.didDraw(from: start, to: end)
    figures.committed(from: start, to: end)
    latency?.committed(from: start, to: end)
    if !hasShownLayout {
      let size = scene.frame.size
      log.debug("\(FirstFrame(width: size.width, height: size.height))")
    }
    hasShownLayout = true
  }
}
