/// What is known of the target that a button sets.
struct SendTarget: Equatable {
  enum State {
    /// The button drives nothing, as in a recording that is replayed; what it sends is believed.
    case none
    /// The target has not been reached yet.
    case awaited
    /// The target is there.
    case connected
    case lost
  }

  private(set) var state = State.none
  /// True while the target says 1, or was set to it.
  private(set) var isOn = false
  /// What a press that lasts still owes its target.
  private(set) var release = Release.none

  /// The 0 that follows the 1 of a press that lasts.
  enum Release {
    case none
    /// Sent when the press ends.
    case later
    /// The press has ended while the target could not be set: sent as soon as it can.
    case due
  }

  /// Whether a press can be sent.
  var canBeSet: Bool { state == .none || state == .connected }

  mutating func await(isReachable: Bool) {
    state = isReachable ? .connected : .awaited
    isOn = false
  }

  mutating func report(_ level: Double) {
    state = .connected
    isOn = level >= 0.5
  }

  mutating func lose() {
    state = .lost
    isOn = false
  }

  /// Notes what was sent, which is shown until the target says otherwise.
  mutating func set(isOn: Bool) { self.isOn = isOn }

  /// Notes that 1 was sent for a press that lasts.
  mutating func press() {
    isOn = true
    release = .later
  }

  /// Notes that the press has ended; what is owed is due from now on.
  mutating func endPress() {
    if release == .later { release = .due }
  }

  /// True if 0 has to be sent now, which is noted as done.
  mutating func takeRelease() -> Bool {
    guard release == .due, canBeSet else { return false }
    release = .none
    isOn = false
    return true
  }
}
