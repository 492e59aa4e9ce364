internal import DDC
internal import Display
internal import Gesture
internal import Layout
internal import Linux
internal import Logging
internal import Logind
internal import PanelDrawing
internal import Screen

/// Dims, blanks and lights the screen of a running panel.
///
/// What dims it is the kernel's backlight, or the picture itself where there is none. The backlight of
/// a monitor is too slow for that, and some wear out: it is as bright as the screen is by day or by
/// night, and the picture does the rest.
final class ScreenControl {
  /// What is shown of the panel's picture.
  enum Picture: Equatable {
    /// All of it, at a brightness of 0…1; black is shown once.
    case shown(brightness: Double)
    /// None: what is on the display cannot be seen.
    case unseen
  }

  private var controller: ScreenController
  private var layout: ScreenLayout
  private let loop: EventLoop
  private let log: Logger
  private let backlightFolder: String?
  private let logindPlace: LogindPlace
  private let monitorPlace: MonitorPlace?
  private let clock: () -> WallClock
  private var alarm: Alarm?
  private var timer: WallClockTimer?
  private var backlight: Backlight?
  /// Sets the backlight where the kernel does not let this user; nil until it is needed.
  private var logind: LogindBrightness?
  /// What the backlight was last set to, nil for off; unset while it is as it was found.
  private var light: Double??
  /// Whether the backlight could not be set; it is left alone until another layout is shown.
  private var hasFailed = false
  /// Whether there was none when it was looked for in this state.
  private var isWithoutBacklight = false
  private var monitor: MonitorLight?
  /// How long the panel waits at its end until the backlight is as it was found.
  private static let endMilliseconds: Int32 = 500
  /// What was told last.
  private var told = ScreenState.lit

  /// What the display is called.
  var displayName: () -> String? = { nil }
  /// Called when the machine was suspended and runs again.
  var onResume: () -> Void = {}

  init(
    _ layout: ScreenLayout, loop: EventLoop, log: Logger,
    backlightFolder: String?, logindPlace: LogindPlace, monitorPlace: MonitorPlace?,
    clock: @escaping () -> WallClock = { .now }
  ) {
    self.layout = layout
    self.loop = loop
    self.log = log
    self.backlightFolder = backlightFolder
    self.logindPlace = logindPlace
    self.monitorPlace = monitorPlace
    self.clock = clock
    controller = ScreenController(layout, at: loop.now)
  }

  /// Begins to take time into account.
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

  /// Leaves the backlight as it was found.
  func close() {
    alarm?.cancel()
    timer = nil
    restoreBacklight()
    logind?.onAnswer = { _ in }
    logind?.finish(withinMilliseconds: Self.endMilliseconds)
    logind?.close()
    monitor?.close(isEnd: true)
  }

  /// Goes on with the screen of another layout.
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

  /// How the screen is.
  var state: ScreenState { controller.state }
  /// True while it is off.
  var isOff: Bool { controller.state == .off }
  /// 0…1 while it is lit.
  var fullBrightness: Double { controller.fullBrightness }
  /// What was set from outside, 0…1; nil for nothing.
  var setBrightness: Double? { controller.setBrightness }

  /// What the panel shall know of a frame; nil for nothing.
  func filter(_ frame: TouchFrame) -> TouchFrame? { controller.filter(frame) }

  /// Whether an encoder acts.
  func filterEncoder(at time: Timestamp) -> Bool { controller.filterEncoder(at: time) }

  func wake() { controller.wake(at: loop.now) }

  func turnOff() { controller.turnOff() }

  /// Sets the brightness until it changes by the time of day, and lights the screen.
  func set(brightness: Double) {
    controller.set(brightness: brightness, at: loop.now)
  }

  /// The change since the last call, for those who are told; nil if there is none.
  func takeChange() -> ScreenState? {
    guard told != controller.state else { return nil }
    told = controller.state
    isWithoutBacklight = false
    if told == .lit { monitor?.retry() }
    // The clock of an idle panel begins or ends.
    followDaytime()
    return told
  }

  /// How the picture is to be shown, before it is drawn.
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

  /// What is shown in place of the panel; nil while the panel is.
  var idle: IdleViewState? {
    controller.idleContent.map {
      IdleViewState($0, atUTCSeconds: clock().utcSeconds, step: controller.shiftStep)
    }
  }

  /// Where the picture is shown, as fractions of its width and height.
  var shift: (x: Double, y: Double) { controller.shift }

  /// Whether the display is to stand by.
  var standsBy: Bool { isOff && layout.off == .dpms }

  /// Sets the backlight, after the picture was drawn, and plans the next change.
  func settle() {
    plan()
    settleMonitor()
    let wanted: Double? =
      isOff ? (layout.off == .black ? fullBrightness : nil) : controller.brightness
    guard light != .some(wanted), let backlight = usedBacklight else { return }
    light = .some(wanted)
    if let logind { return set(wanted, of: backlight, by: logind) }
    do throws(SystemError) {
      if let wanted { try backlight.light(wanted) } else { try backlight.turnOff() }
      // The lowest step may be light: the picture is black as well, on the next turn of the loop.
      if wanted == nil, backlight.isPowerRefused { alarm?.set(atMicroseconds: 0) }
    } catch {
      let refusal = error
      let logind = LogindBrightness(at: logindPlace, on: loop)
      self.logind = logind
      logind.onAnswer = { [unowned self] in answered($0, after: refusal) }
      set(wanted, of: backlight, by: logind)
      // logind sets no power: as above.
      alarm?.set(atMicroseconds: 0)
    }
  }

  private func set(_ wanted: Double?, of backlight: Backlight, by logind: LogindBrightness) {
    logind.set(wanted.map(backlight.step(for:)) ?? 0, of: backlight.name)
  }

  /// logind has set the backlight, or has not.
  private func answered(_ error: LogindError?, after refusal: SystemError) {
    guard let error else { return }
    log.warning(
      "the backlight cannot be set, and the picture is darkened instead: \(refusal); let the user of the panel write to it (\(error))"
    )
    // From here on there is none. On the next turn of the loop the picture is drawn for that.
    hasFailed = true
    alarm?.set(atMicroseconds: 0)
  }

  /// Sets the backlight as it was found; by logind that takes a moment.
  private func restoreBacklight() {
    guard let logind else { return backlight?.restore() ?? () }
    if !hasFailed, let backlight, let found = backlight.brightness {
      logind.set(found, of: backlight.name)
    }
  }

  /// Another monitor may be connected.
  func displayChanged(to name: String) { monitor?.look(at: name) }

  /// Sets the backlight of the monitor, if that is the layout's.
  private func settleMonitor() {
    guard layout.backlight == .ddc, var place = monitorPlace else { return }
    // A monitor in standby may not answer, and there is nothing to see.
    guard !isOff, monitor != nil || controller.fullBrightness != 1 else { return }
    if monitor == nil {
      place.output = displayName()
      monitor = MonitorLight(MonitorBacklight(at: place, loop: loop), log: log)
    }
    monitor?.set(controller.fullBrightness)
  }

  /// The backlight unless it has failed; looked for at each change, as its module may load late.
  private var usedBacklight: Backlight? {
    guard case .kernel(let name) = layout.backlight, !hasFailed, needsBacklight else { return nil }
    if backlight == nil, !isWithoutBacklight, let backlightFolder {
      backlight = Backlight.find(named: name, in: backlightFolder)
      isWithoutBacklight = backlight == nil
      if let backlight { log.info("backlight: \(backlight.name), \(backlight.maximum) steps") }
    }
    return backlight
  }

  /// False for a screen that is to stay as it was found.
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
  /// The time of day at this machine.
  fileprivate static var now: WallClock {
    WallClock(
      utcSeconds: WallClockTimer.utcSeconds,
      offsetSeconds: WallClockTimer.offsetSeconds(atUTCSeconds:))
  }
}
