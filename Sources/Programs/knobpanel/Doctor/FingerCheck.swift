internal import Backlight
internal import Display
internal import Linux
internal import Logging
internal import PanelApplication
internal import Program
internal import Text
internal import Touch

/// Runs the whole touch trial on this console's display.
struct FingerCheck {
  /// The trial as far as it got; nil if nothing could be shown.
  private(set) var trial: TouchTrial?
  /// The findings; nil if nothing could be shown.
  private(set) var report: TouchReport?
  /// Why it failed; nil if it succeeded.
  private(set) var problem: Problem?

  /// Opens the display and the touchscreens, and releases them at the end.
  ///
  /// - Parameters:
  ///   - output: The output to show it on; nil for the first with a screen.
  ///   - card: The card; nil for the first with a screen.
  ///   - seat: The seat whose devices are used, and the service that opens them.
  ///   - seconds: How long to wait for a touch.
  ///   - backlightName: The backlight that can be set; nil if there is none.
  /// - Throws: If no event loop can be created.
  init(
    output: String?, card: String?, seat: SeatArguments, seconds: Int, backlightName: String?
  ) throws {
    let log = makeLog(verbose: false)
    let loop = try EventLoop()
    Signals.ignore([Signals.user1, Signals.user2])
    let signals = try Signals([Signals.terminate, Signals.interrupt, Signals.hangUp])
    var options = KMSOptions()
    options.card = card
    options.connector = output
    options.seat = seat.name
    options.warn = { log.warning("\($0)") }
    let display: KMSDisplay
    do {
      options.session = try seat.openSession(on: loop, log: log)
      display = try KMSDisplay.open(options, on: loop)
    } catch let error as DisplayError {
      var advice = ""
      if case .busy = error { advice = "If it is a panel: sudo systemctl stop knobpanel" }
      problem = Problem("cannot show targets: \(error)", advice: advice)
      return
    }
    // Release the console even after an error.
    defer { display.close() }
    let touch = LibinputSource(seat: seat.name, access: display.access, loop: loop)
    guard
      let run = TouchTrialRun(
        display: display, touch: touch,
        backlight: backlightName.flatMap { KernelBacklight.find(named: $0) },
        typesetter: Files.typesetter, seconds: seconds, loop: loop)
    else {
      problem = Problem("not enough memory for a picture")
      return
    }
    try loop.watch(signals.descriptor, for: .readable) { [unowned run] _ in
      while signals.next() != nil { run.interrupt(.signal) }
    }
    defer { loop.unwatch(signals.descriptor) }
    do {
      try withExtendedLifetime(run) { try run.run() }
    } catch let error as TouchError {
      problem = Problem("\(error)")
      return
    }
    trial = run.trial
    report = TouchReport(
      run.trial, device: touch.devices.first { $0.number == run.trial.device }?.device,
      output: display.name, scanout: display.scanoutDescription, notes: run.notes)
    if let interruption = run.interruption {
      problem = Problem("\(interruption)")
    } else if case .failed(let failure) = run.trial.step {
      problem = Problem("\(touch.accessError.map { "\($0)" } ?? "\(failure)")")
    }
  }
}
