internal import Layout

/// A control that would start programs, on a panel that may not start any.
final class RefusedControl: Control {
  let name = "a program"
  var onEvent: (ControlEvent) -> Void = { _ in }

  func start() {
    onEvent(.offline(reason: "this panel starts no programs; see --no-commands"))
  }

  func open() {}
  func set(level: Double, isFinal: Bool) {}
  func stop() {}
}

/// Makes the controls of a back end that may not be used.
final class RefusingFactory<Settings: ControlSettings>: ControlFactory {
  func makeControl(_ settings: Settings) -> any Control { RefusedControl() }
}
