internal import Gesture
internal import Layout

/// What a press of a button does: its steps, in order.
///
/// A button with one action has one step. Rows 9 to 22, for steps that set knobs, are at
/// `ButtonStep`.
///
/// | # | step | condition | result |
/// |---|---|---|---|
/// | 31 | `send`, `push` | its target is available | 1 is sent |
/// | 32 | `send`, `toggle` | its target is at 1 | 0 is sent, otherwise 1 |
/// | 33 | `send`, `momentary` | pressed | 1 is sent, and 0 when the press ends |
/// | 34 | `send`, `momentary` | the press ends while its target is unavailable | 0 is sent once it is available |
/// | 35 | `send`, `momentary`, `lock: hold` | its target is unavailable when the hold completes | neither 1 nor 0 is sent |
/// | 36 | `page` | any | the page is shown; of a locked one, the PIN is asked for |
/// | 37 | `page` | undone while its page is still shown | the page before it is shown, unless that is locked |
/// | 38 | `screen: {dim: …}` | any | that brightness is requested, until day or night begins |
/// | 39 | `screen: {dim: …}` | undone while its brightness still holds | the brightness before it, or that of the layout |
/// | 40 | `screen: off`, `clean`, `reset`, `page: next`, `language` | undone | – |
/// | 40a | `keypad` | its target is available | the pad opens, see `PanelController+PIN` |
/// | 41 | `wait` | any | the steps after it follow when its time is over |
///
/// | # | the button | event | result |
/// |---|---|---|---|
/// | 42 | any | it acts | all steps up to the first `wait`, at once |
/// | 43 | `toggle`, on | it acts | all steps are undone, the last one first |
/// | 44 | `push`, steps wait | it acts | it begins again with the first step |
/// | 45 | `toggle`, steps wait | it acts | they are dropped, and the steps before are undone |
/// | 46 | `momentary`, steps wait | the press ends | as 45 |
/// | 47 | steps wait | a page, the screen or a lock changes | they follow at their time |
/// | 48 | steps wait | another layout has the button with the same steps, enabled | as 47 |
/// | 49 | steps wait | another layout has no such button; the panel ends | they are dropped |
extension PanelController {
  func act(_ button: ButtonController) {
    giveFeedback(.press)
    inOneStep(by: button) {
      let wasWaiting = button.rest != nil
      if let choice = button.choice {
        choice.forEachButton { dropRest(of: $0) }
      } else {
        dropRest(of: button)
      }
      let chosen = button.choice?.chosen.map { buttons[$0] }
      if let chosen, chosen !== button, chosen.layout.kind == .toggle {
        removingReplacedRequests {
          undo(chosen, onlyOwnChanges: true)
          run(button, from: 0)
        }
      } else if button.layout.kind == .toggle, wasWaiting || button.isOn {
        undo(button)
      } else {
        run(button, from: 0)
      }
    }
  }

  /// Ends the press of a momentary button: sends 0, or restores its changes; for an unavailable
  /// target, once it is available again.
  func endPress(_ button: ButtonController) {
    inOneStep(by: button) {
      dropRest(of: button)
      for index in button.steps.indices.reversed() {
        button.steps[index].send?.endPress()
        button.steps[index].endPress()
        undoOnPanel(button, index)
      }
      sendRelease(button)
    }
  }

  /// Sends the 0 due after a press has ended, to the targets that can be set.
  func sendRelease(_ button: ButtonController) {
    for index in button.steps.indices.reversed()
    where button.steps[index].send?.takeRelease() == true {
      request(isOn: false, of: button, index)
    }
  }

  /// Restores the changes of momentary buttons to knobs that were unavailable when the press ended
  /// and are available again.
  func restoreReturned() {
    for button in buttons where button.canRestoreReturned {
      inOneStep(by: button) { button.restoreReturned() }
    }
  }

  /// Performs the steps of a button from an index on, up to the next `wait`.
  private func run(_ button: ButtonController, from first: Int) {
    button.isInEffect = true
    for index in button.steps.indices.dropFirst(first) {
      switch button.steps[index].action {
      case .mute, .reset, .preset, .change:
        button.steps[index].setKnobs(button.layout.kind, isDelayed: first > 0)
      case .send: send(button, index)
      case .keypad: askForCode(button, index)
      case .page(let target):
        let before = pages.shown
        applyEffects()
        go(to: target)
        if button.layout.kind != .push, pages.shown != before {
          button.steps[index].earlierPage = before
        }
      case .panel(let action): perform(action, of: button, index)
      case .wait(let microseconds):
        return wait(button, microseconds: microseconds, next: index + 1)
      }
    }
  }

  private func perform(
    _ action: ButtonLayout.PanelAction, of button: ButtonController, _ index: Int
  ) {
    applyEffects()
    switch action {
    case .clean(let microseconds): clean(microseconds: microseconds, at: now)
    case .switchScreenOff: screenRequests.append(.turnOff)
    case .show(let language): show(language: language)
    case .dim(let brightness):
      guard context.brightness != brightness else { return }
      if button.layout.kind != .push {
        button.steps[index].earlierBrightness = .init(brightness: context.brightness)
      }
      request(brightness: brightness)
    }
  }

  /// Undoes the steps of a button, the last one first.
  private func undo(_ button: ButtonController, onlyOwnChanges: Bool = false) {
    button.isInEffect = false
    for index in button.steps.indices.reversed() {
      if onlyOwnChanges {
        button.steps[index].undoOwnChanges()
      } else {
        button.steps[index].undoKnobs()
      }
      if button.steps[index].send?.isOn == true { send(button, index, isOn: false) }
      undoOnPanel(button, index)
    }
  }

  /// Undoes a step that has changed the page or the screen.
  private func undoOnPanel(_ button: ButtonController, _ index: Int) {
    applyEffects()
    let step = button.steps[index]
    switch step.action {
    case .page(let target):
      button.steps[index].earlierPage = nil
      guard let page = step.earlierPage, !isLocked(page: page), target == .index(pages.shown)
      else { return }
      go(toPage: page)
    case .panel(.dim(let brightness)):
      button.steps[index].earlierBrightness = nil
      guard context.brightness == brightness,
        step.earlierBrightness != nil || button.layout.kind == .toggle
      else { return }
      request(brightness: step.earlierBrightness?.brightness)
    case .mute, .reset, .preset, .change, .send, .keypad, .panel, .wait: break
    }
  }
}

// MARK: Targets and the screen

extension PanelController {
  /// Sends 1 or 0 to a step's target; a `push` does not assume a new target state.
  private func send(_ button: ButtonController, _ index: Int, isOn: Bool = true) {
    guard button.steps[index].send?.canBeSet == true else { return }
    switch button.layout.kind {
    case .push: break
    case .toggle: button.steps[index].send?.set(isOn: isOn)
    case .momentary: button.steps[index].send?.press()
    }
    request(isOn: isOn, of: button, index)
  }

  private func request(isOn: Bool, of button: ButtonController, _ step: Int) {
    guard let index = buttons.firstIndex(where: { $0 === button }) else { return }
    applyEffects()
    let send = button.steps[..<step].count { $0.send != nil }
    controlRequests.append(
      ControlRequest(.button(index, send: send), .level(isOn ? 1 : 0, isFinal: true)))
  }

  private func request(brightness: Double?) {
    screenRequests.append(.setBrightness(brightness))
    follow(brightness: brightness)
  }

  /// Follows the brightness that a button or a program has set, 0…1; nil for that of the layout.
  public func follow(brightness: Double?) {
    guard context.brightness != brightness else { return }
    context.brightness = brightness
    for (index, button) in buttons.enumerated()
    where button.steps.contains(where: { $0.isDim }) {
      viewChanges.mark(button: index)
    }
    updateChoices()
  }
}

// MARK: Waiting

extension PanelController {
  /// When the next step that waits follows; nil if none does.
  var nextStep: Timestamp? {
    waitingButtons.reduce(nil) { Timestamp.earlier($0, buttons[$1].rest?.time) }
  }

  private func wait(_ button: ButtonController, microseconds: Int64, next: Int) {
    guard next < button.steps.count, let index = buttons.firstIndex(where: { $0 === button })
    else { return }
    button.rest = .init(time: now.advanced(byMicroseconds: microseconds), next: next)
    if !waitingButtons.contains(index) { waitingButtons.append(index) }
  }

  private func dropRest(of button: ButtonController) {
    guard button.rest != nil else { return }
    button.rest = nil
    if let index = buttons.firstIndex(where: { $0 === button }) { viewChanges.mark(button: index) }
  }

  /// Performs the steps whose time has come.
  func tickSteps() {
    guard !waitingButtons.isEmpty else { return }
    // A step cannot press another button.
    for index in waitingButtons {
      let button = buttons[index]
      guard let rest = button.rest, rest.time <= now else { continue }
      button.rest = nil
      inOneStep(by: button) { run(button, from: rest.next) }
      viewChanges.mark(button: index)
    }
    waitingButtons.removeAll { buttons[$0].rest == nil }
  }

  /// Takes over the steps that wait, once the buttons have their state.
  func takeRests() {
    waitingButtons = buttons.indices.filter { buttons[$0].rest != nil }
  }
}

extension ButtonStep {
  fileprivate var isDim: Bool {
    if case .panel(.dim) = action { true } else { false }
  }
}

/// What a button requests of the screen.
public enum ScreenRequest: Equatable, Sendable {
  /// Switches it off until it is touched.
  case turnOff
  /// Lights it, for a message from this source.
  case wake(EventSource)
  /// Sets its brightness, 0…1, until day or night begins; nil for that of the layout.
  case setBrightness(Double?)
}
