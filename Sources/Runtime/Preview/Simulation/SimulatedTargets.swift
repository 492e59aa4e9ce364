internal import Controls
internal import JSON
internal import Knobs
internal import Layout
internal import Linux
internal import PanelApplication

/// Creates the simulated controls of a layout; knobs with the same control share a target.
final class SimulatedTargets {
  /// Called when a target has changed.
  var onChange: () -> Void = {}

  private let loop: EventLoop
  /// Used only for the names of real controls.
  private let factories: ControlFactories
  private var targets: [ControlLayout: WeakTarget] = [:]

  private struct WeakTarget {
    weak var target: SimulatedTarget?
  }

  init(loop: EventLoop) {
    self.loop = loop
    factories = ControlRegistry.standard.makeFactories(on: loop)
  }

  /// Creates a control for an item, whose target starts with the layout's value; nil for what the
  /// panel as a whole reads: a simulated number is no language, person, light or message.
  func makeControl(for item: ControlledItem) -> (any Control)? {
    switch item.item {
    case .knob, .reading, .label, .button: break
    case .language, .presence, .light, .messages, .condition: return nil
    }
    guard let real = factories.makeControl(item.control) else { return nil }
    return SimulatedControl(name: real.name, target: target(of: item.control, level: item.level))
  }

  private func target(of control: ControlLayout, level: Double) -> SimulatedTarget {
    if let known = targets[control]?.target { return known }
    let target = SimulatedTarget(level: level, loop: loop)
    target.onChange = { [unowned self] in onChange() }
    targets = targets.filter { $0.value.target != nil }
    targets[control] = WeakTarget(target: target)
    return target
  }

  /// Returns the target of a knob; nil if it has none.
  func target(of knob: KnobLayout) -> SimulatedTarget? {
    knob.control.flatMap { targets[$0]?.target }
  }

  /// Returns the message of type `simulation`.
  func json(of layout: LayoutDocument) -> JSONValue {
    let knobs = layout.knobs.compactMap { knob in
      target(of: knob).map { target -> JSONValue in
        let behavior = target.behavior
        return [
          "knob": .string(knob.id), "level": .number(target.level),
          "delay": .number(Double(behavior.delayMilliseconds)),
          "steps": .number(Double(behavior.stepCount)), "loss": .number(behavior.loss),
          "online": .bool(behavior.isOnline),
        ]
      }
    }
    return ["type": "simulation", "knobs": .array(knobs)]
  }
}
