public import Gesture
internal import Knobs
internal import Layout

/// Requests from programs: over the panel's socket, and from Home Assistant over MQTT.
///
/// | # | item | request | result |
/// |---|---|---|---|
/// | 1 | knob | a value | goes there within its range, steps and limit, `remote`, control request |
/// | 2 | knob, held | a value | refused; the finger continues |
/// | 3 | knob, unknown, offline, disabled, read-only | a value | refused |
/// | 4 | knob, locked by `tap`, `hold` or `pin` | a value | as 1: programs with access to the socket are trusted |
/// | 5 | button | press | `pressed`, it acts, `released`, as with a finger; `momentary` acts and restores |
/// | 6 | button, pressed by a finger | press | refused |
/// | 7 | button, disabled, or none of its targets can be set | press | refused |
/// | 8 | page | show | slides into view, even if locked |
extension PanelController {
  /// Sets a knob on behalf of a program.
  ///
  /// - Parameters:
  ///   - value: In the knob's unit; limited to its range and its limit.
  ///   - index: Index of the knob in the layout.
  ///   - time: When it was requested.
  /// - Returns: The resulting value of the knob.
  /// - Throws: A `RemoteRefusal` if the knob cannot be set now.
  @discardableResult
  public func setRemotely(_ value: Double, ofKnob index: Int, at time: Timestamp)
    throws(RemoteRefusal) -> Double
  {
    now = time
    let knob = knobs[index]
    if let refusal = knob.refusal { throw refusal }
    knob.setRemotely(value)
    applyEffects()
    return knob.knob.value
  }

  /// Returns why a program cannot set a knob now; nil if it can.
  public func refusal(ofKnob index: Int) -> RemoteRefusal? { knobs[index].refusal }

  /// Returns whether a knob's target is muted by its own mute; nil if it has none.
  public func isMuted(knob index: Int) -> Bool? { knobs[index].control.isMuted }

  /// Presses and releases a button as a finger would.
  ///
  /// - Parameters:
  ///   - index: Index of the button in the layout.
  ///   - time: When it was requested.
  /// - Throws: A `RemoteRefusal` if the button cannot be pressed now.
  public func pressRemotely(button index: Int, at time: Timestamp) throws(RemoteRefusal) {
    now = time
    let button = buttons[index]
    guard button.owner == nil else { throw .held }
    guard button.layout.isEnabled else { throw .disabled }
    guard button.canAct else { throw button.refusal ?? .unknown }
    let isMomentary = button.layout.kind == .momentary
    emit(.pressed, button: index) { if isMomentary { act(button) } }
    emit(.released, button: index) {
      if isMomentary { endPress(button) } else { act(button) }
    }
  }

  /// Returns whether a button is on.
  public func isOn(button index: Int) -> Bool { buttons[index].isOn }

  /// Shows a page on behalf of a program.
  ///
  /// - Parameters:
  ///   - page: Index of the page; an invalid one is ignored.
  ///   - time: When it was requested.
  public func showRemotely(page: Int, at time: Timestamp) {
    guard (0..<pages.count).contains(page) else { return }
    now = time
    go(toPage: page)
  }
}

extension KnobController {
  /// The reason why a program cannot set it now; nil if it can.
  fileprivate var refusal: RemoteRefusal? {
    if layout.isReadOnly { return .readOnly }
    if !layout.isEnabled { return .disabled }
    return control.state.refusal ?? (recognizer.isHeld ? .held : nil)
  }

  /// Goes to a value, or to the limit if that is lower, and requests that value from the control.
  fileprivate func setRemotely(_ value: Double) {
    let before = knob.value
    advanceUndo()
    wasSetFromOutside()
    glide(toValue: min(value, topValue))
    if knob.value != before { emit(.remote) }
    requestLevel(isFinal: true)
    leave(.updateTicks(knob: index))
    didChange()
  }
}
