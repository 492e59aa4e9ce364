/// The known state of the target that a button sets.
struct SendTarget: Equatable {
  private(set) var state = TargetState.none
  /// Whether the target reports 1, or was set to 1.
  private(set) var isOn = false
  /// Whether it has ever reported 1; a target without a state never does.
  private(set) var hasBeenOn = false
  /// What the current press still has to send.
  private(set) var release = Release.none

  /// The 0 that follows the 1 of a momentary press.
  enum Release {
    case none
    /// Sent when the press ends.
    case later
    /// The press ended while the target was unavailable; 0 is sent once it is available.
    case due
  }

  /// Whether a press can be sent.
  var canBeSet: Bool { state.refusal == nil }

  mutating func await(isReachable: Bool) {
    state = isReachable ? .connected : .awaited
    isOn = false
  }

  mutating func report(_ level: Double) {
    state = .connected
    isOn = level >= 0.5
    if isOn { hasBeenOn = true }
  }

  mutating func lose() {
    state = .lost
    isOn = false
  }

  /// Records the value sent, which is shown until the target reports another one.
  mutating func set(isOn: Bool) { self.isOn = isOn }

  /// Records that 1 was sent for a momentary press.
  mutating func press() {
    isOn = true
    release = .later
  }

  /// Records the end of the press; 0 is due if 1 was sent.
  mutating func endPress() {
    if release == .later { release = .due }
  }

  /// Returns whether 0 has to be sent now, and records it as sent.
  mutating func takeRelease() -> Bool {
    guard release == .due, canBeSet else { return false }
    release = .none
    isOn = false
    return true
  }
}
