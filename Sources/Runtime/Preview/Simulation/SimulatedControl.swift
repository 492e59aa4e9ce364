internal import Controls
internal import Layout

/// The control of a knob whose target is simulated.
final class SimulatedControl: Control {
  let name: String
  let target: SimulatedTarget
  var onEvent: (ControlEvent) -> Void = { _ in }
  private var isStarted = false

  /// - Parameters:
  ///   - name: The name of the real control.
  ///   - target: The target that it drives.
  init(name: String, target: SimulatedTarget) {
    self.name = name
    self.target = target
    target.add(self)
  }

  func open() throws {}

  func start() {
    isStarted = true
    report(target.state)
  }

  func set(level: Double, isFinal: Bool) {
    if isStarted { target.request(level, by: self) }
  }

  /// Does nothing: a simulated target accepts every code.
  func send(code: TypedCode) -> Bool { isStarted }

  func stop() { isStarted = false }

  /// Reports an event of the target to its knob.
  func report(_ event: ControlEvent) {
    if isStarted { onEvent(event) }
  }
}
