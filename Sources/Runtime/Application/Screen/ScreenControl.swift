internal import Backlight
internal import Display
internal import Gesture
internal import Layout
internal import Linux
internal import Locales
internal import Logging
internal import PanelDrawing

/// Dims, blanks and lights the screen of a running panel.
///
/// The screen is dimmed by the kernel's backlight, or by darkening the picture if there is none. A
/// monitor's backlight is too slow for that, and some wear out: it follows the brightness by day or
/// by night, and the picture is darkened for the rest.
final class ScreenControl {
  /// How the panel's picture is shown.
  enum Picture: Equatable {
    /// Shown at a brightness of 0…1; black is presented once.
    case shown(brightness: Double)
    /// Not presented: the display's contents cannot be seen.
    case unseen
  }

  /// A setting of the backlight.
  private enum Light: Equatable {
    case off
    case level(Double)
  }

  private var controller: ScreenController
  private var layout: ScreenLayout
  private let loop: EventLoop
  private let log: Logger
  private let backlightFolder: String?
  private let logindOptions: LogindOptions
  private let monitorOptions: MonitorOptions?
  private let clock: () -> WallClock
  private var alarm: Alarm?
  private var timer: WallClockTimer?
  private var backlight: KernelBacklight?
  /// Sets the backlight if the kernel denies this user access; nil until it is needed.
  private var logind: LogindBrightness?
  /// The last setting of the backlight; nil while it has its original brightness.
  private var light: Light?
  /// Whether the backlight could not be set; it is then left alone until the layout changes.
  private var hasFailed = false
  /// Whether the last search in this state found no backlight.
  private var isWithoutBacklight = false
  private var monitor: MonitorLight?
  /// How long closing the panel waits for the backlight to be restored.
  private static let endMilliseconds: Int32 = 500
  /// The last reported state.
  private var reported = ScreenState.lit

  /// The name of the display.
  var displayName: () -> String? = { nil }
  /// Called when the machine resumes from suspend.
  var onResume: () -> Void = {}

  init(
    _ layout: ScreenLayout, loop: EventLoop, log: Logger,
    backlightFolder: String?, logindOptions: LogindOptions, monitorOptions: MonitorOptions?,
    clock: @escaping () -> WallClock = { .now }
  ) {
    self.layout = layout
    self.loop = loop
    self.log = log
    self.backlightFolder = backlightFolder
    self.logindOptions = logindOptions
    self.monitorOptions = monitorOptions
    self.clock = clock
    controller = ScreenController(layout, at: loop.now)
  }

  /// Starts the timers.
  func start() {
    alarm = loop.makeAlarm { [unowned self] in controller.tick(at: loop.now) }
    do throws(SystemError) {
      timer = try WallClockTimer(loop: loop) { [unowned self] event in
        followDaytime()
        if case .resumed = event {
          controller.wake(at: loop.now)
          onResume()
        }
      }
    } catch {
      log.warning("brightness does not follow the time of day: \(error)")
    }
    followDaytime()
    controller.wake(at: loop.now)
    plan()
  }

  /// Stops the timers and restores the original brightness of the backlights.
  func close() {
    alarm?.cancel()
    timer = nil
    restoreBacklight()
    logind?.onAnswer = { _ in }
    logind?.finish(withinMilliseconds: Self.endMilliseconds)
    logind?.close()
    monitor?.close(isEnd: true)
  }

  /// Switches to the screen settings of another layout.
  func follow(_ layout: ScreenLayout) {
    guard layout != self.layout else { return }
    if layout.backlight != self.layout.backlight {
      restoreBacklight()
      (backlight, light) = (nil, nil)
      monitor?.close(isEnd: false)
      monitor = nil
    }
    self.layout = layout
    (isWithoutBacklight, hasFailed) = (false, false)
    controller.follow(layout, at: loop.now)
    followDaytime()
  }

  /// The state of the screen.
  var state: ScreenState { controller.state }
  /// Whether the screen is off.
  var isOff: Bool { controller.state == .off }
  /// The brightness while the screen is lit, 0…1; where it goes while it follows the light.
  var fullBrightness: Double { controller.steadyBrightness }
  /// The illuminance that the brightness follows, in lux; nil if it is not known.
  var lux: Double? { controller.lux }
  /// The brightness set from outside, 0…1; nil if none was set.
  var setBrightness: Double? { controller.setBrightness }

  /// Returns the part of a touch frame meant for the panel; nil if there is none.
  func filter(_ frame: TouchFrame) -> TouchFrame? { controller.filter(frame) }

  /// Returns whether an encoder event is meant for the panel.
  func filterEncoder(at time: Timestamp) -> Bool { controller.filterEncoder(at: time) }

  func wake() { controller.wake(at: loop.now) }

  func turnOff() { controller.turnOff() }

  /// Sets whether somebody is there.
  func set(isPresent: Bool) { controller.set(isPresent: isPresent, at: loop.now) }

  /// Follows a light sensor along a curve; nil for no sensor.
  func follow(_ curve: LightCurve?) { controller.follow(curve, at: loop.now) }

  /// Takes a report of the light sensor, in lux; nil if it has none.
  func set(lux: Double?) { controller.set(lux: lux, at: loop.now) }

  /// Sets the brightness until the next change by time of day, and lights the screen.
  func set(brightness: Double) {
    controller.set(brightness: brightness, at: loop.now)
  }

  /// Sets the brightness until the next change by time of day, nil for that of the layout; a screen
  /// that is off stays so.
  func dim(to brightness: Double?) { controller.dim(to: brightness) }

  /// Returns the new state if it has changed since the last call; otherwise nil.
  func takeChange() -> ScreenState? {
    guard reported != controller.state else { return nil }
    reported = controller.state
    isWithoutBacklight = false
    if reported == .lit { monitor?.retry() }
    // An idle panel's clock starts or stops.
    followDaytime()
    return reported
  }

  /// Returns how the picture is to be shown; called before it is drawn.
  func picture(canStandBy: Bool) -> Picture {
    if isOff {
      if layout.off == .dpms, canStandBy { return .unseen }
      if layout.off == .backlight, let backlight = usedBacklight, logind == nil,
        !backlight.isPowerRefused
      {
        return .unseen
      }
      return .shown(brightness: 0)
    }
    if monitor?.isUsed ?? false { return .shown(brightness: controller.dimming) }
    return .shown(brightness: usedBacklight == nil ? controller.brightness : 1)
  }

  /// Returns the content shown in place of the panel; nil while the panel is shown.
  func idle(_ locale: Locale?) -> IdleViewState? {
    controller.idleContent.map {
      IdleViewState($0, locale, atUTCSeconds: clock().utcSeconds, step: controller.shiftStep)
    }
  }

  /// The offset of the picture, as fractions of its width and height.
  var shift: (x: Double, y: Double) { controller.shift }

  /// Whether the display should be in standby.
  var standsBy: Bool { isOff && layout.off == .dpms }

  /// Sets the backlight after the picture was drawn, and schedules the next change.
  func settle() {
    plan()
    settleMonitor()
    let wanted: Double? =
      isOff ? (layout.off == .black ? controller.fullBrightness : nil) : controller.brightness
    let next = wanted.map(Light.level) ?? .off
    guard light != next, let backlight = usedBacklight else { return }
    light = next
    if let logind { return request(wanted, of: backlight, from: logind) }
    do throws(SystemError) {
      if let wanted { try backlight.light(wanted) } else { try backlight.turnOff() }
      // The lowest step may emit light: the next turn of the loop also blacks out the picture.
      if wanted == nil, backlight.isPowerRefused { alarm?.set(atMicroseconds: 0) }
    } catch {
      let refusal = error
      let logind = LogindBrightness(options: logindOptions, on: loop)
      self.logind = logind
      logind.onAnswer = { [unowned self] in answered($0, after: refusal) }
      request(wanted, of: backlight, from: logind)
      // logind cannot turn the backlight off: as above.
      alarm?.set(atMicroseconds: 0)
    }
  }

  private func request(
    _ wanted: Double?, of backlight: KernelBacklight, from logind: LogindBrightness
  ) {
    logind.set(wanted.map(backlight.step(for:)) ?? 0, of: backlight.name)
  }

  /// Handles logind's answer to a request to set the backlight.
  private func answered(_ error: LogindError?, after refusal: SystemError) {
    guard let error else { return }
    log.warning(
      """
      cannot set the backlight; the picture is darkened instead: \(refusal); give the panel's \
      user write access (\(error))
      """
    )
    // From here on there is no backlight; the next turn of the loop draws the picture accordingly.
    hasFailed = true
    alarm?.set(atMicroseconds: 0)
  }

  /// Restores the backlight's original brightness; through logind this takes a moment.
  private func restoreBacklight() {
    guard let logind else {
      backlight?.restore()
      return
    }
    if !hasFailed, let backlight, let found = backlight.brightness {
      logind.set(found, of: backlight.name)
    }
  }

  /// Searches for the monitor again, because another one may be connected.
  func displayChanged(to name: String) { monitor?.search(atOutput: name) }

  /// Sets the monitor's backlight if the layout uses it.
  private func settleMonitor() {
    guard layout.backlight == .ddc, var options = monitorOptions else { return }
    // A monitor in standby may not answer, and its brightness cannot be seen.
    guard !isOff, monitor != nil || fullBrightness != 1 else { return }
    if monitor == nil {
      options.output = displayName()
      monitor = MonitorLight(MonitorBacklight(options: options, loop: loop), log: log)
    }
    // One change, not many: each may be stored in the monitor's memory, which wears out.
    monitor?.apply(brightness: fullBrightness)
  }

  /// The backlight unless it failed; searched for at each change, as its module may load late.
  private var usedBacklight: KernelBacklight? {
    guard case .kernel(let name) = layout.backlight, !hasFailed, needsBacklight else { return nil }
    if backlight == nil, !isWithoutBacklight, let backlightFolder {
      backlight = KernelBacklight.find(named: name, in: backlightFolder)
      isWithoutBacklight = backlight == nil
      if let backlight { log.info("backlight: \(backlight.name), \(backlight.maximum) steps") }
    }
    return backlight
  }

  /// False while the screen keeps its original brightness.
  private var needsBacklight: Bool {
    light != nil || controller.brightness != 1 || isOff && layout.off == .backlight
  }

  private func plan() {
    alarm?.set(atMicroseconds: controller.nextWake?.microseconds)
  }

  private func followDaytime() {
    timer?.set(atUTCSeconds: controller.follow(clock()))
  }
}

extension WallClock {
  /// The machine's current time of day.
  fileprivate static var now: WallClock {
    WallClock(
      utcSeconds: WallClockTimer.utcSeconds,
      offsetSeconds: WallClockTimer.offsetSeconds(atUTCSeconds:))
  }
}
