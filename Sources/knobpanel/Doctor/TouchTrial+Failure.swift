extension TouchTrial.Failure: CustomStringConvertible {
  /// What happened and what to do, in one line.
  var description: String {
    switch self {
    case .nobodyTouched(let seconds):
      "nobody touched the screen for \(seconds) s; if somebody did, see what `knobpanel devices` "
        + "says of touchscreens"
    case .fit(let failure): "\(failure)"
    }
  }
}

extension TouchTrialRun.Interruption: CustomStringConvertible {
  /// What happened and what to do, in one line.
  var description: String {
    switch self {
    case .signal: "ended by a signal before everything was touched; run this again"
    case .paused(let reason): "the display is gone (\(reason)); run this again"
    case .changed: "the display changed its size meanwhile; run this again"
    }
  }
}
