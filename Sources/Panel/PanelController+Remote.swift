public import Gesture
internal import Knobs
internal import Layout

/// What programs do to the panel: over its socket, and Home Assistant over MQTT.
///
/// | # | item | request | result |
/// |---|---|---|---|
/// | 1 | knob | a value | goes there within its range, steps and limit, `remote`, control request |
/// | 2 | knob, held | a value | refused; the finger goes on |
/// | 3 | knob, unknown, offline, disabled, only reads | a value | refused |
/// | 4 | knob, locked by a tap, by holding or by the PIN | a value | as 1: who may use the socket is trusted |
/// | 5 | button | press | `pressed`, it acts, `released`, as under a finger; `momentary` acts and restores |
/// | 6 | button, pressed by a finger | press | refused |
/// | 7 | button, disabled, or none of what it sets can be set | press | refused |
/// | 8 | page | show | slides into view, also a locked one |
extension PanelController {
  /// Sets a knob as a program does.
  ///
  /// - Parameters:
  ///   - value: In the knob's unit; limited to its range and its limit.
  ///   - index: Index of the knob in the layout.
  ///   - time: When it was asked for.
  /// - Returns: The value that the knob has then.
  /// - Throws: Why it cannot be set now.
  @discardableResult
  public func setRemotely(_ value: Double, ofKnob index: Int, at time: Timestamp)
    throws(RemoteRefusal) -> Double
  {
    now = time
    let knob = knobs[index]
    if let refusal = knob.refusal { throw refusal }
    knob.setRemotely(value)
    return knob.knob.value
  }

  /// Why a program cannot set a knob now; nil if it can.
  public func refusal(ofKnob index: Int) -> RemoteRefusal? { knobs[index].refusal }

  /// Whether the target of a knob is muted apart from its value; nil if it has no mute of its own.
  public func isMuted(knob index: Int) -> Bool? { knobs[index].control.isMuted }

  /// Presses and releases a button as a finger does.
  ///
  /// - Parameters:
  ///   - index: Index of the button in the layout.
  ///   - time: When it was asked for.
  /// - Throws: Why it cannot be pressed now.
  public func pressRemotely(button index: Int, at time: Timestamp) throws(RemoteRefusal) {
    now = time
    let button = buttons[index]
    guard button.owner == nil else { throw .held }
    guard layout.buttons[index].isEnabled else { throw .disabled }
    guard button.canAct else { throw button.target.map { $0.refusal } ?? .unknown }
    let isMomentary = button.kind == .momentary
    emit(.pressed, button: index) { if isMomentary { act(button) } }
    emit(.released, button: index) {
      if isMomentary { endPress(button) } else { act(button) }
    }
  }

  /// Whether a button is on.
  public func isOn(button index: Int) -> Bool { buttons[index].isOn(shownPage: pages.shown) }

  /// Shows a page as a program does.
  ///
  /// - Parameters:
  ///   - page: Index of the page; an invalid one is ignored.
  ///   - time: When it was asked for.
  public func showRemotely(page: Int, at time: Timestamp) {
    guard (0..<pages.count).contains(page) else { return }
    now = time
    go(toPage: page)
  }
}

extension KnobController {
  /// Why a program cannot set it now; nil if it can.
  fileprivate var refusal: RemoteRefusal? {
    if layout.isReadOnly { return .readOnly }
    if !layout.isEnabled { return .disabled }
    switch control.state {
    case .awaited: return .unknown
    case .lost: return .offline
    case .none, .connected: return recognizer.isHeld ? .held : nil
    }
  }

  /// Goes to a value, or to its limit, and has its control do so too.
  fileprivate func setRemotely(_ value: Double) {
    let before = knob.value
    advanceUndo()
    wasSetFromOutside()
    glide(toValue: min(value, guards.rise.limit))
    if knob.value != before { emit(.remote) }
    requestLevel(isFinal: true)
    delegate.updateTicks(for: self)
    didChange()
  }
}

extension SendTarget {
  fileprivate var refusal: RemoteRefusal { state == .lost ? .offline : .unknown }
}
