internal import Gesture
internal import Knobs
internal import Layout

/// Fingers on buttons.
///
/// | # | button | event | result |
/// |---|---|---|---|
/// | 1 | free | finger lands on it or close by | `pressed`; drawn pressed; `momentary`: it acts |
/// | 2 | free, disabled or none of its knobs can be set | finger lands | nothing |
/// | 3 | pressed | another finger lands | nothing |
/// | 4 | pressed | its finger slides off | drawn released; `momentary`: nothing |
/// | 5 | pressed, slid off | its finger comes back | drawn pressed |
/// | 6 | pressed | its finger lifts | `released`, it acts; `momentary`: it restores |
/// | 7 | pressed, slid off | its finger lifts | `cancelled`; nothing |
/// | 8 | pressed | contact is cancelled | `cancelled`; nothing; `momentary`: it restores |
/// | 8a | free, `lock: hold` | finger lands | `pressed`, nothing else; a bar begins to fill |
/// | 8b | pressed, `lock: hold` | its finger stays for the hold time | `held`, it acts |
/// | 8c | pressed, `lock: hold` | its finger lifts or is lost before that | `cancelled`; nothing |
/// | 8d | pressed, `lock: hold` | its finger slides off and comes back | the time starts again |
/// | 8e | held for the hold time | its finger lifts or is lost | `released`; `momentary`: as 6 and 8 |
/// | 8f | pressed, `lock: pin` | its finger lifts | the PIN pad opens, see `PanelController+PIN` |
/// | 8g | `momentary`, has acted | a target is lost; then 6 or 8 | that target is restored when it is available again, see `ButtonStep` |
///
/// Rows for actions, from 9 on, are at `ButtonStep` and `PanelController+Steps`; those for choices
/// at `ButtonChoice`.
extension PanelController {
  /// Returns the button for a finger at a point: the one under it (if they overlap, the one drawn
  /// last), or with `isClose` the nearest one within its landing distance.
  func button(under point: DesignPoint, isClose: Bool) -> Int? {
    var nearest: Int?
    var least = Double.infinity
    for (index, button) in buttons.enumerated()
    where button.isVisible && pages.isTouchable(button.layout.page) {
      let distance = button.distance(of: point)
      if distance <= least, distance <= (isClose ? button.landingDistance : 0) {
        least = distance
        nearest = index
      }
    }
    return nearest
  }

  func button(ownedBy contact: ContactID) -> Int? {
    buttons.firstIndex { $0.owner == contact }
  }

  func press(_ index: Int, by contact: ContactID) {
    let button = buttons[index]
    guard button.owner == nil, button.canAct else { return }
    button.press(contact, at: now)
    emit(.pressed, button: index) {
      if button.layout.lock == .hold { return hold(button: index) }
      guard button.layout.kind == .momentary else { return }
      button.hasActed = true
      act(button)
    }
  }

  /// Performs the action of a button whose finger has stayed for long enough.
  func actHeld(button index: Int) {
    let button = buttons[index]
    button.endHold()
    emit(.held, button: index) { act(button) }
  }

  /// Handles the end of a contact on a button.
  func release(button index: Int, isCancelled: Bool) {
    let button = buttons[index]
    let (hasActed, isMomentary) = (button.hasActed, button.layout.kind == .momentary)
    let isOn = button.release() && !isCancelled
    let acts = isOn && !hasActed && button.layout.lock != .hold
    if acts, button.layout.lock == .pin, isPINLocked {
      viewChanges.mark(button: index)
      return askForPIN(for: .press(button: index))
    }
    // A press that has acted is not cancelled, unless it restores.
    let isReleased = acts || hasActed && (isOn || !isMomentary)
    emit(isReleased ? .released : .cancelled, button: index) {
      if isMomentary, hasActed {
        endPress(button)
      } else if acts {
        act(button)
      }
    }
  }

  /// Completes a press for which the PIN was entered.
  func actUnlocked(button index: Int) {
    let acts = buttons[index].canAct
    emit(acts ? .released : .cancelled, button: index) { if acts { act(buttons[index]) } }
  }

  /// Returns the current look of a button.
  ///
  /// - Parameter index: Index of the button in the layout.
  /// - Returns: The state to draw.
  public func viewState(ofButton index: Int) -> ButtonViewState {
    let button = buttons[index]
    var state = ButtonViewState(
      isPressed: button.isPressed, isOn: button.isOn, isEnabled: button.canAct)
    state.holdProgress = button.holdProgress(at: now)
    return state
  }

  /// Returns whether a finger is on a tab.
  public func isPressed(tab index: Int) -> Bool {
    buttons[layout.buttons.count + index].isPressed
  }

  /// Emits an event of a button, before the events that `body` causes.
  func emit(_ kind: ButtonEvent.Kind, button index: Int, _ body: () -> Void) {
    defer { viewChanges.mark(button: index) }
    // A tab is not a button of the layout: only its page event is emitted.
    guard layout.buttons.indices.contains(index) else { return body() }
    applyEffects()
    let eventIndex = events.count
    var event = ButtonEvent(
      time: now, button: index, source: source, kind: kind, isOn: false)
    events.append(.button(event))
    body()
    applyEffects()
    event.isOn = buttons[index].isOn
    events[eventIndex] = .button(event)
  }
}
