internal import Controls
package import Layout
internal import Linux
internal import Logging
internal import Panel

/// The reported states of the targets.
extension Application {
  /// Returns the last reported state of an item's target; `awaited` for an item without a control.
  package func state(of item: ControlItem) -> ControlState {
    controls[item].flatMap { controlStates[ObjectIdentifier($0)] } ?? .awaited
  }

  /// Returns the followers of an item's control that cannot be set, with the reasons.
  func lostFollowers(of item: ControlItem) -> [(name: String, reason: String)] {
    controls[item].flatMap { lostFollowers[ObjectIdentifier($0)] } ?? []
  }

  /// Lets the layout be read again if it leaves out what a knob's target says.
  func describe(_ item: ControlItem, _ description: KnobDescription) {
    if case .knob(let index) = item { reloader?.describe(layout.knobs[index], as: description) }
  }

  /// Logs the loss and the return of a follower, and reports them as panel events.
  func note(_ name: String, _ reason: String?, followerOf item: ControlItem) {
    guard let control = controls[item] else { return }
    let key = ObjectIdentifier(control)
    lostFollowers[key, default: []].removeAll { $0.name == name }
    if let reason { lostFollowers[key, default: []].append((name, reason)) }
    let id = scene.layout.id(of: item)
    if let reason {
      log.warning("\(id): follower \(name): \(reason)")
    } else {
      log.notice("\(id): follower \(name): connected")
    }
    scene.panel.report(
      ControlStateEvent(time: loop.now, item: item, reason: reason, follower: name))
  }

  /// The items of the layout that have a control, with the control's name.
  package var controlledItems: [(item: ControlItem, name: String)] {
    controls.all.map { ($0.item, $0.control.name) }
  }

  /// Logs the loss and the return of a target, and reports them as panel events.
  func note(_ state: ControlState, of control: any Control, _ item: ControlItem) {
    let key = ObjectIdentifier(control)
    let before = controlStates[key] ?? .awaited
    guard state != before else { return }
    controlStates[key] = state
    let id = scene.layout.id(of: item)
    if let reason = state.reason {
      log.warning("\(id): \(reason)")
    } else if before == .awaited {
      log.debug("\(id): connected")
    } else {
      log.notice("\(id): connected")
    }
    // The first connection after the start is not an event.
    guard state.reason != nil || before != .awaited else { return }
    scene.panel.report(
      ControlStateEvent(
        time: loop.now, item: item, reason: state.reason, isReachable: state.isReachable))
  }
}
