extension TouchTrial.Failure: CustomStringConvertible {
  /// What happened and what to do, in one line.
  var description: String {
    switch self {
    case .noTouch(let seconds):
      "no touch arrived for \(seconds) s; if somebody touched the screen, see the touchscreens in "
        + "`knobpanel devices`"
    case .fit(let failure): "\(failure)"
    }
  }
}

extension TouchTrialRun.Interruption: CustomStringConvertible {
  /// What happened and what to do, in one line.
  var description: String {
    switch self {
    case .signal: "ended by a signal before all targets were touched; run this again"
    case .paused(let reason): "the display is gone (\(reason)); run this again"
    case .changed: "the display's size changed during the test; run this again"
    }
  }
}
