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
}
