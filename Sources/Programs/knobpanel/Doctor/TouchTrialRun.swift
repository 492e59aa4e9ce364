internal import Backlight
internal import Display
internal import Gesture
internal import Layout
internal import Linux
internal import PanelApplication
internal import Raster
internal import Touch

/// Runs a trial on a display with a touch source.
final class TouchTrialRun {
  /// Why it ended before the trial did.
  enum Interruption: Equatable, CustomStringConvertible {
    case signal
    /// The display no longer shows anything, for this reason.
    case paused(String)
    /// The display's size changed, so that the targets are at other positions.
    case changed

    /// What happened and what to do, in one line.
    var description: String {
      switch self {
      case .signal: "ended by a signal before all targets were touched; run this again"
      case .paused(let reason): "the display is gone (\(reason)); run this again"
      case .changed: "the display's size changed during the test; run this again"
      }
    }
  }

  private(set) var trial: TouchTrial
  private(set) var interruption: Interruption?
  /// Notes on ways that do not work.
  private(set) var notes: [String] = []

  private let display: any DisplayOutput
  private let touch: any TouchSource
  private let backlight: KernelBacklight?
  private let picture: TrialPicture
  private let loop: EventLoop
  private let size: PixelSize
  private var shown: TouchTrial.Step?
  private var needsPresent = true
  private var alarm: Alarm?

  /// Creates a trial on a display; returns nil if there is not enough memory.
  ///
  /// - Parameters:
  ///   - display: The display, which the caller closes.
  ///   - touch: The touch source, not started yet.
  ///   - backlight: The kernel's backlight of the display; nil if there is none.
  ///   - typesetter: Sets the texts.
  ///   - seconds: How long to wait for a touch.
  ///   - loop: The event loop.
  init?(
    display: any DisplayOutput, touch: any TouchSource, backlight: KernelBacklight?,
    typesetter: any Typesetter, seconds: Int, loop: EventLoop
  ) {
    guard
      let picture = TrialPicture(
        displaySize: display.size, rotation: display.orientation, typesetter: typesetter)
    else { return nil }
    let ways: [ScreenLayout.Off] =
      (backlight == nil ? [] : [.backlight]) + (display.canStandBy ? [.dpms] : [])
    trial = TouchTrial(
      targets: picture.targets, edges: picture.edges, ways: ways, seconds: seconds, at: loop.now)
    (self.display, self.touch, self.backlight) = (display, touch, backlight)
    (self.picture, self.loop, size) = (picture, loop, display.size)
  }

  /// Runs until the trial or the loop ends, then restores the backlight.
  ///
  /// - Throws: The error of starting touch input, or of the loop.
  func run() throws {
    let alarm = loop.makeAlarm { [unowned self] in
      trial.tick(at: loop.now)
      follow()
    }
    self.alarm = alarm
    display.onEvent = { [unowned self] event in handle(event) }
    touch.onFrame = { [unowned self] frame in
      trial.handle(frame, at: loop.now)
      follow()
    }
    defer {
      alarm.cancel()
      display.onEvent = { _ in }
      touch.onFrame = { _ in }
      backlight?.restore()
    }
    try touch.start()
    follow()
    if !isAtEnd { try loop.run() }
  }

  /// Interrupts the trial.
  func interrupt(_ cause: Interruption) {
    if interruption == nil { interruption = cause }
    loop.stop()
  }

  private var isAtEnd: Bool {
    switch trial.step {
    case .finished, .failed: true
    case .target, .uppermost, .announcement, .dark: false
    }
  }

  private func handle(_ event: DisplayEvent) {
    switch event {
    case .ready: present()
    case .startedShowing: break
    case .lostContents:
      if trial.step == .dark(.dpms), !display.canStandBy {
        notes.append("dpms: the card cannot send the screen to standby")
        trial.skip(.dpms, at: loop.now)
      }
      needsPresent = true
      follow()
    case .changed:
      if display.size == size {
        needsPresent = true
        present()
      } else {
        interrupt(.changed)
      }
    case .paused(let reason): interrupt(.paused(reason))
    }
  }

  /// Shows the current step of the trial.
  private func follow() {
    // A way that does not work leads to the next step immediately.
    while shown != trial.step {
      let last = shown
      shown = trial.step
      if last == .dark(.backlight) { backlight?.restore() }
      if case .dark(let way) = trial.step { darken(by: way) } else { drawStep() }
    }
    alarm?.set(atMicroseconds: trial.deadline.microseconds)
    if isAtEnd { loop.stop() } else { present() }
  }

  private func drawStep() {
    picture.draw(trial.step)
    needsPresent = true
  }

  private func darken(by way: ScreenLayout.Off) {
    switch way {
    case .backlight:
      do throws(SystemError) {
        try backlight?.turnOff()
      } catch {
        notes.append("backlight: cannot be switched off: \(error)")
        trial.skip(.backlight, at: loop.now)
      }
    case .dpms: display.standBy()
    case .black: drawStep()
    }
  }

  /// Presents the picture, except in standby, where a frame would light the screen.
  private func present() {
    guard needsPresent, display.isReady, trial.step != .dark(.dpms) else { return }
    needsPresent = false
    display.present(
      picture.pixels, damage: Damage(picture.pixels.size.bounds), rotation: display.orientation)
  }
}
