public import Gesture
internal import Knobs
internal import Layout

/// Requests from programs: over the panel's socket, and from Home Assistant over MQTT.
///
/// | # | item | request | result |
/// |---|---|---|---|
/// | 1 | knob | a value | goes there within its range, steps and limit, `remote`, control request |
/// | 1a | knob | a value, over a time | moves there, see `KnobController+Ramp` |
/// | 2 | knob, held | a value | refused; the finger continues |
/// | 3 | knob, unknown, offline, disabled, hidden, read-only | a value | refused |
/// | 4 | knob, locked by `tap`, `hold` or `pin` | a value | as 1: programs with access to the socket are trusted |
/// | 5 | button | press | `pressed`, it acts, `released`, as with a finger; `momentary` acts and restores |
/// | 6 | button, pressed by a finger | press | refused |
/// | 7 | button, disabled or hidden, or none of its targets can be set | press | refused |
/// | 8 | page | show | slides into view, even if locked |
extension PanelController {
  /// Sets a knob on behalf of a program.
  ///
  /// - Parameters:
  ///   - value: In the knob's unit; limited to its range and its limit.
  ///   - index: Index of the knob in the layout.
  ///   - microseconds: The time that the change takes; 0 or less for a change at once.
  ///   - time: When it was requested.
  ///   - source: Who requested it.
  /// - Returns: The resulting value of the knob, at the end of the time.
  /// - Throws: A `RemoteRefusal` if the knob cannot be set now.
  @discardableResult
  public func setRemotely(
    _ value: Double, ofKnob index: Int, over microseconds: Int64 = 0, at time: Timestamp,
    from source: EventSource = .socket
  ) throws(RemoteRefusal) -> Double {
    (now, self.source) = (time, source)
    let knob = knobs[index]
    if let refusal = knob.refusal { throw refusal }
    if microseconds > 0 {
      knob.beginRamp(to: value, microseconds: microseconds)
    } else {
      knob.setRemotely(value)
    }
    applyEffects()
    return knob.ramp?.0.target ?? knob.knob.value
  }

  /// Returns the value to which a program is moving a knob over a time; nil if it is not.
  public func rampTarget(ofKnob index: Int) -> Double? { knobs[index].ramp?.0.target }

  /// Returns the highest value to which a program can set a knob.
  public func topValue(ofKnob index: Int) -> Double { knobs[index].topValue }

  /// Returns why a program cannot set a knob now; nil if it can.
  public func refusal(ofKnob index: Int) -> RemoteRefusal? { knobs[index].refusal }

  /// Returns whether a knob's target is muted by its own mute; nil if it has none.
  public func isMuted(knob index: Int) -> Bool? { knobs[index].control.isMuted }

  /// Presses and releases a button as a finger would.
  ///
  /// - Parameters:
  ///   - index: Index of the button in the layout.
  ///   - time: When it was requested.
  ///   - source: Who requested it.
  /// - Throws: A `RemoteRefusal` if the button cannot be pressed now.
  public func pressRemotely(
    button index: Int, at time: Timestamp, from source: EventSource = .socket
  ) throws(RemoteRefusal) {
    (now, self.source) = (time, source)
    let button = buttons[index]
    guard button.owner == nil else { throw .held }
    guard button.isVisible else { throw .hidden }
    guard button.isEnabled else { throw .disabled }
    guard button.canAct else { throw button.refusal ?? .unknown }
    lastChoice = time
    let isMomentary = button.layout.kind == .momentary
    emit(.pressed, button: index) { if isMomentary { act(button) } }
    emit(.released, button: index) {
      if isMomentary { endPress(button) } else { act(button) }
    }
    openPad()
  }

  /// Returns whether a button is on.
  public func isOn(button index: Int) -> Bool { buttons[index].isOn }

  /// Shows a page on behalf of a program.
  ///
  /// - Parameters:
  ///   - page: Index of the page; an invalid one is ignored.
  ///   - time: When it was requested.
  ///   - source: Who requested it.
  public func showRemotely(
    page: Int, at time: Timestamp, from source: EventSource = .socket
  ) {
    guard (0..<pages.count).contains(page) else { return }
    (now, self.source, lastChoice) = (time, source, time)
    go(toPage: page)
  }
}

extension KnobController {
  /// The reason why a program cannot set it now; nil if it can.
  fileprivate var refusal: RemoteRefusal? {
    if layout.isReadOnly { return .readOnly }
    if !isVisible { return .hidden }
    if !isEnabled { return .disabled }
    return control.state.refusal ?? (recognizer.isHeld ? .held : nil)
  }

  /// Goes to a value, or to the limit if that is lower, and requests that value from the control.
  fileprivate func setRemotely(_ value: Double) {
    let before = knob.value
    ramp = nil
    advanceUndo()
    wasSetFromOutside()
    glide(toValue: min(value, topValue))
    if knob.value != before { emit(.remote) }
    requestLevel(isFinal: true)
    leave(.updateTicks(knob: index))
    didChange()
  }
}
